/** The English texts of the lints that no rule reports: notes on how a URL is written. */
import type { Text } from '../../english.ts';
import type { LintCode } from './lint.ts';

/** By code; `{name}` stands for an argument. */
export const noteTexts = {
  'base64-case': 'Some parsers don\'t recognize "base64" in uppercase.',
  'base64-escaped-characters':
    'Needless escapes: a data: URL allows "+", "/", and "=", and some parsers can\'t read them escaped.',
  'base64-leftover-bits': 'Unused bits in the last base64 character: an encoder would write "{canonical}".',
  'base64-mixed-alphabet': {
    one: 'Mixed base64 alphabets: browsers reject the URL-safe "-" or "_".',
    other: 'Mixed base64 alphabets: browsers reject the {count} URL-safe "-" and "_".',
  },
  'base64-spaces': 'Some parsers don\'t allow spaces around "base64".',
  'base64-url-safe': {
    one: 'URL-safe base64: browsers reject the "-" or "_".',
    other: 'URL-safe base64: browsers reject the {count} "-" and "_".',
  },
  'base64-whitespace': {
    one: 'A white space character in the base64 has no effect and adds a character.',
    other: '{count} white space characters in the base64 have no effect and only add to the size.',
  },
  'charset-on-binary': 'The charset has no effect on {type}.',
  'delimiter-in-body': {
    one: 'Unescaped delimiter: quotation marks and angle brackets in data must be escaped.',
    other: '{count} unescaped delimiters: quotation marks and angle brackets in data must be escaped.',
  },
  'escape-in-media-type': {
    one: "Escape in the media type: RFC 2397 decodes escapes there, browsers don't.",
    other: "{count} escapes in the media type: RFC 2397 decodes escapes there, browsers don't.",
  },
  'length-attribute':
    '{length} characters: RFC 2397 warns that some applications limit attribute values to {limit}, as HTML 2 did.',
  'length-tag':
    '{length} characters: RFC 2397 warns that some applications limit tags to {limit}, as HTML 2 did.',
  'lowercase-escape': {
    one: 'An escape uses lowercase digits. RFC 3986 recommends uppercase.',
    other: '{count} escapes use lowercase digits. RFC 3986 recommends uppercase.',
  },
  'needless-escape': {
    one: 'Needless escape: every URL allows this character unescaped.',
    other: '{count} needless escapes: every URL allows these characters unescaped.',
  },
  'non-ascii-in-body': {
    one: "Non-ASCII character: RFC 2397 doesn't allow it, and browsers read it as UTF-8.",
    other: "{count} non-ASCII characters: RFC 2397 doesn't allow them, and browsers read them as UTF-8.",
  },
  'quoted-parameter': {
    one: 'Quotes in ";{parameter}": RFC 2397, section 3, wants special characters percent-encoded instead.',
    other:
      '{count} parameters with quotes, the first ";{parameter}": RFC 2397, section 3, wants percent-encoding instead.',
  },
  'scheme-spelling':
    'Unusual spelling of "data:": browsers allow uppercase, tabs, and line breaks; other programs may not.',
  'space-in-body': {
    one: 'A space in the data isn\'t escaped. Write "%20" instead.',
    other: '{count} spaces in the data aren\'t escaped. Write "%20" instead.',
  },
  'space-in-media-type': {
    one: 'White space in the media type: parsers treat it differently.',
    other: '{count} white space characters in the media type: parsers treat them differently.',
  },
  'surrounding-space': {
    one: "A space or control character around the URL isn't part of it. Some parsers don't trim it.",
    other:
      "{count} spaces and control characters around the URL aren't part of it. Some parsers don't trim them.",
  },
  'unwise-in-body': {
    one: "Unescaped character: { } | \\ ^ [ ] and the backtick aren't URL characters.",
    other: "{count} unescaped characters: { } | \\ ^ [ ] and the backtick aren't URL characters.",
  },
  'whitespace-removed': {
    one: 'A tab or line break in the data: the URL Standard removes it, Chromium keeps it.',
    other: '{count} tabs and line breaks in the data: the URL Standard removes them, Chromium keeps them.',
  },
} as const satisfies Partial<Record<LintCode, Text>>;

export const noteCodes = Object.keys(noteTexts) as (keyof typeof noteTexts)[];
