/** The English texts of the lints that no rule reports: notes on how a URL is written. */
import type { Text } from '../../english.ts';
import type { LintCode } from './lint.ts';

/** By code; `{name}` stands for an argument. */
export const noteTexts = {
  'base64-case': 'Uppercase in "base64": some parsers recognize only lowercase.',
  'base64-escaped-characters':
    'Needless escapes: a data: URL allows "+", "/", and "=", and some parsers can\'t decode their escapes.',
  'base64-leftover-bits':
    'Nonzero unused bits in the last base64 character: an encoder would write "{canonical}".',
  'base64-mixed-alphabet': {
    one: 'Mixed base64 alphabets: browsers reject the URL-safe "-" or "_".',
    other: 'Mixed base64 alphabets: browsers reject the {count} URL-safe "-" and "_" characters.',
  },
  'base64-spaces': 'Spaces around "base64": some parsers don\'t allow them.',
  'base64-url-safe': {
    one: 'URL-safe base64: browsers reject the "-" or "_".',
    other: 'URL-safe base64: browsers reject the {count} "-" and "_" characters.',
  },
  'base64-whitespace': {
    one: 'Unneeded white space in the base64 data: one character adds to the size.',
    other: 'Unneeded white space in the base64 data: {count} characters add to the size.',
  },
  'charset-on-binary': 'The charset has no effect on {type}.',
  'delimiter-in-body': {
    one: 'Unescaped delimiter: quotation marks and angle brackets in data must be escaped.',
    other: '{count} unescaped delimiters: quotation marks and angle brackets in data must be escaped.',
  },
  'escape-in-media-type': {
    one: "Escape in the media type: RFC 2397 decodes escapes there, but browsers don't.",
    other: "{count} escapes in the media type: RFC 2397 decodes escapes there, but browsers don't.",
  },
  'length-attribute':
    '{length} characters: RFC 2397 warns that some applications limit attribute values to {limit}, as HTML 2 did.',
  'length-tag':
    '{length} characters: RFC 2397 warns that some applications limit tags to {limit}, as HTML 2 did.',
  'lowercase-escape': {
    one: 'An escape uses lowercase hexadecimal digits. RFC 3986 recommends uppercase.',
    other: '{count} escapes use lowercase hexadecimal digits. RFC 3986 recommends uppercase.',
  },
  'needless-escape': {
    one: 'Needless escape: this character is valid unescaped in any URL.',
    other: '{count} needless escapes: these characters are valid unescaped in any URL.',
  },
  'non-ascii-in-body': {
    one: "Non-ASCII character: RFC 2397 doesn't allow it, and browsers encode it as UTF-8.",
    other: "{count} non-ASCII characters: RFC 2397 doesn't allow them, and browsers encode them as UTF-8.",
  },
  'quoted-parameter': {
    one: 'Quotes in ";{parameter}": RFC 2397, section 3, calls for percent-encoding special characters instead.',
    other:
      '{count} parameters with quotes; the first is ";{parameter}": RFC 2397, section 3, calls for percent-encoding instead.',
  },
  'scheme-spelling':
    'Unusual spelling of "data:": browsers allow uppercase, tabs, and line breaks; other programs may not.',
  'space-in-body': {
    one: 'A space in the data isn\'t escaped. Write "%20" instead.',
    other: '{count} spaces in the data aren\'t escaped. Write "%20" instead.',
  },
  'space-in-media-type': {
    one: 'White space in the media type: parsers handle it differently.',
    other: '{count} white space characters in the media type: parsers handle them differently.',
  },
  'surrounding-space': {
    one: "A space or control character next to the URL isn't part of the URL. Some parsers don't trim this character.",
    other:
      "{count} spaces or control characters next to the URL aren't part of the URL. Some parsers don't trim them.",
  },
  'unwise-in-body': {
    one: 'Unescaped character: { } | \\ ^ [ ] and the backtick must be escaped in data.',
    other: '{count} unescaped characters: { } | \\ ^ [ ] and the backtick must be escaped in data.',
  },
  'whitespace-removed': {
    one: 'A tab or line break in the body: the URL Standard removes it, but Chromium keeps it.',
    other:
      '{count} tabs and line breaks in the body: the URL Standard removes them, but Chromium keeps them.',
  },
} as const satisfies Partial<Record<LintCode, Text>>;

export const noteCodes = Object.keys(noteTexts) as (keyof typeof noteTexts)[];
