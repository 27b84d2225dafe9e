/**
 * The text of a style sheet whose URL is a data: URL, decoded with the browser's own functions: the core's decoder
 * would make the content script a third larger.
 */

import { bodyLimits } from '../../src/limits.ts';
import { fragmentStart } from '../../src/uri/fragment.ts';

const isBase64 = /; *base64 *$/i;
const charsetIn = /; *charset *= *"?([^";]+)/i;

/**
 * @param href as the browser serializes it: all of it ASCII, without what the URL parser deletes
 * @returns '' for a body that the worker does not read as a whole either
 */
export function textOfDataSheet(href: string): string {
  const comma = href.indexOf(',');
  if (comma < 0 || href.length > bodyLimits.whole) return '';
  const type = href.slice(0, comma);
  try {
    // One code unit per byte. Only `unescape` knows the escape "%uXXXX", so its `%` is escaped.
    let bytes = unescape(href.slice(comma + 1, fragmentStart(href)).replace(/%(?=u)/gi, '%25'));
    if (isBase64.test(type)) bytes = atob(bytes);
    const array = new Uint8Array(bytes.length);
    for (let i = 0; i < array.length; i++) array[i] = bytes.charCodeAt(i);
    return decoderOf(charsetIn.exec(type)?.[1]).decode(array);
  } catch {
    // The body is not valid base64.
    return '';
  }
}

function decoderOf(label: string | undefined): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
