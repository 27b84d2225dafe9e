/** The tokens of an attribute that is a list of them (DOM, "ordered set parser"), in lower case. */
export const tokensIn = (list: string | null): string[] => (list ?? '').toLowerCase().split(/[\t\n\f\r ]+/);
