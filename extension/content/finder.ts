/** The types of finders and of their results. */
import { utf8Length } from '../../src/data-url/pieces.ts';
import type { CssLocation } from '../../src/payload/css/css-types.ts';
import { findQuotedDataUrls, type TextKind } from '../../src/payload/quoted-data-urls.ts';
import type { Drop, Occurrence } from '../../src/vocabulary.ts';
import { maxPerScan } from '../platform/limits.ts';
import type { AttributeNode } from './dom.ts';

/** A data: URL as a finder yields it. The walk and the sender add the element; the worker adds the frame. */
export interface Found extends Partial<Omit<CssLocation, 'rules'>> {
  written: string;
  place: Occurrence['place'];
  name: string;
  destination: Occurrence['destination'];
  face?: Occurrence['face'];
  /** See `Occurrence.use`; set only if the use differs from the element's. */
  use?: string;
  /** See `CssLocation`. */
  rules?: string[];
  /** The reason why browsers drop the URL. If `isUnsupported`, only this browser drops it. */
  dropped?: Drop;
  isUnsupported?: boolean;
  /**
   * Number of bytes of UTF-8 that the URL takes up in its source text, if known and different from the size of
   * `written`.
   */
  bytes?: number;
  /**
   * The URL of the sheet that contains the data: URL, and the number of the data: URL among those with the same text
   * and use in the sheet's rules, from 1.
   */
  sheet?: { href: string; nth: number };
}

/**
 * Number of bytes of UTF-8 that a URL takes up in its source text, if the text spells the URL differently from
 * `written`.
 */
export const spelled = (
  text: string,
  { written, start, end }: { written: string; start: number; end: number },
): Pick<Found, 'bytes'> =>
  end - start === written.length ? {} : { bytes: utf8Length(text.slice(start, end)) };

/** The uses of the data: URLs in a script. */
export interface Uses {
  /** The uses of the URLs that the code requests, by their positions in the text. */
  at?: Map<number, Partial<Found>>;
  /** All URLs of the script, if they are known without a search. */
  all?: Found[];
  /** Whether some uses are unknown, because the code could not be read. */
  isPartial?: boolean;
}

/** Reads the uses of the literals in code; undefined if the browser does not run it. */
export type ReadUses = (text: string) => Generator<never, Uses | undefined, void>;

/** Matches the text before a literal that code may request: an operand of one of these words, or after a comment. */
const beforeRequested =
  /(?<=(?:import|from|fetch|Worker|URL|addModule|\?\.|\*\/|(?:\/\/|--).*$)[\s(]*["'`])/my;

/**
 * Finds the data: URLs that are quoted in a text.
 *
 * @param found the properties with which each URL is reported
 * @param sourceMap the reported name of a source map
 * @param usesOf reads the uses of the literals in code. Called only if code may request one of them, because reading
 *   code takes long
 * @throws after the last URL if some of the uses are unknown
 * @yields each data: URL; between them `null`, where the caller may pause
 */
export function* quotedIn(
  text: string,
  kind: TextKind,
  found: Pick<Found, 'place' | 'name' | 'destination'>,
  sourceMap = found.name,
  usesOf?: ReadUses,
): Generator<Found | null, void, void> {
  let uses: Uses | undefined;
  for (const url of findQuotedDataUrls(text, kind)) {
    beforeRequested.lastIndex = url?.start ?? 0;
    if (url && usesOf && !uses && beforeRequested.test(text)) uses = (yield* usesOf(text)) ?? {};
    const name = url?.isSourceMap ? sourceMap : found.name;
    const use = url && uses?.at?.get(url.start);
    if (url?.isUncertain && !use) url.end = 0;
    else yield url && { ...found, name, written: url.written, ...spelled(text, url), ...use };
  }
  if (uses?.isPartial) throw new Error();
}

/** Receives each data: URL that is found. */
export type Emit = (found: Found) => void;

/**
 * Finds the data: URLs in one attribute. A finder is called once for each attribute of each element, and knows nothing
 * about trees, frames, or messages. A value may contain any number of URLs or be megabytes long. For such values, the
 * finder is a generator that yields `null` now and then, so that the page can continue its own work.
 */
export type Finder = (element: Element, attribute: AttributeNode) => Iterable<Found | null>;

/**
 * The result of most finders for most attributes. Creating a generator for each attribute would cost more than the rest
 * of the walk.
 */
export const nothing: readonly Found[] = [];

/** Number of data: URLs, or of attributes, after which the walk may pause. */
export const fewFound = 16;

/** Emits the URLs that a finder yields, up to the limit per page. @yields undefined wherever the caller may pause */
export function* emitAll(all: Iterable<Found | null | undefined>, emit: Emit): Generator<void, void, void> {
  let count = 0;
  for (const found of all) {
    if (found) emit(found);
    if (found && ++count > maxPerScan.occurrences) return;
    if (!found || count % fewFound === 0) yield;
  }
}
