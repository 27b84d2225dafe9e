/** Limits of what is shown at once. */

/** Megapixels, by the file's own word, that are decoded without asking: each takes four bytes of memory. */
export const maxMegapixels = 64;

/** CSS pixels of the tallest element that all browsers lay out. */
export const maxElementHeight = 8_000_000;

/** Characters of a text that a page wrote, where one line is enough. */
export const maxTextLength = 300;

/** Entries of a list that a fact shows. */
export const maxNamed = 8;

/** Bytes of a source map that is parsed without being asked for. */
export const maxParsedMap = 16 << 20;

/** Levels of indentation: deeper ones stand no further from the margin. */
export const maxIndent = 40;

/** Open elements among which that of an end tag is looked for. */
export const maxSearchedElements = 100;

/** Times that one edge may be as long as the other: beyond it a thumbnail is a line. */
export const maxEdgeRatio = 8;

/** Thumbnails that are kept drawn, for the memory that they take. */
export const maxThumbnails = 300;

/** Bytes of an image that is shown without being asked for. */
export const maxThumbnailSize = 1_000_000;

/** Parts that the legend lists. */
export const maxParts = 16;

/** Code units that the legend shows of each part. */
export const maxPartLength = 60;

/**
 * Bytes that a packed body may be longer than what is in it: the heads of blocks that are stored as they are.
 */
export const maxOverhead = 1 << 16;

/** Code units that are laid out to be copied by hand. */
export const maxCopiedByHand = 1_000_000;

/** Code units of a URL for which a repair is looked for at once. */
export const maxRepaired = 4_000_000;

/** Icons of a font that are shown. */
export const maxIcons = 240;

/** Code units of a person's own text that are drawn. */
export const maxOwnText = 200;

/** Bytes of a compressed table that are decompressed. */
export const maxTableSize = 1 << 25;

/** Times its font's size that a word may be high. */
export const maxWordHeight = 3;

/** Pixels of the screen that a word may be wide. */
export const maxWordWidth = 4000;
