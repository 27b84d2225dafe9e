/** The type of a finder, and of its results. */
import { utf8Length } from '../../src/data-url/utf8-length.ts';
import type { CssLocation } from '../../src/payload/css-urls.ts';
import type { Occurrence } from '../../src/vocabulary.ts';
import { maxPerScan } from '../platform/limits.ts';

/** A data: URL in one place, as the finders yield it; the walk and the carrier add the element and the frame. */
export interface Found extends Partial<Omit<CssLocation, 'rules'>> {
  written: string;
  place: Occurrence['place'];
  name: string;
  destination: Occurrence['destination'];
  face?: Occurrence['face'];
  /** See `CssLocation`. */
  rules?: string[];
  /** Bytes of UTF-8 that it takes in its source text, if that is known and differs from the written URL. */
  bytes?: number;
  /** Address of the sheet that holds it, and its number among those of the same text and use in the sheet, from 1. */
  sheet?: { href: string; nth: number };
}

/** The bytes of what was found between two code units of a text, if the text spells it otherwise than `written`. */
export const spelled = (
  text: string,
  { written, start, end }: { written: string; start: number; end: number },
): Pick<Found, 'bytes'> =>
  end - start === written.length ? {} : { bytes: utf8Length(text.slice(start, end)) };

/** Without bytes and position, where the browser has serialized the text anew and the source is not known. */
export const unspelled = ({ bytes: _, line: _line, column: _column, ...found }: Found): Found => found;

/** Emits one data: URL that was found. */
export type Emit = (found: Found) => void;

/**
 * One kind of place in attributes: gets each attribute of each element once, and yields each data: URL in it. A finder
 * knows nothing of trees, frames or messages. A value may hold any number of URLs, or be megabytes long: then the
 * finder is a generator and yields `null` now and then, where the page may go on with its own work.
 *
 * @param name the attribute's local name; it is in no namespace
 */
export type Finder = (element: Element, name: string, value: string) => Iterable<Found | null>;

/** The result of most finders for most attributes: a generator for each would cost more than the rest of the walk. */
export const nothing: readonly Found[] = [];

/** data: URLs, or attributes, between two places where the walk may pause. */
export const fewFound = 16;

/** Emits the URLs that a finder yields, up to the limit of a page. @yields where the caller may pause */
export function* emitAll(all: Iterable<Found | null>, emit: Emit): Generator<void, void, void> {
  let count = 0;
  for (const found of all) {
    if (found) emit(found);
    if (found && ++count > maxPerScan.occurrences) return;
    if (!found || count % fewFound === 0) yield;
  }
}
