/** Limits of parsing, judging and rewriting one data: URL. */

/** Marks that an anatomy always shows. */
export const maxAnatomyMarks = 8;

/** Parameters that an anatomy shows separately: the others are one piece. */
export const maxAnatomyParameters = 50;

/** Bytes that are compressed for the cost: at 35 ms a MiB, more would take too long. */
export const maxCompressedSize = 1 << 24;

/** Code units that are compressed in one piece: other work runs between pieces. */
export const maxCompressedAtOnce = 1 << 18;

/** Maximum code units before the comma of a URL for which other ways to write it are looked for. */
export const maxHeadLength = 1 << 16;

/** Code units of a head that the platform's URL parser, which cannot pause, parses as a whole. */
export const maxParsedHead = 1 << 16;

/** Code units that become UTF-8 in one step: encoding in turns takes more memory. */
export const maxEncodedAtOnce = 1 << 20;

/** Bytes of a body by which its charset is judged: more would not change the verdict. */
export const maxCharsetSample = 1 << 20;

/** Code units of an attribute value (RFC 2397 section 2, from HTML 2's SGML declaration). */
export const maxAttributeLength = 1024;

/** Code units of a tag with its attributes (from the same source). */
export const maxTagLength = 2100;

/**
 * Code units beyond which exceeding those two limits is not reported: such a URL cannot be shortened that
 * much, and its cost is more useful.
 */
export const maxJudgedLength = 4096;

/** Code units of the word base64, each letter escaped, with the delimiter before it. */
export const maxBase64WordLength = 21;

/** Pieces between semicolons: the interpretation of each can be slow. */
export const maxHeadPieces = 1000;

/** Parameters that are read as by a browser's own parser of media types: more than any real URL has. */
export const maxOwnParameters = 1000;

/** Parameters whose positions are kept; all are counted. */
export const maxParsedParameters = 1000;

/** Code units up to which lints include a repair: `repairDataUrl` accepts any length. */
export const maxEditedLength = 1 << 16;

/** Code units of a part of the URL that a problem quotes. */
export const maxExcerptLength = 40;

/** Maximum bytes of a Blob that is read as text to find its requested URL. */
export const maxRequestSize = 1 << 26;

/** Code units that the platform's URL parser, which cannot pause, parses as a whole. */
export const maxParsedLength = 1 << 18;
