/** A limit for searching files, shared by the readers of all kinds. */

/** Maximum length, in code units, of a data: URL that is inspected; a longer one is only reported. */
export const maxUrlLength = 1 << 28;
