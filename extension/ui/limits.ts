/** Limits of what is shown at once. */

/** Bytes of memory that the picture of an open detail may take without asking: 64 megapixels of four bytes. */
export const maxShownMemory = 1 << 28;

/** CSS pixels of the tallest element that all browsers lay out. */
export const maxElementHeight = 8_000_000;

/** Code units of a page's text where one line is enough. */
export const maxTextLength = 300;

/** CSS pixels of the narrowest column of a table. */
export const minColumnWidth = 40;

/** Code units of a name by which the list is sorted. */
export const maxSortedText = 200;

/** Entries of a list that a fact shows. */
export const maxNamed = 8;

/** Bytes of a source map that is parsed without asking. */
export const maxParsedMap = 16 << 20;

/** Levels of indentation: deeper ones are not indented any further. */
export const maxIndent = 40;

/** Open elements that are searched for the one that an end tag closes. */
export const maxSearchedElements = 100;

/** Thumbnails that are kept in memory. */
export const maxThumbnails = 300;

/** Bytes of an image, a font or a text that gets a thumbnail without asking. */
export const maxDrawnSize = { picture: 32 << 20, letters: 4 << 20, text: 32 << 20 } as const;

/** Megapixels up to which a damaged picture is drawn in part: Chromium keeps the pixels of each. */
export const maxPartialMegapixels = 1;

/** Bytes of a text, and code points of its first line, that its thumbnail takes. */
export const maxFirstBytes = 2048;
export const maxFirstLine = 48;

/** Parts that the legend lists. */
export const maxParts = 16;

/** Code units that the legend shows of each part. */
export const maxPartLength = 60;

/** Bytes that a compressed body may be longer than its content: the headers of stored blocks. */
export const maxOverhead = 1 << 16;

/** Code units of a text that is offered to be copied by hand. */
export const maxCopiedByHand = 1_000_000;

/** Code units of a URL whose repair is sought unasked. */
export const maxRepaired = 4_000_000;

/** Rows for which a repair is sought. */
export const maxRepairsSought = 1000;

/** Icons of a font that are shown. */
export const maxIcons = 240;

/** Code units of a person's own sample text that are drawn. */
export const maxOwnText = 200;

/** Bytes of a compressed table that are decompressed. */
export const maxTableSize = 1 << 25;

/** Font sizes that a word may extend above, and below, its baseline. */
export const maxWordHeight = 3;

/** Device pixels that a word may be wide. */
export const maxWordWidth = 4000;

/** Pictures in an HTML report, and code units of all of them. */
export const maxReportPictures = 200;
export const maxReportPicturesLength = 2_000_000;

/** Occurrences of a data: URL that are outlined at once. */
export const maxOutlinedPlaces = 50;

/** Outlined elements after which no further occurrence is outlined: each costs the page's frames time. */
export const maxOutlinedElements = 2000;

/** Matched elements that the page has looked at, all of them, when it says that none is drawn. */
export const maxTestedForBoxes = 2000;
