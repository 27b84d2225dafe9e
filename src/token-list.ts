/** The tokens of an attribute whose value is a list of tokens (DOM, "ordered set parser"), in lower case. */
export const tokensIn = (list: string | null): string[] => (list ?? '').toLowerCase().split(/[\t\n\f\r ]+/);
