/**
 * The encodings of the Encoding Standard (https://encoding.spec.whatwg.org/) by their labels, and decoding. The
 * platform's `TextDecoder` lacks three of the encodings: `replacement` everywhere, and `x-user-defined` and
 * `iso-8859-16` in Node. Node's also throws on some errors in multi-byte encodings.
 */
import { atOnce, strideLength } from '../yield-to-event-loop.ts';
import { isMultiByte, multiByteDecoder, platformName } from './multi-byte.ts';

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
  if (Object.hasOwn(singleByte, name)) return name;
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return null;
  }
}

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
  if (!isMultiByte(encoding)) return yield* decodedBy(streamDecoder(encoding), bytes, isCut);
  const text = yield* platformText(bytes, encoding, isCut);
  if (text !== null) return text;
  const parts: string[] = [];
  yield* multiByteDecoder(encoding)(bytes, !isCut, (part) => parts.push(part));
  return parts.join('');
}

const utf8 = new TextDecoder();

function* decodedBy(
  decoder: StreamDecoder,
  bytes: Uint8Array,
  isCut: boolean,
): Generator<void, string, void> {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += strideLength) {
    if (at > 0) yield;
    parts.push(decoder.decode(bytes.subarray(at, at + strideLength)));
  }
  if (!isCut) parts.push(decoder.end());
  return parts.join('');
}

/** Decodes a text without errors with the platform's decoder, which is fast. Returns null if there may be errors. */
function* platformText(
  bytes: Uint8Array,
  encoding: string,
  isCut: boolean,
): Generator<void, string | null, void> {
  try {
    const text = yield* decodedBy(platformDecoder(platformName(encoding)), bytes, isCut);
    // Node's decoder turns unknown bytes into controls, private-use characters or currency signs, and swaps three
    // controls.
    return /[\x1a\x1c\x7f-\x9f\xa2\xa3\xac\ue000-\uf8ff\ufffd]/.test(text) ? null : text;
  } catch {
    return null;
  }
}

function platformDecoder(encoding: string, options?: TextDecoderOptions): StreamDecoder {
  const decoder = new TextDecoder(encoding, options);
  return { decode: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}

/** Decodes a text piece by piece. Never throws. */
export interface StreamDecoder {
  decode(bytes: Uint8Array): string;
  /** Returns the rest of the text: U+FFFD if a character was cut off. */
  end(): string;
}

/**
 * Creates a decoder that removes a byte order mark and inserts U+FFFD for errors.
 *
 * @param encoding a name returned by `encodingOf`
 * @param options `ignoreBOM` keeps a byte order mark, as in `TextDecoder`
 */
export function streamDecoder(encoding: string, options?: TextDecoderOptions): StreamDecoder {
  if (encoding === 'replacement') return replacementDecoder();
  const upper = singleByte[encoding] ?? correctedUnits(encoding);
  if (upper !== undefined) return { decode: (bytes) => singleByteText(bytes, upper), end: () => '' };
  return isMultiByte(encoding) ? multiByteStream(encoding) : platformDecoder(encoding, options);
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

/** Creates a decoder of a multi-byte encoding. */
function multiByteStream(encoding: string): StreamDecoder {
  const charactersIn = multiByteDecoder(encoding);
  /** The bytes of an incomplete character. */
  let begun = new Uint8Array();
  const next = (bytes: Uint8Array, isEnd: boolean): string => {
    const all = new Uint8Array(begun.length + bytes.length);
    all.set(begun);
    all.set(bytes, begun.length);
    const parts: string[] = [];
    begun = all.subarray(atOnce(charactersIn(all, isEnd, (text) => parts.push(text))));
    return parts.join('');
  };
  return { decode: (bytes) => next(bytes, false), end: () => next(new Uint8Array(), true) };
}

/** The characters of ISO-8859-16 from 0xA0 on: https://encoding.spec.whatwg.org/index-iso-8859-16.txt */
const iso885916 =
  '\xa0ĄąŁ€„Š§š©Ș«Ź\xadźŻ°±ČłŽ”¶·žčș»ŒœŸżÀÁÂĂÄĆÆÇÈÉÊËÌÍÎÏĐŃÒÓÔŐÖŚŰÙÚÛÜĘȚßàáâăäćæçèéêëìíîïđńòóôőöśűùúûüęțÿ';

/** Single-byte encodings that a platform lacks: the code unit for each byte from 0x80 on. */
const singleByte: Readonly<Record<string, (byte: number) => number>> = {
  // https://encoding.spec.whatwg.org/#x-user-defined-decoder
  'x-user-defined': (byte) => 0xf700 + byte,
  'iso-8859-16': (byte) => (byte < 0xa0 ? byte : iso885916.charCodeAt(byte - 0xa0)),
};

/**
 * Correct code units for bytes from 0x80 on that Node's decoders map differently from the Encoding Standard's
 * indexes.
 */
const corrections: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  // In this encoding, Node swaps only three controls, all of them below 0x80.
  ibm866: {},
  'koi8-u': { 174: 0x45e, 190: 0x40e },
  'windows-874': Object.fromEntries(
    [0xdb, 0xdc, 0xdd, 0xde, 0xfc, 0xfd, 0xfe, 0xff].map((byte) => [byte, 0xfffd]),
  ),
  'windows-1253': { 170: 0xfffd },
  'windows-1255': { 202: 0x5ba },
};

/**
 * The code units for an encoding's bytes from 0x80 on if the platform's may be wrong; undefined for all other
 * encodings.
 */
function correctedUnits(encoding: string): ((byte: number) => number) | undefined {
  if (!Object.hasOwn(corrections, encoding)) return undefined;
  const decoder = new TextDecoder(encoding);
  const text = decoder.decode(Uint8Array.from({ length: 0x80 }, (_, index) => 0x80 + index));
  return (byte) => corrections[encoding]?.[byte] ?? text.charCodeAt(byte - 0x80);
}

function singleByteText(bytes: Uint8Array, upper: (byte: number) => number): string {
  const units = new Uint8Array(2 * bytes.length);
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    const unit = byte < 0x80 ? byte : upper(byte);
    units[2 * i] = unit & 0xff;
    units[2 * i + 1] = unit >> 8;
  }
  return new TextDecoder('utf-16le', { ignoreBOM: true }).decode(units);
}
