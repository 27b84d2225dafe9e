/**
 * The sheets that a walk of the page has read. Trees that adopt a sheet share one object. Elements and imports that
 * load a URL have a sheet each, nearly always with the same rules. Each sheet is listed only where it is first used,
 * and its users are counted.
 */
import type { Found } from './finder.ts';
import type { Listener, Source } from './listener.ts';

/** The number of times that each text was found in one place, by destination. */
export type Counts = Map<Found['destination'], Map<string, number>>;

interface SharedSheet {
  /** Its first user, whose occurrences are listed. */
  source: WeakRef<Source>;
  /** The number of times that each URL was found in the rules that the first user loads. */
  counts: Counts;
  /** The elements that load the sheet, or the trees that adopt it, counted in the current walk. */
  users: number;
  /** The number of the last walk that visited the first user. */
  walk: number;
  /**
   * The reasons why the sheet is not read as a whole: its rules lack the declarations that the browser dropped, or it
   * has too many copies to compare. Empty once the reasons have been reported.
   */
  unread: Set<'unread-text' | 'unread-copies'>;
}

/** Maximum number of rules of copies that are compared in one walk. In each browser, these take less than a second. */
const maxCopiedRules = 1 << 17;

/** The sheets by URL, or by the sheet itself if trees adopt it. */
const sheets = new Map<string | CSSStyleSheet, SharedSheet>();
let walk = 0;
let copiedRules = 0;

/** Must be called when a walk of the whole page begins. */
export function startSheets(): void {
  walk++;
  copiedRules = 0;
  for (const sheet of sheets.values()) sheet.users = 0;
}

/** Reports the users of each sheet in the walk, and, once each, the sheets that are not read as a whole. */
export function* endSheets({ shared, unreachable }: Listener): Generator<void, void, void> {
  for (const [key, sheet] of sheets) {
    const source = sheet.source.deref();
    // A tree also has sheets with a URL that none of its elements loads.
    const href = (typeof key === 'string' ? key : key.href) ?? undefined;
    // The occurrences of the sheet are reported as removed. The next walk lists those of another user.
    if (!source || sheet.walk !== walk) sheets.delete(key);
    else {
      shared(source, href, sheet.users);
      for (const reason of sheet.unread) unreachable({ kind: 'stylesheet', url: href ?? '', reason });
      sheet.unread.clear();
    }
    yield;
  }
}

/** The shared sheet for a URL or an adopted sheet, which this source uses now. */
function use(key: string | CSSStyleSheet, source: Source): SharedSheet {
  const known = sheets.get(key);
  const first = known?.source.deref();
  const sheet: SharedSheet =
    known && first
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

/** Counts a tree that adopts a sheet. @returns whether the sheet has not been read in this walk */
export function adopt(sheet: CSSStyleSheet): boolean {
  const shared = use(sheet, sheet);
  const isUnread = shared.walk !== walk;
  shared.walk = walk;
  shared.users++;
  return isUnread;
}

/** The number of times that the URLs in the sheets from one URL were found. */
export interface Reading {
  /** The counts in any one sheet from that URL that this source loads. */
  counts: Counts;
  /** The counts in the sheets of its first user; the same object if this source is the first user. */
  listed: Counts;
}

/** Must be called before a source (an element, or a tree's own sheet) reads the sheets that it loads from a URL. */
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

/** Whether another sheet from the same URL, with this number of rules, is compared with the first one. */
export function mayCompare(href: string, rules: number): boolean {
  copiedRules += rules + 1;
  const sheet = sheets.get(href);
  if (copiedRules <= maxCopiedRules || !sheet) return true;
  sheet.unread.add('unread-copies');
  return false;
}
