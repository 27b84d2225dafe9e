/** Limits of reading a body. */

/** Entries of an archive that are listed: 8 MiB can contain 180,000. */
export const maxEntries = 1 << 20;

/** Code units of an entry's name in the facts: longer paths are not meant for people. */
export const maxEntryNameLength = 200;

/** Code units of a blank page: a longer one is padded, and not blank. */
export const maxBlankLength = 1024;

/** Bytes of a CFF DICT: more than in any font. */
export const maxDictSize = 4096;

/** Depth of nested subroutines: browsers reject a font with more. */
export const maxSubroutineDepth = 10;

/** Operands on the stack of a charstring (CFF2 appendix B). */
export const maxStackDepth = 513;

/** Code units of a CSS name as written: more than the longest known name with all letters escaped. */
export const maxCssNameLength = 2048;

/** Code units of a rule's prelude, and rules around one position in CSS: more is not meant for people. */
export const maxPreludeLength = 1024;
export const maxRuleDepth = 8;

/** Code units of a descriptor's value in the facts: a family's name is shorter. */
export const maxDescriptorLength = 100;

/** Characters of a URL-word (RFC 2017 section 3.1). */
export const maxWordLength = 40;

/** Encoding records of a font: more than in any font. */
export const maxEncodingRecords = 256;

/** Tables of a font: more than in any font; a directory may declare 65,535. */
export const maxFontTables = 256;

/** Bytes of a compressed name table after decompression: real ones have some kB. */
export const maxNameTableSize = 1 << 18;

/** Name records of a font: more than in any font. */
export const maxNameRecords = 2000;

/** Depth of open elements: Chromium and Firefox limit it to 512 and 513. */
export const maxOpenElements = 512;

/** Formatting elements that may be reopened: each paragraph reopens all. */
export const maxFormattingElements = 100;

/** Boxes of an image file that are read: a file has a few dozen. */
export const maxBoxes = 10_000;

/** Occurrences of one nested data: URL that are listed: a body can repeat it thousands of times. */
export const maxPlacesOfNested = 100;

/** Object streams of a PDF that are read: each needs a decompressor of its own. */
export const maxObjectStreams = 100;

/** Bytes between the type of an object stream and its data: the search for the data goes no further. */
export const maxDictionaryLength = 4096;

/** Backslashes before a quote: a string in a string in a string in a string. */
export const maxBackslashes = 7;

/** Overlap of stretches in code units, so that a scheme may span two. */
export const maxSchemeLength = 4096;

/** Code units within which a head in quoted text must end: without a limit every quote would be searched to the end. */
export const maxQuotedHeadLength = 512;

/** Code units of a message/external-body that are read: its two headers come first. */
export const maxExternalBodyLength = 1 << 18;

/**
 * References of one body that are listed, for the memory that they take; all are counted. Nested data: URLs beyond them
 * are not inspected.
 */
export const maxListedReferences = 1000;

/** Code units of a reference that is judged as a whole; of a longer one only its beginning is. */
export const maxJudgedLength = 1 << 17;

/** Code units of a reference in the facts: more does not help a person. */
export const maxWrittenLength = 2048;

/** Code units of a data: URL in an SVG whose drawing is estimated: it is decoded in one step. */
export const maxDrawnUrlLength = 1 << 18;

/**
 * Code units of an attribute of an SVG that is read: with a longer one the drawing counts as impossible to estimate.
 */
export const maxValueLength = 1 << 18;

/** Code units of a style rule of an SVG that is read: with a longer one there is no estimate. */
export const maxRuleLength = 1 << 17;

/** Attributes of one tag of an SVG: no program writes as many. */
export const maxAttributes = 10_000;

/** Code units of a file name: file systems allow no longer ones. */
export const maxFileNameLength = 255;

/** Code units of a bidirectional control in markup: `&rightToLeftOverride;` is the longest. */
export const maxControlLength = 20;

/** Bidirectional controls: texts in right-to-left scripts contain many. */
export const maxControls = 10_000;

/** Code units that entities may add to one document: a few of them can expand to gigabytes. */
export const maxEntityExpansion = 1 << 20;

/** Code units of declarations that parameter entities may add: these multiply as well. */
export const maxDeclarationLength = 1 << 18;

/** Code units of a document type that are read: it is searched in one step. */
export const maxDoctypeLength = 1 << 18;
