/** Limits of searching files. */

/** Code units of a data: URL that is inspected; a longer one is only reported. */
export const maxUrlLength = 1 << 28;

/** Depth of nested messages and multiparts, and the total number of their parts. */
export const maxMessageDepth = 8;
export const maxMessageParts = 1000;
