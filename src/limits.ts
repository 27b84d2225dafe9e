/** Limits of inspecting a data: URL that a user may notice, apart from the code that applies them. */

/** Code units, or bytes of a Blob, above which a URL is read as a stream, in constant memory. */
export const streamingThreshold = 1 << 23;

/**
 * `whole`: bytes up to which a body is read as a whole. `head`, `tail`: bytes of a larger body that are read
 * at its beginning, and at its end, where an archive has its directory.
 */
export const bodyLimits = { whole: 1 << 22, head: 1 << 20, tail: 1 << 17 } as const;

/** The depth to which nested data: URLs are inspected, and their number within the outermost one. */
export const nestedLimits = { depth: 3, count: 100 } as const;

/** Bytes of a body in CSS above which a file costs less: the limit of Vite, and of analyze-css for base64. */
export const maxInlineInCss = 4096;

/** Decompressed bytes that are read: a few compressed bytes can expand to gigabytes. */
export const maxInflated = 4 << 20;

/**
 * `time`: microseconds that drawing an SVG may take by our rather high estimate. `edge`: pixels of the edge
 * of a thumbnail, for which it is estimated. `largest`: pixels of the largest picture that is drawn once.
 */
export const drawingLimits = { time: 40_000, edge: 96, largest: 500_000 } as const;

/**
 * Bytes that decoding a picture may take without a click, its body included: 32 megapixels of four bytes. A list decodes
 * one picture at a time.
 */
export const maxUnaskedMemory = 1 << 27;

/** Depth of nested entities: deeper nesting serves only to multiply text. */
export const maxEntityDepth = 16;

/** Ignored directives of policies that are named: a policy may have any number. */
export const maxIgnoredDirectives = 20;

/**
 * Distinct reports of policy violations that are read from one text, and code units of each of their texts.
 */
export const maxCspReports = 50;
export const maxReportTextLength = 1 << 14;
