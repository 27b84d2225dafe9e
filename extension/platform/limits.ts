/**
 * Constants that both ends of a port share, apart from the messages' schemas, which only the worker needs.
 * Exported numbers are written out: the bundler keeps a shift even if nothing uses it.
 */

/** The name of a port says who connects. */
export const portNames = {
  /** A content script, with the name of the scan that it belongs to. */
  frame: (scan: string) => `frame ${scan}`,
  surface: 'surface',
  /** A page that is to be watched but has no running scan. */
  wake: 'wake',
  /** A watched page that has been hidden for too long. */
  over: 'over',
} as const;

/** Texts of up to this many code units are sent in the message, longer ones as a Blob. */
export const inlineLength = 32_768;
/** Code units of inline text in one message. */
export const batchLength = 1_048_576;

/**
 * Limits of what the frames of a page may report in one scan: data: URLs, their occurrences, the code units of names,
 * selectors and inline texts, the bytes of Blobs.
 */
export const maxPerScan = { dataUrls: 25_000, occurrences: 250_000, length: 1 << 28, size: 2 ** 32 } as const;

/**
 * Limits of what a watched page may add after its scan, removed or not: all of it is kept in memory. `length`
 * is that of new texts.
 */
export const maxAdded = { occurrences: 50_000, length: 1 << 28 } as const;

/** Milliseconds that a page may be hidden before it is no longer watched. */
export const maxHiddenTime = 600_000;

/** Limits of fetched style sheets: bytes and milliseconds for one; number in a scan, imports included. */
export const sheetLimits = { size: 8_388_608, time: 10_000, sheets: 100 } as const;

/** Sightings of DevTools in one message. */
export const maxSightings = 500;

/** Code units of an element's label. */
export const maxLabelLength = 200;

/** Changes of a watched page in one message. */
export const maxChanges = 1000;

/** Security policies that a document reports. */
export const maxPolicies = 20;

/** Code units of a document's `Link` headers; browsers accept no longer ones. */
export const maxHeaderLength = 262_144;

/** Maximum number of data: URLs a frame reports for a selection. */
export const maxSelected = 10_000;

/** Maximum number of frames that a document reports, and that all documents of a page report together. */
export const maxChildFrames = 1000;
export const maxFrames = 5000;

/** Unreachable parts in one message and in one Report. */
export const maxUnreachable = 1000;

/** The formats of a saved Report. */
export const exportFormats = ['html', 'markdown', 'json', 'csv', 'sarif', 'zip'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Bytes of a text that are shown at first. */
export const firstShown = 2_097_152;
/** Code units up to which code is highlighted and laid out. */
export const maxHighlighted = 1_048_576;

/** Occurrences, requests and nested URLs that a detail lists. */
export const maxListed = 1000;

/** The answer if the text is available but has no such form, or no body. */
export const none = 'none';
