/** The forms in which a data: URL can be copied as text. */

import { decoding } from '../data-url/decode.ts';
import { base64Of } from '../data-url/encode.ts';
import { changed } from '../data-url/pieces.ts';
import { quoting, shorteningUrl } from '../data-url/rewrite.ts';
import { usedCharset } from '../mime/charset.ts';
import { decoded } from '../mime/encodings.ts';
import { repairing } from '../repair/repair.ts';
import { atOnce } from '../yield-to-event-loop.ts';
import type { CopyForm } from './copy-forms.ts';
import type { Inspection } from './report.ts';

/**
 * @returns null if the form does not exist: the body of a rejected URL, a shorter URL, a repair, or a URL
 *   that is safe in quotes
 */
export const copyOf = (...args: Parameters<typeof copying>): string | null => atOnce(copying(...args));

/** The same as `copyOf`, as a generator that yields now and then. */
export function* copying(
  written: string,
  form: CopyForm,
  item: Pick<Inspection, 'essence' | 'detectedType'>,
): Generator<void, string | null, void> {
  if (form === 'written') return written;
  if (form === 'css' || form === 'html') {
    const url = yield* quoting(written);
    if (url === null) return null;
    if (form === 'css') return `url("${yield* changed(url, cssString)}")`;
    return htmlSnippet(yield* changed(url, attributeValue), item.detectedType ?? item.essence ?? '');
  }
  if (form === 'repaired') {
    const repair = yield* repairing(written);
    return repair.ok ? repair.url : null;
  }
  if (form === 'better') return yield* shorteningUrl(written);
  const read = yield* decoding(written);
  if (!read.ok) return null;
  const { body, mimeType } = read;
  if (form === 'base64') return yield* base64Of(body);
  return yield* decoded(body, usedCharset(mimeType, body) ?? 'utf-8');
}

/**
 * CSSOM's "serialize a string", without its quotes; the result can neither end a style element nor begin a comment
 * there.
 */
const cssString = (text: string): string =>
  text
    .replace(/["\\]/g, '\\$&')
    .split('\0')
    .join('\ufffd')
    .replace(/[\x01-\x1f\x7f]|<(?=[/!])/g, (control) => `\\${control.charCodeAt(0).toString(16)} `);

const attributeValue = (text: string): string =>
  text.split('&').join('&amp;').split('"').join('&quot;').split('<').join('&lt;');

/** An element that loads this type, or a download link. */
function htmlSnippet(value: string, type: string): string {
  if (type.startsWith('image/')) return `<img src="${value}" alt="">`;
  if (type.startsWith('audio/')) return `<audio src="${value}" controls></audio>`;
  if (type.startsWith('video/')) return `<video src="${value}" controls></video>`;
  if (type === 'text/css') return `<link rel="stylesheet" href="${value}">`;
  if (/(?:java|ecma)script$/.test(type)) return `<script src="${value}"></script>`;
  return `<a href="${value}" download>…</a>`;
}
