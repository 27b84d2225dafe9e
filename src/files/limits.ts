/** A limit of searching files that their readers share. */

/** The most code units of a data: URL that is inspected; a longer one is only reported. */
export const maxUrlLength = 1 << 28;
