/** Limits of scanning one document. */

/** Maximum length, in code units, of a name or URL in a message. A longer one would not help a person. */
export const maxTextLength = 4096;
