/**
 * Decodes the multi-byte encodings of the Encoding Standard, character by character. The standard's decoders find where
 * each character or error begins; the platform's decoder is used only as an index, for one whole character at a time.
 * It can't do more: it reports no positions, and Node's (ICU) throws on some errors in a stream and counts others
 * differently.
 */
import { strideLength } from '../yield-to-event-loop.ts';

/** Receives a character, U+FFFD for an error, or a run of ASCII, and the position of its first byte. */
export type OnCharacters = (text: string, at: number) => void;

/**
 * Decodes the next bytes of a text, and yields now and then.
 *
 * @param isEnd whether the text ends with these bytes; if not, an incomplete last character is left for the next call
 * @returns the number of bytes that were decoded
 */
export type MultiByteDecoder = (
  bytes: Uint8Array,
  isEnd: boolean,
  put: OnCharacters,
) => Generator<void, number, void>;

/** Describes an encoding: where its characters begin and end, by the ranges of their bytes. */
interface Form {
  /** The length of the character at a position; 0 if there is none. */
  whole(bytes: Uint8Array, at: number): number;
  /** The number of bytes that the decoder has consumed when it detects an error; 0 if there is no lead byte. */
  begun(bytes: Uint8Array, at: number): number;
}

const isIn = (byte: number | undefined, min: number, max: number): boolean =>
  byte !== undefined && byte >= min && byte <= max;
const isDigit = (byte: number | undefined): boolean => isIn(byte, 0x30, 0x39);
const isLead = (byte: number | undefined): boolean => isIn(byte, 0x81, 0xfe);

const twoBytes: Form = {
  whole: (bytes, at) => (isLead(bytes[at]) && isIn(bytes[at + 1], 0x40, 0xfe) ? 2 : 0),
  begun: (bytes, at) => (isLead(bytes[at]) ? 1 : 0),
};

/** https://encoding.spec.whatwg.org/#gb18030-decoder */
const gb: Form = {
  whole(bytes, at) {
    if (bytes[at] === 0x80) return 1;
    const isFour =
      isLead(bytes[at]) && isDigit(bytes[at + 1]) && isLead(bytes[at + 2]) && isDigit(bytes[at + 3]);
    return isFour ? 4 : twoBytes.whole(bytes, at);
  },
  begun(bytes, at) {
    const length = bytes.length - at;
    /*
     * At the end of the text, two or three bytes of an incomplete character are one error; elsewhere, the second byte
     * is decoded again.
     */
    if (
      isLead(bytes[at]) &&
      isDigit(bytes[at + 1]) &&
      (length === 2 || (length === 3 && isLead(bytes[at + 2])))
    )
      return length;
    return twoBytes.begun(bytes, at);
  },
};

/** https://encoding.spec.whatwg.org/#euc-jp-decoder */
const eucJp: Form = {
  whole(bytes, at) {
    const isTrail = (ahead: number) => isIn(bytes[at + ahead], 0xa1, 0xfe);
    if (bytes[at] === 0x8e) return isIn(bytes[at + 1], 0xa1, 0xdf) ? 2 : 0;
    if (bytes[at] === 0x8f) return isTrail(1) && isTrail(2) ? 3 : 0;
    return isTrail(0) && isTrail(1) ? 2 : 0;
  },
  begun(bytes, at) {
    if (bytes[at] === 0x8f) return isIn(bytes[at + 1], 0xa1, 0xfe) ? 2 : 1;
    return bytes[at] === 0x8e || isIn(bytes[at], 0xa1, 0xfe) ? 1 : 0;
  },
};

const isShiftJisLead = (byte: number | undefined) => isIn(byte, 0x81, 0x9f) || isIn(byte, 0xe0, 0xfc);
/** https://encoding.spec.whatwg.org/#shift_jis-decoder */
const shiftJis: Form = {
  whole(bytes, at) {
    if (isIn(bytes[at], 0xa1, 0xdf)) return 1;
    return isShiftJisLead(bytes[at]) && isIn(bytes[at + 1], 0x40, 0xfc) ? 2 : 0;
  },
  begun: (bytes, at) => (isShiftJisLead(bytes[at]) ? 1 : 0),
};

const forms: Readonly<Record<string, Form>> = {
  ...{ gbk: gb, gb18030: gb, big5: twoBytes, 'euc-kr': twoBytes, 'euc-jp': eucJp, shift_jis: shiftJis },
};

/** Whether the encoding with this name has multi-byte characters and isn't one of Unicode's encodings. */
export const isMultiByte = (encoding: string): boolean =>
  encoding === 'iso-2022-jp' || Object.hasOwn(forms, encoding);

/**
 * Creates a decoder.
 *
 * @param encoding a name for which `isMultiByte` is true
 */
export function multiByteDecoder(encoding: string): MultiByteDecoder {
  const form = forms[encoding];
  if (!form) return iso2022JpDecoder();
  const characterOf = indexOf(encoding);
  // https://encoding.spec.whatwg.org/#shift_jis-decoder: 0x80 is returned unchanged.
  const maxSingle = encoding === 'shift_jis' ? 0x80 : 0x7f;
  return function* (bytes, isEnd, put) {
    let at = 0;
    for (let pause = strideLength; at < bytes.length; ) {
      if (at >= pause) {
        yield;
        pause = at + strideLength;
      }
      const start = at;
      while (at < bytes.length && bytes[at]! <= maxSingle && at - start < 4096) at++;
      if (at > start) {
        put(String.fromCharCode(...bytes.subarray(start, at)), start);
        continue;
      }
      const length = form.whole(bytes, at);
      const character = length > 0 ? characterOf(bytes, at, length) : null;
      if (character !== null) {
        put(character, at);
        at += length;
        continue;
      }
      const begun = length === 4 ? 4 : form.begun(bytes, at);
      const isCut = length < 4 && begun > 0 && at + begun === bytes.length;
      if (isCut && !isEnd) break;
      put('\ufffd', at);
      // ASCII after a lead byte isn't part of the error.
      const isWithNext = length < 4 && begun > 0 && bytes[at + begun]! > 0x7f;
      at += Math.max(begun, 1) + (isWithNext ? 1 : 0);
    }
    return at;
  };
}

/**
 * https://encoding.spec.whatwg.org/#big5-decoder, step 3.3: byte sequences that each decode to two code points.
 * Platforms decode them incorrectly.
 */
const big5Pairs: readonly [number, string][] = [
  [0x8862, '\u00ca\u0304'],
  [0x8864, '\u00ca\u030c'],
  [0x88a3, '\u00ea\u0304'],
  [0x88a5, '\u00ea\u030c'],
];

/** The platform's name: the Encoding Standard decodes GBK as gb18030, but Node does not. */
export const platformName = (encoding: string): string => (encoding === 'gbk' ? 'gb18030' : encoding);

/** Encodings whose indexes contain private-use characters. */
const withPrivate = new Set(['gbk', 'gb18030', 'shift_jis']);

/** The index of an encoding: a function that returns the character for some bytes; null for an error. */
function indexOf(encoding: string): (bytes: Uint8Array, at: number, length: number) => string | null {
  const decoder = new TextDecoder(platformName(encoding));
  const character = withPrivate.has(encoding) ? /^[^\0-\x9f\ufffd]+$/ : /^[^\0-\x9f\ue000-\uf8ff\ufffd]+$/;
  const known = new Map<number, string | null>(encoding === 'big5' ? big5Pairs : []);
  const lookUp = (bytes: Uint8Array): string | null => {
    const text = decoder.decode(bytes);
    // For a gap in its index, Node may return the bytes as controls or ASCII, or return a private-use character.
    const isCharacter = bytes.length === 4 ? !text.includes('\ufffd') : character.test(text);
    return isCharacter ? text : null;
  };
  return (bytes, at, length) => {
    let key = 0;
    for (let i = at; i < at + length; i++) key = key * 256 + bytes[i]!;
    // Four-byte characters are not cached, because there are a million of them.
    const before = length < 4 ? known.get(key) : undefined;
    if (before !== undefined) return before;
    const found = lookUp(bytes.subarray(at, at + length));
    if (length < 4) known.set(key, found);
    return found;
  };
}

type Iso2022JpState = 'ascii' | 'roman' | 'katakana' | 'jis0208';
const escapes: Readonly<Record<string, Iso2022JpState>> = {
  '(B': 'ascii',
  '(J': 'roman',
  '(I': 'katakana',
  '$@': 'jis0208',
  $B: 'jis0208',
};

/** https://encoding.spec.whatwg.org/#iso-2022-jp-decoder */
function iso2022JpDecoder(): MultiByteDecoder {
  const characterOf = indexOf('euc-jp');
  let state: Iso2022JpState = 'ascii';
  /** Whether an escape sequence has just ended. Two escape sequences in succession are an error. */
  let isAfterEscape = false;
  const one = (byte: number): string | null => {
    if (state === 'katakana') return byte > 0x20 && byte < 0x60 ? String.fromCharCode(0xff40 + byte) : null;
    if (byte > 0x7f || byte === 0x0e || byte === 0x0f) return null;
    const isRoman = state === 'roman';
    return isRoman && byte === 0x5c ? '¥' : isRoman && byte === 0x7e ? '‾' : String.fromCharCode(byte);
  };
  const is94 = (byte: number | undefined): boolean => byte !== undefined && byte > 0x20 && byte < 0x7f;
  return function* (bytes, isEnd, put) {
    let at = 0;
    for (let pause = strideLength; at < bytes.length; ) {
      if (at >= pause) {
        yield;
        pause = at + strideLength;
      }
      const byte = bytes[at]!;
      const trail = bytes[at + 1];
      if (byte === 0x1b) {
        if (at + 2 >= bytes.length && !isEnd) break;
        const escaped = escapes[String.fromCharCode(...bytes.subarray(at + 1, at + 3))];
        if (escaped === undefined || isAfterEscape) put('\ufffd', at);
        isAfterEscape = escaped !== undefined;
        state = escaped ?? state;
        at += escaped === undefined ? 1 : 3;
        continue;
      }
      isAfterEscape = false;
      if (state !== 'jis0208' || !is94(byte)) {
        put((state !== 'jis0208' && one(byte)) || '\ufffd', at++);
        continue;
      }
      if (trail === undefined && !isEnd) break;
      const pair = is94(trail) ? characterOf(Uint8Array.of(byte | 0x80, trail! | 0x80), 0, 2) : null;
      put(pair ?? '\ufffd', at);
      at += trail === undefined || trail === 0x1b ? 1 : 2;
    }
    return at;
  };
}
