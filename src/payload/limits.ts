/** Limits on reading a body. */

/**
 * Maximum length, in code units, of a rule's prelude, and maximum number of rules around one position in CSS; more is
 * not meant for people.
 */
export const maxPreludeLength = 1024;
export const maxRuleDepth = 8;

/** Maximum number of characters of a URL-word (RFC 2017 section 3.1). */
export const maxWordLength = 40;

/** Maximum number of tables of a font, more than in any font; a directory may declare 65,535. */
export const maxFontTables = 256;

/** Maximum number of boxes of an image file that are read; a file has a few dozen. */
export const maxBoxes = 10_000;

/** Maximum length, in code units, of a message/external-body that is read; its two headers come first. */
export const maxExternalBodyLength = 1 << 18;
