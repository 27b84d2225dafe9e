/** A written data: URL, parsed and decoded once for all functions that need both. */
import { atOnce } from '../yield-to-event-loop.ts';
import { type Decoded, decoding } from './decode.ts';
import { headOf } from './head.ts';
import { type ParsedDataUrl, partsIn } from './parse.ts';

export interface ReadUrl {
  written: string;
  parsed: ParsedDataUrl;
  decoded: Decoded;
}

export const readUrl = (written: string): ReadUrl => atOnce(readingUrl(written));

/** The same as `readUrl`, as a generator that yields now and then. */
export function* readingUrl(written: string): Generator<void, ReadUrl, void> {
  const head = yield* headOf(written);
  const decoded = yield* decoding(written, head);
  return { written, parsed: yield* partsIn(written, head), decoded };
}
