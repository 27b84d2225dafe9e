/**
 * The encodings of the Encoding Standard (https://encoding.spec.whatwg.org/) by their labels, and decoding with the
 * platform's `TextDecoder`, which lacks `replacement` everywhere, and which `node-decoders.ts` corrects in Node.
 */
import { atOnce, strideLength } from '../yield-to-event-loop.ts';
import { correctDecoder, correctText, mayBeMissing } from './node-decoders.ts';
import { decodedBy, platformDecoder, type StreamDecoder } from './stream-decoder.ts';

/** https://encoding.spec.whatwg.org/#names-and-labels: encodings that browsers refuse to decode. */
const replacementLabels = new Set(
  'replacement csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr'.split(' '),
);

/**
 * The name of the encoding for a label, in lower case: for example, `us-ascii` and `latin1` are `windows-1252`, and
 * `iso-2022-kr` is `replacement`. Null for unknown labels, such as `utf-7`, `utf-32`, and typos.
 */
export function encodingOf(label: string): string | null {
  // No label is longer than 19 characters. The limit allows for surrounding whitespace.
  if (label.length > 64) return null;
  const name = label.replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '').toLowerCase();
  if (replacementLabels.has(name)) return 'replacement';
  if (mayBeMissing(name)) return name;
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return null;
  }
}

const utf8 = new TextDecoder();

/**
 * Decodes bytes, without a byte order mark.
 *
 * @param encoding a name returned by `encodingOf`
 * @param isCut whether the bytes may end within a character, which is then ignored
 */
export const decode = (bytes: Uint8Array, encoding: string, isCut = false): string =>
  atOnce(decoded(bytes, encoding, isCut));

/** Like `decode`, but a generator that yields now and then. */
export function* decoded(bytes: Uint8Array, encoding: string, isCut = false): Generator<void, string, void> {
  // The shared decoder is several times faster than a new one.
  if (encoding === 'utf-8' && !isCut && bytes.length <= strideLength) return utf8.decode(bytes);
  const text = yield* correctText(bytes, encoding, isCut);
  return text ?? (yield* decodedBy(streamDecoder(encoding), bytes, isCut));
}

/**
 * Creates a decoder that removes a byte order mark and inserts U+FFFD for errors.
 *
 * @param encoding a name returned by `encodingOf`
 * @param options `ignoreBOM` keeps a byte order mark, as in `TextDecoder`
 */
export function streamDecoder(encoding: string, options?: TextDecoderOptions): StreamDecoder {
  if (encoding === 'replacement') return replacementDecoder();
  return correctDecoder(encoding) ?? platformDecoder(encoding, options);
}

/** https://encoding.spec.whatwg.org/#replacement-decoder: one error for the whole input. */
function replacementDecoder(): StreamDecoder {
  let isBegun = false;
  const decode = ({ length }: Uint8Array): string => {
    if (isBegun || length === 0) return '';
    isBegun = true;
    return '\ufffd';
  };
  return { decode, end: () => '' };
}
