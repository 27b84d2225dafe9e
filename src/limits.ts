/** Limits of inspecting a data: URL that a user may notice, apart from the code that applies them. */

/** Code units, or bytes of a Blob, above which a URL is read as a stream, in constant memory. */
export const streamingThreshold = 1 << 23;

/**
 * Bytes of a body up to which it is read as a whole; of a larger one the bytes of its beginning, and of its end, where
 * an archive has its directory.
 */
export const bodyLimits = { whole: 1 << 22, head: 1 << 20, tail: 1 << 17 } as const;

/** The depth to which nested data: URLs are inspected, and how many within the outermost one. */
export const nestedLimits = { depth: 3, count: 100 } as const;

/** Decompressed bytes that are read: a few compressed bytes can expand to gigabytes. */
export const maxInflated = 4 << 20;

/**
 * Microseconds that drawing an SVG may take by our estimate, which is rather high; pixels of the edge of a thumbnail,
 * for which that is estimated; and of the largest picture that is drawn once.
 */
export const drawingLimits = { time: 40_000, edge: 96, largest: 500_000 } as const;

/** Depth of nested entities: deeper ones are made to multiply. */
export const maxEntityDepth = 16;

/** data: URLs of a destination in the answer about a changed policy: a person reads it. */
export const maxNamedUrls = 50;

/** Code units of a directive's sources that such an answer shows. */
export const maxSourcesLength = 500;

/** Small bodies whose contents are cached: one body often occurs in several URLs and places. */
export const maxCachedContents = 100;

/** Bytes of a body whose contents are cached: large ones would displace many small ones and are rarely repeated. */
export const maxCachedSize = 1 << 15;

/** Code units of a MIME type that is passed on unchanged: a longer one is reduced to its significant parts. */
export const maxTypeLength = 1 << 14;

/** Entities of message/external-body that are looked for in one text: each may extend to its end. */
export const maxEntities = 1000;

/** Code units of a field in which its type is looked for, comments included. */
export const maxTypeWindow = 1 << 14;

/** Lines of a header before its type: mail has some dozens. */
export const maxHeaderLines = 100;

/** Layers of percent-encoding that are removed one by one; more are removed at once before. */
export const maxPercentLayers = 8;

/** Different reports of violations of a policy that are read from one text, and code units of each of their texts. */
export const maxCspReports = 50;
export const maxReportTextLength = 1 << 14;

/** Code units of a shell's word before a data: URL in it: the name of a form's field. */
export const maxParameterStart = 256;
