/** How far a data: URL is looked into: limits that a person meets, kept apart from what keeps to them. */

/** Code units, or bytes of a Blob, above which a URL is read as a stream. */
export const wholeLength = 1 << 23;

/**
 * Bytes of a body up to which all of it is looked at; of a larger one those of its beginning, and of its end, where an
 * archive has its directory.
 */
export const bodyLimits = { whole: 1 << 22, head: 1 << 20, tail: 1 << 17 } as const;

/** How deep data: URLs within data: URLs are inspected, and how many within the outermost one. */
export const nestedLimits = { depth: 3, count: 100 } as const;

/** Bytes of what is compressed that are looked into. */
export const inflateCap = 4 << 20;

/**
 * Microseconds that drawing an SVG may take by our estimate, which is on the high side; pixels of the edge of a
 * thumbnail, for which that is asked; and of the largest picture that is drawn once.
 */
export const drawingLimits = { time: 40_000, edge: 96, largest: 500_000 } as const;
