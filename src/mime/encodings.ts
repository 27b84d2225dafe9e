/**
 * The encodings of the Encoding Standard (https://encoding.spec.whatwg.org/) by their labels, and decoding.
 * The platform's `TextDecoder` lacks two of them: `replacement` everywhere, `x-user-defined` in Node.
 */
import { atOnce, strideLength } from '../turns.ts';

/** https://encoding.spec.whatwg.org/#names-and-labels: encodings that browsers refuse to decode. */
const replacementLabels = new Set(
  'replacement csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr'.split(' '),
);

/**
 * The name of the encoding for a label, in lower case: `us-ascii` and `latin1` are `windows-1252`, `iso-2022-kr` is
 * `replacement`. Null for unknown labels: `utf-7`, `utf-32`, typing errors.
 */
export function encodingOf(label: string): string | null {
  // No label is longer than 19 characters; the rest is for surrounding whitespace.
  if (label.length > 64) return null;
  const name = label.replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '').toLowerCase();
  if (replacementLabels.has(name)) return 'replacement';
  if (name === 'x-user-defined') return name;
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return null;
  }
}

/**
 * Decodes bytes, and drops a byte order mark.
 *
 * @param encoding a name returned by `encodingOf`
 * @param isCut whether the bytes may end within a character, which is then ignored
 */
export const decode = (bytes: Uint8Array, encoding: string, isCut = false): string =>
  atOnce(decoded(bytes, encoding, isCut));

/** The same as `decode`, as a generator that yields now and then. */
export function* decoded(bytes: Uint8Array, encoding: string, isCut = false): Generator<void, string, void> {
  // https://encoding.spec.whatwg.org/#replacement-decoder: one error for the whole input.
  if (encoding === 'replacement') return bytes.length > 0 ? '\ufffd' : '';
  if (encoding === 'x-user-defined') return userDefined(bytes);
  const decoder = new TextDecoder(encoding);
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += strideLength) {
    if (at > 0) yield;
    parts.push(decoder.decode(bytes.subarray(at, at + strideLength), { stream: true }));
  }
  if (!isCut) parts.push(decoder.decode());
  return parts.join('');
}

/** https://encoding.spec.whatwg.org/#x-user-defined-decoder */
function userDefined(bytes: Uint8Array): string {
  const units = new Uint8Array(2 * bytes.length);
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    units[2 * i] = byte;
    if (byte >= 0x80) units[2 * i + 1] = 0xf7;
  }
  return new TextDecoder('utf-16le', { ignoreBOM: true }).decode(units);
}
