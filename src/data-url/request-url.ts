/**
 * The form in which a data: URL appears in a browser's network stack, and therefore in DevTools: the URL parser's href
 * without the fragment.
 */

import { pieceEnd } from '../truncate.ts';
import { inTurns, strideLength } from '../yield-to-event-loop.ts';
import { slicesOf } from './blobs.ts';
import { withoutTrailingSpace } from './pieces.ts';
import { identify } from './written.ts';

/** Maximum number of code units that the platform's URL parser, which cannot pause, parses in one go. */
const maxParsedLength = 1 << 18;

/** Maximum size, in bytes, of a Blob that is read as text to find its requested URL. */
const maxRequestSize = 1 << 26;

/** Matches URLs that the parser never changes; a `/` after the colon would begin a hierarchical path. */
const ownSerialization = /^data:[!"$-.0->@-~][!"$->@-~]*$/;

/**
 * Identifies the URL that is requested for a written one.
 *
 * @param own the hexadecimal SHA-256 of the written URL, which is usually also that of the requested URL
 * @returns the hexadecimal SHA-256 of the requested URL
 */
export async function requestIdOf(written: string | Blob, own: string): Promise<string> {
  if (typeof written === 'string') return ownSerialization.test(written) ? own : identified(written, own);
  if (written.size > maxRequestSize || (await isOwnSerialization(written))) return own;
  return identified(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await written.arrayBuffer()), own);
}

async function identified(written: string, own: string): Promise<string> {
  // Browsers strip whitespace from an attribute's value (HTML 2.4.1). The difference matters: if "data:" comes first,
  // Chromium's parser keeps line breaks, as %0A; otherwise, it removes them.
  const start = written.replace(/^[\t\n\f\r ]+/, '');
  const href = start.length > maxParsedLength ? await inTurns(hrefOfLong(start)) : hrefOf(start);
  return href === null || href === written ? own : (await identify(href)).sha256;
}

/** The URL parser's href without the fragment; null for an invalid URL. */
function hrefOf(written: string): string | null {
  try {
    const url = new URL(written);
    url.hash = '';
    return url.href;
  } catch {
    return null;
  }
}

/**
 * Like `hrefOf`, but a generator that yields now and then: the pieces of an opaque path are parsed separately, with the
 * same result (https://url.spec.whatwg.org/#cannot-be-a-base-url-path-state, #query-state). Null for any other URL.
 */
function* hrefOfLong(written: string): Generator<void, string | null, void> {
  if (!/^data:[^/\t\n\r]/i.test(written)) return null;
  const hash = written.indexOf('#');
  const text = hash < 0 ? withoutTrailingSpace(written) : written.slice(0, hash);
  // Browsers differ in how they treat a space before a fragment.
  if (text.endsWith(' ')) return null;
  const mark = text.indexOf('?');
  const query = mark < 0 ? text.length : mark;
  let href = 'data:';
  for (let from = href.length; from < text.length; ) {
    yield;
    const isQuery = from >= query;
    const end = isQuery ? text.length : query;
    const to = pieceEnd(text, from, Math.min(from + strideLength, end));
    // The escaping of a space at the end depends on the next character.
    const [before, behind] = isQuery ? ['data:?', 'x'] : ['data:,', to === query && mark >= 0 ? '?x' : 'x'];
    href += new URL(before + text.slice(from, to) + behind).href.slice(before.length, -behind.length);
    from = to;
  }
  return href;
}

/** Whether `ownSerialization` matches a Blob's UTF-8, tested byte by byte in constant memory. */
async function isOwnSerialization(blob: Blob): Promise<boolean> {
  const start = await blob.slice(0, 6).text();
  if (!ownSerialization.test(start)) return false;
  for await (const bytes of slicesOf(blob)) if (!bytes.every(staysItself)) return false;
  return true;
}

/** Whether a byte is visible ASCII other than `#` and `?`. */
const staysItself = (byte: number): boolean => byte > 0x20 && byte < 0x7f && byte !== 0x23 && byte !== 0x3f;
