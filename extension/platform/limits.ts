/** What both ends of a port agree on, apart from the messages' schemas, which only the worker needs. */

/** Ports are named by who connects. */
export const portNames = {
  /** A content script's, with the name of the scan that it belongs to. */
  frame: (scan: string) => `frame ${scan}`,
  surface: 'surface',
  /** A page that is watched, or whose site is, and that no worker reads now. */
  wake: 'wake',
  /** A page that was watched and has been out of sight for too long. */
  over: 'over',
} as const;

/** Texts of up to this many code units travel in the message, longer ones as a Blob. */
export const inlineLength = 32_768;
/** No message carries more than this many code units of inline text. */
export const batchLength = 1_048_576;

/** Sightings, and places of one, that a frame's message carries at the most: each takes some of `batchLength`. */
export const maxOccurrences = 10_500;

/** Places of a large text that a message carries. */
export const largeOccurrences = 250;

/**
 * What the frames of a page tell in one scan at the most: data: URLs, their places, the code units of names, selectors
 * and inline texts, the bytes of Blobs.
 */
export const maxPerScan = { dataUrls: 25_000, occurrences: 250_000, length: 1 << 28, size: 2 ** 32 } as const;

/** What a watched page may add to what it held, gone or not: it is all kept in memory. `length` is that of new texts. */
export const maxAdded = { occurrences: 50_000, length: 1 << 28 } as const;

/** Milliseconds that a page may be hidden and still be watched. */
export const maxHiddenTime = 600_000;

/**
 * Style sheets that are fetched: bytes of one, milliseconds for it, how many in a scan with what they import; how many
 * at once, of one site and in all; milliseconds for all that are waited for together. Browsers open six connections to
 * a site.
 */
export const sheetLimits = {
  size: 8 << 20,
  time: 10_000,
  sheets: 100,
  ofOneSite: 4,
  concurrent: 8,
  totalTime: 20_000,
} as const;

/** Messages that a frame sends at the most: so many at once, which may have waited for a busy worker, and so many a second. */
export const messageRate = { burst: 10_000, perSecond: 250 } as const;

/** Sightings of DevTools that a message carries at the most. */
export const maxSightings = 500;

/** Changes of a watched page that a message carries at the most. */
export const maxChanges = 1000;

/** Security policies that a document tells at the most. */
export const maxPolicies = 20;

/** data: URLs of a selection that a frame tells at the most. */
export const maxSelected = 10_000;

/** Frames that a document names, and all documents of a page together. */
export const maxChildFrames = 1000;
export const maxFrames = 5000;

/** Things that were not looked into, of one message and of one Report. */
export const maxUnreachable = 1000;

/** Why a part of a page was not looked into, as far as it has a text; else it is the browser's own word. */
export const unreachableReasons = [
  'cross-origin',
  'sandboxed',
  'not-loaded',
  'no-answer',
  'name-taken',
  'no-stylesheet',
  'private-address',
  'too-large',
  'beyond-limit',
  'watched-limit',
  'bad-message',
  'pdf',
  'not-told',
  'not-asked',
  'redirected',
  'error-status',
] as const;

/** What a Report is saved as; the first where nothing is said. */
export const exportFormats = ['json', 'markdown', 'csv', 'sarif', 'zip'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Bytes of a text that are shown at first. */
export const firstShown = 1 << 21;
/** Code units up to which code is highlighted and laid out. */
export const maxHighlighted = 1 << 20;

/** How deep within others a data: URL can be asked for. */
export const maxPathDepth = 5;

/** Occurrences, requests and nested URLs that a detail lists. */
export const maxListed = 1000;

/** References that a detail lists. */
export const maxReferences = 200;

/** Occurrences of one data: URL that a row carries. */
export const maxRowPlaces = 10;

/**
 * Bytes of a written URL that is held as a whole: a person waits, and a stream takes several times as long.
 */
export const maxHeldSize = 1 << 26;
