/**
 * Constants that both ends of a port share, except for those in the messages' schemas, which only the worker needs.
 * Exported numbers are written out, because the bundler keeps a shift expression even if nothing uses it.
 */

/** The names of ports. Each identifies the side that connects. */
export const portNames = {
  /** A content script. The port's name includes the name of the script's scan. */
  frame: (scan: string) => `frame ${scan}`,
  surface: 'surface',
  /** A page that may be watched but has no running scan. */
  wake: 'wake',
  /** A watched page that has been hidden for too long. */
  over: 'over',
} as const;

/** Maximum length, in code units, of a text that is part of a message. Longer texts are sent as Blobs. */
export const inlineLength = 32_768;
/** Maximum length, in code units, of inline text in one message. */
export const batchLength = 1_048_576;

/**
 * Limits on everything that the frames of a page may report in one scan: data: URLs, occurrences, the code units of
 * inline texts and of occurrences as JSON, and the bytes of Blobs.
 */
export const maxPerScan = { dataUrls: 25_000, occurrences: 250_000, length: 1 << 28, size: 2 ** 32 } as const;

/**
 * Limits on additions to a watched page after its scan. Additions that are removed again count, too, because all of
 * them are kept in memory. `length` is the total length of new texts.
 */
export const maxAdded = { occurrences: 50_000, length: 1 << 28 } as const;

/** Maximum number of milliseconds that a page may be hidden before it is no longer watched. */
export const maxHiddenTime = 600_000;

/**
 * Limits on fetched style sheets: bytes and milliseconds per sheet, and number of sheets per scan, including imported
 * ones. The size also limits texts from the cache and from DevTools, and the sources of documents.
 */
export const sheetLimits = { size: 8_388_608, time: 10_000, sheets: 100, texts: 5000 } as const;

/** Maximum number of sightings from DevTools in one message. */
export const maxSightings = 500;

/** Maximum length, in code units, of an element's label. */
export const maxLabelLength = 200;

/** Maximum number of changes of a watched page in one message. */
export const maxChanges = 1000;

/** Maximum number of security policies that a document reports. */
export const maxPolicies = 20;
/**
 * Maximum length of such a policy, in code units. A longer one is not reported, because a part of it would block more.
 */
export const maxPolicyLength = 1 << 14;

/** Maximum length, in code units, of a document's `Link` headers. Browsers don't accept longer ones. */
export const maxHeaderLength = 262_144;

/** Maximum number of data: URLs that a frame reports for a selection. */
export const maxSelected = 10_000;

/**
 * Maximum number of frames that a document reports, and maximum number of frames that all documents of a page report in
 * total.
 */
export const maxChildFrames = 1000;
export const maxFrames = 5000;

/** Maximum number of unreachable parts in one message and in one Report. */
export const maxUnreachable = 1000;

/** The formats of a saved Report. */
export const exportFormats = ['html', 'markdown', 'json', 'csv', 'sarif', 'zip'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Maximum number of bytes of a text that are shown at first. */
export const firstShown = 2_097_152;
/** Maximum length, in code units, of code that is highlighted and laid out. */
export const maxHighlighted = 1_048_576;

/** Maximum number of occurrences, requests, and nested URLs that the details of a data: URL list. */
export const maxListed = 1000;

/** The answer if the text is available but has no body, or cannot be written in the requested form. */
export const none = 'none';
