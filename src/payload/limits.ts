/** Limits of reading a body. */

/** Entries of an archive that are walked over: 8 MiB can hold 180,000. */
export const maxEntries = 1 << 20;

/** Code units of an entry's name in the facts: longer paths are made to be too long. */
export const maxEntryNameLength = 200;

/** Code units of a blank page: what is longer is padding, and not blank. */
export const maxBlankLength = 1024;

/** Bytes of a CFF DICT: more than any has. */
export const maxDictSize = 4096;

/** Subroutines within subroutines: browsers refuse a font with more. */
export const maxSubroutineDepth = 10;

/** Operands on the stack of a charstring (CFF2 appendix B). */
export const maxStackDepth = 513;

/** Code units of a CSS name as written: more than any that is looked for has with all letters escaped. */
export const maxCssNameLength = 2048;

/** Code units of a descriptor's value in the facts: a family's name is shorter. */
export const maxDescriptorLength = 100;

/** Characters of a URL-word (RFC 2017 section 3.1). */
export const maxWordLength = 40;

/** Encoding records of a font: more than any has. */
export const maxEncodingRecords = 256;

/** Tables of a font: more than any has; a directory may promise 65,535. */
export const maxFontTables = 256;

/** Bytes of a compressed name table that are decompressed: honest ones have some kB. */
export const maxNameTableSize = 1 << 18;

/** Name records of a font: more than any has. */
export const maxNameRecords = 2000;

/** Elements that are open at a time: Chromium and Firefox make no deeper trees than 512 and 513. */
export const maxOpenElements = 512;

/** Formatting elements that wait to be opened again: each paragraph may cost as much. */
export const maxFormattingElements = 100;

/** Boxes of an image file that are walked through: a file has a few dozens. */
export const maxBoxes = 10_000;

/** Occurrences of one nested data: URL that are listed: a body can repeat it by the thousand. */
export const maxPlacesOfNested = 100;

/** Object streams of a PDF that are read: each is given to a decompressor of its own. */
export const maxObjectStreams = 100;

/** Bytes from the name of its type to an object stream's data: the search for it goes no further. */
export const maxDictionaryLength = 4096;

/** Backslashes in front of a quote: a string in a string in a string in a string. */
export const maxBackslashes = 7;

/** Code units that are searched twice, so that a scheme may stand across the end of a stretch. */
export const maxSchemeLength = 4096;

/**
 * Code units in which a head in quoted text must have ended: without a limit every quote would be searched to the
 * end.
 */
export const maxQuotedHeadLength = 512;

/** Code units of a message/external-body that are read: its two headers stand in front. */
export const maxExternalBodyLength = 1 << 18;

/**
 * References of one body that are listed, for the memory that they take; all are counted. Nested data: URLs beyond them
 * are not inspected.
 */
export const maxListedReferences = 1000;

/** Code units of a reference that is judged as a whole; of a longer one its beginning is. */
export const maxJudgedLength = 1 << 17;

/** Code units of a reference in the facts: more is no help to a person. */
export const maxWrittenLength = 2048;

/** Code units of an address in which its server stands; one that is longer does not resolve. */
export const maxServerLength = 300;

/** Names in a path of a script, as in a.b.c: more tell no more. */
export const maxPathNames = 8;

/** Code units of a name in a script: longer ones tell no more. */
export const maxNameLength = 100;

/** Code units of a text that a script puts together: the address of a server is shorter. */
export const maxTextLength = 512;

/** Brackets of a script in one another that are followed: people nest some ten, bundlers some fifty. */
export const maxBracketDepth = 1000;

/** Names of a script whose values are followed, for the memory that they take. */
export const maxVariables = 10_000;

/** Arguments of a call that are followed: sinks have no more. */
export const maxArguments = 4;

/** Targets of one value that are followed: each assignment costs as many steps. */
export const maxTargets = 16;

/** Code units of a literal that are followed: an address is shorter, and what is longer is data. */
export const maxLiteralLength = 1 << 14;

/** Code units of a data: URL in an SVG whose drawing is estimated: it is decoded in one step. */
export const maxDrawnUrlLength = 1 << 18;

/**
 * Code units of an attribute of an SVG that is read: beyond it the drawing counts as more than can be estimated.
 */
export const maxValueLength = 1 << 18;

/** Code units of a style rule of an SVG that is read: the same. */
export const maxRuleLength = 1 << 17;

/** Attributes of one tag of an SVG: no program writes as many. */
export const maxAttributes = 10_000;

/** Code units of a file name: no file system has longer ones. */
export const maxFileNameLength = 255;

/** Code units of a control of direction, as markup may write it: `&rightToLeftOverride;` is no longer. */
export const maxControlLength = 20;

/** Controls of direction: more stand in texts of scripts that are written from right to left. */
export const maxControls = 10_000;

/** Code units that entities may bring into one document: a few of them can stand for gigabytes. */
export const maxEntityExpansion = 1 << 20;

/** Code units of declarations that parameter entities may bring: they multiply as well. */
export const maxDeclarationLength = 1 << 18;

/** Code units of a document type that are read: it is searched in one step. */
export const maxDoctypeLength = 1 << 18;
