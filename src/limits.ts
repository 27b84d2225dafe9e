/** How far a data: URL is looked into: limits that a person meets, kept apart from what keeps to them. */

/** Code units, or bytes of a Blob, above which a URL is read as a stream, in constant memory. */
export const streamingThreshold = 1 << 23;

/**
 * Bytes of a body up to which all of it is looked at; of a larger one those of its beginning, and of its end, where an
 * archive has its directory.
 */
export const bodyLimits = { whole: 1 << 22, head: 1 << 20, tail: 1 << 17 } as const;

/** How deep data: URLs within data: URLs are inspected, and how many within the outermost one. */
export const nestedLimits = { depth: 3, count: 100 } as const;

/** Bytes of what was compressed that are read: a few bytes can stand for gigabytes. */
export const maxInflated = 4 << 20;

/**
 * Microseconds that drawing an SVG may take by our estimate, which is on the high side; pixels of the edge of a
 * thumbnail, for which that is asked; and of the largest picture that is drawn once.
 */
export const drawingLimits = { time: 40_000, edge: 96, largest: 500_000 } as const;

/** Entities within entities: more are made to multiply. */
export const maxEntityDepth = 16;

/** data: URLs of a destination that an answer on a changed policy names: it is read by a person. */
export const maxNamedUrls = 50;

/** Code units of a directive's sources that such an answer shows. */
export const maxSourcesLength = 500;

/** Small bodies whose contents are kept: one body is often written in several ways and places. */
export const maxCachedContents = 100;

/** Bytes of a body whose contents are kept: reading a larger one again is rarer than forgetting many. */
export const maxCachedSize = 1 << 15;

/** Code units of a MIME type that travels with its body as it stands: of a longer one only what decides does. */
export const maxTypeLength = 1 << 14;

/**
 * Entities of message/external-body that are looked for in one text: each may be as long as the rest of it.
 */
export const maxEntities = 1000;

/** Lines of a header in front of its type: mail has some dozens. */
export const maxHeaderLines = 100;
