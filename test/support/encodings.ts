/** The encodings of the Encoding Standard, and bodies that test their decoders. */
import fc from 'fast-check';

export const multiByteEncodings = ['gbk', 'gb18030', 'big5', 'euc-jp', 'iso-2022-jp', 'shift_jis', 'euc-kr'];

/** The names in https://encoding.spec.whatwg.org/#names-and-labels, in lower case. */
export const encodings = [
  ...['utf-8', 'utf-16be', 'utf-16le', 'replacement', 'x-user-defined', ...multiByteEncodings],
  ...[2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16].map((part) => `iso-8859-${part}`),
  ...Array.from({ length: 9 }, (_, i) => `windows-125${i}`),
  ...['iso-8859-8-i', 'ibm866', 'koi8-r', 'koi8-u', 'macintosh', 'windows-874', 'x-mac-cyrillic'],
];

/** Bytes that begin, continue or end characters and escape sequences, and bytes that never do. */
const telling = [
  ...[0x1b, 0x24, 0x28, 0x40, 0x42, 0x49, 0x4a, 0x0e, 0x20, 0x21, 0x30, 0x39, 0x41, 0x5c, 0x7e, 0x7f],
  ...[0x80, 0x81, 0x84, 0x88, 0x8e, 0x8f, 0xa0, 0xa1, 0xa4, 0xb0, 0xd8, 0xdc, 0xe0, 0xef, 0xfc, 0xfe, 0xff],
];

/** Up to 24 bytes. Some of them begin, continue or end characters; the others are random. */
export const bodies = fc
  .array(fc.oneof(fc.constantFrom(...telling), fc.integer({ min: 0, max: 255 })), { maxLength: 24 })
  .map((bytes) => Uint8Array.from(bytes));
