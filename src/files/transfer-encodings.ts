/** Decodes the transfer encodings of mail (RFC 2045, section 6), and maps positions. */
import { base64Value } from '../data-url/forgiving-base64.ts';
import { encodingOf, streamDecoder } from '../mime/encodings.ts';
import { isMultiByte, multiByteDecoder } from '../mime/multi-byte.ts';
import { atOnce } from '../yield-to-event-loop.ts';
import { decoding, type Mapped } from './mapped-text.ts';

/** Bytes, and for each byte the offset, in code units, at which it begins in the source. The last offset is the end. */
interface Octets {
  bytes: Uint8Array;
  starts: Uint32Array;
}

function collect(length: number) {
  const bytes = new Uint8Array(length);
  const starts = new Uint32Array(length + 1);
  let count = 0;
  return {
    add(byte: number, start: number) {
      bytes[count] = byte;
      starts[count++] = start;
    },
    done(end: number): Octets {
      starts[count] = end;
      return { bytes: bytes.subarray(0, count), starts: starts.subarray(0, count + 1) };
    },
  };
}

const utf8 = new TextEncoder();

/** Decodes quoted-printable (section 6.7): `=XX`, and soft line breaks. */
export function quotedPrintable(text: string): Octets {
  const octets = collect(3 * text.length);
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) as number;
    if (code === 0x3d) {
      const hex = /^=([\da-f]{2})/i.exec(text.slice(at, at + 3))?.[1];
      const soft = /^=[ \t]{0,80}(?:\r\n|\n)/.exec(text.slice(at, at + 84))?.[0];
      if (hex !== undefined) octets.add(Number.parseInt(hex, 16), at);
      else if (soft === undefined) octets.add(code, at);
      at += hex !== undefined ? 3 : (soft?.length ?? 1);
    } else if (code < 0x80) {
      octets.add(code, at);
      at++;
    } else {
      const character = String.fromCodePoint(code);
      for (const byte of utf8.encode(character)) octets.add(byte, at);
      at += character.length;
    }
  }
  return octets.done(text.length);
}

/**
 * Decodes base64 (section 6.8). Each octet is mapped to the position of its first bits. Characters that are not base64
 * are skipped.
 */
export function base64(text: string): Octets {
  const octets = collect(text.length);
  let bits = 0;
  let count = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const value = base64Value[text.charCodeAt(at)] ?? -1;
    if (value < 0) {
      if (text[at] === '=') bits = count = 0;
      continue;
    }
    if (count === 0) start = at;
    bits = (bits << 6) | value;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    octets.add((bits >> count) & 0xff, start);
    bits &= (1 << count) - 1;
    start = at;
  }
  return octets.done(text.length);
}

/** Decodes octets to text. Unknown encodings and `replacement` are treated as UTF-8. */
export function textOfOctets({ bytes, starts }: Octets, charset: string): Mapped {
  const encoding = encodingOf(charset) ?? 'utf-8';
  const name = encoding === 'replacement' ? 'utf-8' : encoding;
  const decoded = decoding('');
  if (isMultiByte(name)) {
    const put = (text: string, at: number): void => {
      // In ASCII, each character is one byte.
      if (bytes[at]! > 0x7f) decoded.put(text, starts[at]!);
      else for (let i = 0; i < text.length; i++) decoded.put(text[i]!, starts[at + i]!);
    };
    atOnce(multiByteDecoder(name)(bytes, true, put));
    return decoded.done(starts[bytes.length]!);
  }
  const decoder = streamDecoder(name, { ignoreBOM: true });
  // Fast path: most text is ASCII, with one character for each byte.
  const isAscii = !name.startsWith('utf-16');
  for (let at = 0; at < bytes.length; ) {
    const start = at;
    let text = '';
    while (text === '' && at < bytes.length) {
      text = decoder.decode(bytes.subarray(at, at + 1));
      at++;
    }
    decoded.put(text, starts[start]!);
    if (!isAscii) continue;
    while (at < bytes.length && bytes[at]! < 0x80) {
      decoded.put(String.fromCharCode(bytes[at]!), starts[at]!);
      at++;
    }
  }
  decoded.put(decoder.end(), starts[bytes.length]!);
  return decoded.done(starts[bytes.length]!);
}
