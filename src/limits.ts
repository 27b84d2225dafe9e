/** Limits on the inspection of a data: URL that users may notice. This module contains no code that applies them. */

/** Number of code units, or bytes of a Blob, above which a URL is streamed, in constant memory. */
export const streamingThreshold = 1 << 23;

/**
 * `whole`: maximum size, in bytes, of a body that is read completely. `head`, `tail`: number of bytes of a larger body
 * that are read at its beginning and at its end, where an archive's directory is.
 */
export const bodyLimits = { whole: 1 << 22, head: 1 << 20, tail: 1 << 17 } as const;

/** Maximum depth to which nested data: URLs are inspected, and their maximum number within the outermost URL. */
export const nestedLimits = { depth: 3, count: 100 } as const;

/**
 * Size, in bytes, of a body in CSS above which a separate file costs less: the limit in Vite, and, for base64, in
 * analyze-css.
 */
export const maxInlineInCss = 4096;

/** Maximum number of decompressed bytes that are read. A few compressed bytes can expand to gigabytes. */
export const maxInflated = 4 << 20;

/**
 * `time`: maximum number of microseconds for drawing an SVG image, by a generous estimate. `edge`: the thumbnail's
 * edge, in pixels, for which the estimate is made. `largest`: maximum number of pixels of a picture that is drawn once.
 */
export const drawingLimits = { time: 40_000, edge: 96, largest: 500_000 } as const;

/**
 * Maximum number of bytes of memory for decoding a picture without a click, including its body: 32 megapixels of four
 * bytes. A list decodes one picture at a time.
 */
export const maxUnaskedMemory = 1 << 27;

/** Maximum depth of nested entities. Deeper nesting serves only to multiply text. */
export const maxEntityDepth = 16;

/** Maximum number of ignored directives that are listed. A policy may contain any number of them. */
export const maxIgnoredDirectives = 20;

/**
 * Maximum number of distinct reports of policy violations that are read from one text, and maximum length, in code
 * units, of each of their texts.
 */
export const maxCspReports = 50;
export const maxReportTextLength = 1 << 14;
