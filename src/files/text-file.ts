/** Running text, of any length: what a person would paste, found by the same search. */
import { isDataUrl } from '../data-url/is-data-url.ts';
import { findPasted } from '../pasted.ts';
import { SPELLED } from '../uri/spelled-scheme.ts';
import type { Part } from './found-in-file.ts';
import { maxUrlLength } from './limits.ts';
import { advance, type Position } from './line-positions.ts';

/** A scheme that is not written with escapes, and the first signs of one that is. */
const plainScheme = /data(?:[\t\n\r=]|\\[nrt]|["'`]\s*\+?\s*["'`])*:/i;
const escapes = /\\|&#|&colon/;
const spelled = new RegExp(SPELLED, 'i');

/** Whether a text has to be searched, which takes ten times as long. */
export const maySpellDataUrl = (text: string): boolean =>
  plainScheme.test(text) || ((escapes.test(text) || /d[\t\n\r]|d=\r?\n/i.test(text)) && spelled.test(text));

/** The data: URLs of running text, with its escapes decoded. */
export function textParts(text: string): Part[] {
  if (!maySpellDataUrl(text)) return [];
  return findPasted(text).flatMap(({ written, start, end, externalBody }): Part[] => {
    if (!isDataUrl(written)) return [];
    const name = externalBody ? 'external-body' : '';
    return [{ written, start, end, name, place: 'text', destination: 'none' }];
  });
}

/** A URL of a text that is read piece by piece; `written` is null for one that is too long to be held. */
export interface Streamed extends Position {
  written: string | null;
  /** The URL as the text has it, escapes included. */
  source: string;
}

/** Code units that are searched at once, and those at their end in which a URL may be cut. */
const windowLength = 1 << 20;
const margin = 1 << 16;

/**
 * The data: URLs of a text of any length. Memory is bounded by the window and the longest URL.
 *
 * @param pieces of the text, in order, none cut within CRLF
 */
export async function* streamedParts(pieces: AsyncIterable<string>): AsyncGenerator<Streamed, void, void> {
  let held = '';
  /** Of the first code unit of `held`. */
  let position: Position = { line: 1, column: 1 };
  let wanted = windowLength;
  /** In a URL that is too long: it ends at the next white space or quote. */
  let isSkipping = false;
  /** The last window ended within a URL, so that only its end is worth another search. */
  let isOpen = false;
  const drop = (length: number) => {
    position = advance(position, held.slice(0, length));
    held = held.slice(length);
  };
  function* search(isLast: boolean): Generator<Streamed, void, void> {
    const certain = isLast ? held.length : Math.max(0, held.length - margin);
    const found = textParts(held);
    const open = isLast ? undefined : found.find(({ end }) => end >= certain);
    const next = isLast ? held.length : Math.max(0, Math.min(open?.start ?? certain, certain) - before);
    let at = position;
    let last = 0;
    for (const { written, start, end } of found) {
      if (end > next) continue;
      at = advance(at, held.slice(last, start));
      last = start;
      yield { ...at, written, source: held.slice(start, end) };
    }
    isOpen = open?.end === held.length;
    drop(held.startsWith('\n', next) && held[next - 1] === '\r' ? next - 1 : next);
    // A URL that spans windows is searched again each time that it has doubled, so that the time stays linear.
    wanted = Math.min(Math.max(windowLength, 2 * held.length), maxUrlLength + margin);
    if (held.length <= maxUrlLength) return;
    yield { ...advance(position, held.slice(0, (open?.start ?? next) - next)), written: null, source: '' };
    drop(held.length);
    wanted = windowLength;
    isOpen = false;
    isSkipping = true;
  }
  for await (const piece of pieces) {
    held += piece;
    if (isSkipping) {
      const end = held.search(urlEnd);
      isSkipping = end < 0;
      drop(end < 0 ? held.length : end);
    }
    const mayEnd = urlEnd.test(piece);
    if (isOpen && !mayEnd && held.length <= maxUrlLength && !/[)}\]]/.test(piece)) continue;
    if (held.length >= wanted || (isOpen && mayEnd)) yield* search(false);
  }
  yield* search(true);
}

/** Characters that end a URL in running text, unless they are a part of it. */
const urlEnd = /[\s"'`<>]/;

/** Code units in front of a URL that decide how it is read: a quote, the name of an attribute. */
const before = 16;
