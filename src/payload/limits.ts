/** Limits on reading a body. */

/**
 * Maximum code units of a rule's prelude, and maximum rules around one position in CSS; more is not meant for people.
 */
export const maxPreludeLength = 1024;
export const maxRuleDepth = 8;

/** Maximum characters of a URL-word (RFC 2017 section 3.1). */
export const maxWordLength = 40;

/** Maximum tables of a font, more than in any font; a directory may declare 65,535. */
export const maxFontTables = 256;

/** Maximum boxes of an image file that are read; a file has a few dozen. */
export const maxBoxes = 10_000;

/** Maximum code units of a message/external-body that are read; its two headers come first. */
export const maxExternalBodyLength = 1 << 18;
