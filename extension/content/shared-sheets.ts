/**
 * Keeps track of the sheets that a walk of the page has read. Trees that adopt a sheet share one object. Elements and
 * imports that load the same URL have one sheet each, nearly always with the same rules. Each sheet is listed only
 * where it is first used, and its users are counted.
 */
import type { Found } from './finder.ts';
import type { Listener, Source } from './listener.ts';

/** For each destination, the number of times that each text was found in one place. */
export type Counts = Map<Found['destination'], Map<string, number>>;

interface SharedSheet {
  /** The first user of the sheet, whose occurrences are listed. */
  source: WeakRef<Source>;
  /** For each URL, the number of times that it was found in the rules that the first user loads. */
  counts: Counts;
  /** Number of elements that load the sheet, or of trees that adopt it, in the current walk. */
  users: number;
  /** The number of the last walk that visited the first user. */
  walk: number;
  /**
   * The reasons why the sheet is not read completely: its rules lack the declarations that the browser dropped, or
   * there are too many copies of it to compare. Empty once the reasons have been reported.
   */
  unread: Set<'unread-text' | 'unread-copies'>;
}

/**
 * Maximum number of rules in copies of sheets that are compared in one walk. In each browser, comparing this many takes
 * less than a second.
 */
const maxCopiedRules = 1 << 17;

/** The sheets by URL or, if trees adopt them, by sheet object. */
const sheets = new Map<string | CSSStyleSheet, SharedSheet>();
let walk = 0;
let copiedRules = 0;

/** Must be called when a walk of the whole page begins. */
export function startSheets(): void {
  walk++;
  copiedRules = 0;
  for (const sheet of sheets.values()) sheet.users = 0;
}

/** Reports the number of users of each sheet in this walk and, once, each sheet that is not read completely. */
export function* endSheets({ shared, unreachable }: Listener): Generator<void, void, void> {
  for (const [key, sheet] of sheets) {
    const source = sheet.source.deref();
    // A tree may also list a sheet that has a URL but that none of its elements loads.
    const href = (typeof key === 'string' ? key : key.href) ?? undefined;
    // Without a current first user, the occurrences of the sheet are reported as removed. The next walk lists those of
    // another user.
    if (!source || sheet.walk !== walk) sheets.delete(key);
    else {
      shared(source, href, sheet.users);
      for (const reason of sheet.unread) unreachable({ kind: 'stylesheet', url: href ?? '', reason });
      sheet.unread.clear();
    }
    yield;
  }
}

/**
 * Returns the record of the sheet at a URL or of an adopted sheet. If there is no record, or its first user no longer
 * exists, creates a record with this source as the first user.
 */
function use(key: string | CSSStyleSheet, source: Source): SharedSheet {
  const known = sheets.get(key);
  const sheet: SharedSheet = known?.source.deref()
    ? known
    : {
        source: new WeakRef(source),
        counts: new Map(),
        users: 0,
        walk: -1,
        unread: new Set(['unread-text']),
      };
  sheets.set(key, sheet);
  return sheet;
}

/**
 * Counts a tree that adopts a sheet.
 *
 * @returns whether the sheet must be read because it has not been read in this walk
 */
export function adopt(sheet: CSSStyleSheet): boolean {
  const shared = use(sheet, sheet);
  const isUnread = shared.walk !== walk;
  shared.walk = walk;
  shared.users++;
  return isUnread;
}

/** The numbers of times that URLs were found in the sheets that were loaded from one URL. */
export interface Reading {
  /**
   * The counts in the sheets that this source loads from that URL; for each URL, the count of the sheet that contains
   * it most often.
   */
  counts: Counts;
  /**
   * The counts in the sheets that the first user loads; the same object as `counts` if this source is the first user.
   */
  listed: Counts;
}

/**
 * Must be called before the sheets that a source (an element, or a tree for its own sheets) loads from a URL are read.
 */
export function startReading(href: string, source: Source): Reading {
  const shared = use(href, source);
  if (shared.source.deref() !== source) {
    shared.users++;
    return { counts: new Map(), listed: shared.counts };
  }
  if (shared.walk !== walk) shared.users++;
  shared.walk = walk;
  shared.counts = new Map();
  return { counts: shared.counts, listed: shared.counts };
}

/**
 * Whether another sheet from the same URL may be compared with the first one. Otherwise, the sheet is noted as not read
 * completely.
 *
 * @param rules the number of rules in the other sheet
 */
export function mayCompare(href: string, rules: number): boolean {
  copiedRules += rules + 1;
  const sheet = sheets.get(href);
  if (copiedRules <= maxCopiedRules || !sheet) return true;
  sheet.unread.add('unread-copies');
  return false;
}
