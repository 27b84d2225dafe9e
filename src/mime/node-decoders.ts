/**
 * Corrects the decoders of Node, which lack two encodings, map some bytes differently from the Encoding Standard's
 * indexes, throw on some errors in multi-byte encodings, and count others differently. The extension is built without
 * this module, because browsers need no corrections.
 */
import { atOnce } from '../yield-to-event-loop.ts';
import { isMultiByte, multiByteDecoder, platformName } from './multi-byte.ts';
import { decodedBy, platformDecoder, type StreamDecoder } from './stream-decoder.ts';

/** Whether the platform's `TextDecoder` may lack the encoding with this name in lower case. */
export const mayBeMissing = (name: string): boolean => Object.hasOwn(singleByte, name);

/**
 * Decodes bytes in a multi-byte encoding; a generator that yields now and then.
 *
 * @returns null for all other encodings
 */
export function* correctText(
  bytes: Uint8Array,
  encoding: string,
  isCut: boolean,
): Generator<void, string | null, void> {
  if (!isMultiByte(encoding)) return null;
  const text = yield* platformText(bytes, encoding, isCut);
  if (text !== null) return text;
  const parts: string[] = [];
  yield* multiByteDecoder(encoding)(bytes, !isCut, (part) => parts.push(part));
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

/** Creates a decoder that replaces the platform's; null if the platform's is correct. */
export function correctDecoder(encoding: string): StreamDecoder | null {
  const upper = singleByte[encoding] ?? correctedUnits(encoding);
  if (upper !== undefined) return { decode: (bytes) => singleByteText(bytes, upper), end: () => '' };
  return isMultiByte(encoding) ? multiByteStream(encoding) : null;
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
