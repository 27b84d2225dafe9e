/** Limits of scanning one document. */

/** Code units of a name or an address in a message: longer ones do not help a person. */
export const maxTextLength = 4096;
