/** A limit that the searches of all kinds of files share. */

/** Maximum length, in code units, of a data: URL that is inspected. A longer one is only reported. */
export const maxUrlLength = 1 << 28;
