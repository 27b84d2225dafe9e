/**
 * The sheets that a walk of the page has read. Trees that adopt a sheet share one object; elements and imports that load
 * an address have a sheet each, nearly always with the same rules. Each is listed once, where it is used first, and its
 * users are counted.
 */
import type { Found } from './finder.ts';
import type { Listener, Source } from './listener.ts';

/** How often each text was found in one place, by destination. */
export type Counts = Map<Found['destination'], Map<string, number>>;

interface SharedSheet {
  /** Its first user, whose occurrences are listed. */
  source: WeakRef<Source>;
  /** How often each URL was found in the rules that the first user loads. */
  counts: Counts;
  /** Elements, and trees that adopt it, that were counted in the current walk. */
  users: number;
  /** The number of the last walk that met the first user. */
  walk: number;
  /** Why it is not read as a whole: its rules lack what the browser dropped. Empty once that is reported. */
  unread: Set<'unread-text' | 'unread-copies'>;
}

/** Rules of copies that are compared in one walk: in each browser, these take less than a second. */
const maxCopiedRules = 1 << 17;

/** By address, or by the sheet itself if trees adopt it. */
const sheets = new Map<string | CSSStyleSheet, SharedSheet>();
let walk = 0;
let copiedRules = 0;

/** Begins a walk of the whole page. */
export function startSheets(): void {
  walk++;
  copiedRules = 0;
  for (const sheet of sheets.values()) sheet.users = 0;
}

/** Reports the users of each sheet of the walk, and once each sheet that is not read as a whole. */
export function* endSheets({ shared, unreachable }: Listener): Generator<void, void, void> {
  for (const [key, sheet] of sheets) {
    const source = sheet.source.deref();
    // A tree also has sheets with an address that no element of it loads.
    const href = (typeof key === 'string' ? key : key.href) ?? undefined;
    // Its occurrences are reported as removed; the next walk lists those of another user.
    if (!source || sheet.walk !== walk) sheets.delete(key);
    else {
      shared(source, href, sheet.users);
      for (const reason of sheet.unread) unreachable({ kind: 'stylesheet', url: href ?? '', reason });
      sheet.unread.clear();
    }
    yield;
  }
}

/** The sheet of an address or an adopted one, now used by this source. */
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

/** Counts a tree that adopts a sheet. @returns whether the sheet is still to be read in this walk */
export function adopt(sheet: CSSStyleSheet): boolean {
  const shared = use(sheet, sheet);
  const isUnread = shared.walk !== walk;
  shared.walk = walk;
  shared.users++;
  return isUnread;
}

/** How often the URLs of an address were found. */
export interface Reading {
  /** In any one sheet of that address that this source loads. */
  counts: Counts;
  /** In those of its first user: the same object if that is this source. */
  listed: Counts;
}

/** Begins reading the sheets that a source (an element, or a tree's own sheet) loads from an address. */
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

/** Whether a further sheet of an address, with this number of rules, is compared with the first. */
export function mayCompare(href: string, rules: number): boolean {
  copiedRules += rules + 1;
  const sheet = sheets.get(href);
  if (copiedRules <= maxCopiedRules || !sheet) return true;
  sheet.unread.add('unread-copies');
  return false;
}
