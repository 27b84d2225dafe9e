/** Limits on reading a body. */

/**
 * Maximum length, in code units, of a rule's prelude in CSS, and maximum number of rules around one position. Longer or
 * deeper ones don't help people.
 */
export const maxPreludeLength = 1024;
export const maxRuleDepth = 8;

/** Maximum number of characters of a URL-word (RFC 2017 section 3.1). */
export const maxWordLength = 40;

/** Maximum number of tables read from a font. No real font contains so many, but a directory may declare 65,535. */
export const maxFontTables = 256;

/** Maximum number of boxes read from an image file. Real files contain a few dozen. */
export const maxBoxes = 10_000;

/**
 * Maximum length, in code units, of the part of a message/external-body that is read. The two headers are at its
 * beginning.
 */
export const maxExternalBodyLength = 1 << 18;
