/** Limits of findings. */

/** Megapixels of an image: decoding more takes more memory than a page should use. */
export const maxMegapixels = 100;

/** Megapixels of an image that names fewer than are decoded: files that people make hide no pixels. */
export const maxHiddenMegapixels = 32;

/** Decompressed bytes per compressed byte: deflate reaches at most 1032, an ordinary file hardly 100. */
export const maxExpansion = 200;

/** Milliseconds for all scans of a progressive JPEG: encoders make some ten scans. */
export const maxScanTime = 5000;

/** Milliseconds in a message: a larger estimate is not meaningful. */
export const maxReportedTime = 60_000;

/** Bytes: the limit of Vite for inlining, and of analyze-css for base64 in style sheets. */
export const maxInlineInCss = 4096;

/** Bytes: webpack's limit for inlining. */
export const maxInlineInDocument = 8096;

/** Frames whose policies are judged: a page may have any number. */
export const maxFrames = 100;

/** Groups of copies that get a finding, the most wasteful first. */
export const maxDuplicateGroups = 20;

/** data: URLs that a finding on the page names. */
export const maxNamedUrls = 1000;

/** Occurrences that a finding on the page names: a message is one sentence. */
export const maxNamedPlaces = 5;
