/** The forms in which people take a data: URL away as text. */
import { betterUrl } from '../data-url/cost.ts';
import { decodeDataUrl } from '../data-url/decode.ts';
import { toBase64 } from '../data-url/encode.ts';
import { repairDataUrl } from '../data-url/repair.ts';
import { quotable } from '../data-url/rewrite.ts';
import { decodeText, usedCharset } from '../mime/charset.ts';
import type { CopyForm } from './copy-forms.ts';
import type { Inspection } from './report.ts';

/**
 * @returns null where there is no such form: of a URL that is rejected no body, of one that is as short as can be no
 *   shorter one, of one that nobody can repair none in its place, of one that no quotes can hold as it is none in them
 */
export function copyOf(
  written: string,
  form: CopyForm,
  item: Pick<Inspection, 'essence' | 'detectedType'>,
): string | null {
  if (form === 'written') return written;
  if (form === 'css' || form === 'html') {
    const url = quotable(written);
    if (url === null) return null;
    if (form === 'css') return `url("${cssString(url)}")`;
    return htmlSnippet(attributeValue(url), item.detectedType ?? item.essence ?? '');
  }
  if (form === 'repaired') return repairDataUrl(written);
  if (form === 'better') return betterUrl(written);
  const decoded = decodeDataUrl(written);
  if (!decoded.ok) return null;
  const { body, mimeType } = decoded;
  return form === 'base64' ? toBase64(body) : decodeText(body, usedCharset(mimeType, body) ?? 'utf-8').text;
}

/** CSSOM's "serialize a string", without its quotes; nothing in it ends a style element or begins a comment there. */
const cssString = (text: string): string =>
  text
    .replace(/["\\]/g, '\\$&')
    .replaceAll('\0', '\ufffd')
    .replace(/[\x01-\x1f\x7f]|<(?=[/!])/g, (control) => `\\${control.charCodeAt(0).toString(16)} `);

const attributeValue = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The element that loads such a type. */
function htmlSnippet(value: string, type: string): string {
  if (type.startsWith('image/')) return `<img src="${value}" alt="">`;
  if (type.startsWith('audio/')) return `<audio src="${value}" controls></audio>`;
  if (type.startsWith('video/')) return `<video src="${value}" controls></video>`;
  if (type === 'text/css') return `<link rel="stylesheet" href="${value}">`;
  if (/(?:java|ecma)script$/.test(type)) return `<script src="${value}"></script>`;
  return `<a href="${value}" download>…</a>`;
}
