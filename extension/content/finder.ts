/** What a finder is, and what it finds. */
import { utf8Length } from '../../src/data-url/utf8-length.ts';
import type { Occurrence } from '../../src/vocabulary.ts';
import { maxPerScan } from '../platform/limits.ts';

/** A data: URL in one place, as the finders give it; the walk and the carrier add who and where. */
export interface Found {
  written: string;
  place: Occurrence['place'];
  name: string;
  destination: Occurrence['destination'];
  face?: Occurrence['face'];
  /** Bytes of UTF-8 that it takes in its source text, where that is at hand and spells it in another way. */
  bytes?: number;
  /** Address of the sheet that holds it, and its number among those of the same text and use in there, from 1. */
  sheet?: { href: string; nth: number };
}

/** How a text spells what was found between two code units of it, if not as `written`. */
export const spelled = (
  text: string,
  { written, start, end }: { written: string; start: number; end: number },
): Pick<Found, 'bytes'> =>
  end - start === written.length ? {} : { bytes: utf8Length(text.slice(start, end)) };

/** The same where the browser has spelled the text anew, and the source is not at hand. */
export const unspelled = ({ bytes: _, ...found }: Found): Found => found;

/** Tells one thing that was found. */
export type Emit = (found: Found) => void;

/**
 * One kind of place in attributes: is shown each attribute of each element once, and gives each data: URL there. A
 * finder knows nothing of trees, frames or messages. A value may hold any number of URLs, or be megabytes long: then
 * a finder is a generator, which gives `null` now and then, where the page may go on with its own work.
 *
 * @param name the attribute's local name; it is in no namespace
 */
export type Finder = (element: Element, name: string, value: string) => Iterable<Found | null>;

/** What most finders find in most attributes: to make a generator for that would cost more than all else. */
export const nothing: readonly Found[] = [];

/** data: URLs, or attributes, between two places where the walk may pause. */
export const fewFound = 16;

/** Tells what a finder gives, as much of it as a page may tell. @yields where the caller may pause */
export function* emitAll(all: Iterable<Found | null>, emit: Emit): Generator<void, void, void> {
  let count = 0;
  for (const found of all) {
    if (found) emit(found);
    if (found && ++count > maxPerScan.occurrences) return;
    if (!found || count % fewFound === 0) yield;
  }
}
