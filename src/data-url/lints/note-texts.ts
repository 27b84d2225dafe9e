/** The English texts of the lints that no rule reports: notes on how a URL is written. */
import { hasEnglish } from '../../has-english.ts';

/** By code; `{name}` stands for an argument. */
export const noteTexts = hasEnglish && {
  'base64-case': 'Uppercase in "base64": some parsers recognize only lowercase.',
  'base64-escaped-characters':
    'Needless escapes: a data: URL allows "+", "/", and "=" unescaped. Some parsers can\'t decode the escapes.',
  'base64-leftover-bits':
    'Nonzero unused bits in the last base64 character: a conforming encoder would write "{canonical}".',
  'base64-mixed-alphabet': {
    one: 'Mixed base64 alphabets: one URL-safe character ("-" or "_"), which browsers reject.',
    other: 'Mixed base64 alphabets: {count} URL-safe characters ("-" or "_"), which browsers reject.',
  },
  'base64-spaces': 'Spaces around "base64": some parsers don\'t allow them.',
  'base64-url-safe': {
    one: 'URL-safe base64: one character ("-" or "_") that browsers reject.',
    other: 'URL-safe base64: {count} characters ("-" or "_") that browsers reject.',
  },
  'base64-whitespace': {
    one: 'Needless whitespace in the base64 body: one character adds to the size.',
    other: 'Needless whitespace in the base64 body: {count} characters add to the size.',
  },
  'charset-on-binary': 'The charset has no effect on {type}.',
  'delimiter-in-body': {
    one: 'Unescaped delimiter in the data. Escape quotation marks and angle brackets.',
    other: '{count} unescaped delimiters in the data. Escape quotation marks and angle brackets.',
  },
  'escape-in-media-type': {
    one: "Escape in the media type: parsers that follow RFC 2397 decode it, but browsers don't.",
    other: "{count} escapes in the media type: parsers that follow RFC 2397 decode them, but browsers don't.",
  },
  'length-attribute':
    '{length} characters exceed the HTML 2 limit of {limit} per attribute value. RFC 2397 warns of applications with such limits.',
  'length-tag':
    '{length} characters exceed the HTML 2 limit of {limit} per tag. RFC 2397 warns of applications with such limits.',
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
    one: 'Quotes in ";{parameter}": RFC 2397, section 3, calls for percent-encoding instead.',
    other:
      'Quotes in {count} parameters (first: ";{parameter}"): RFC 2397, section 3, calls for percent-encoding instead.',
  },
  'scheme-spelling':
    'Unusual spelling of "data:": browsers allow uppercase, tabs, and line breaks, but other programs may not.',
  'space-in-body': {
    one: 'Unescaped space in the data. Write "%20" instead.',
    other: '{count} unescaped spaces in the data. Write "%20" instead.',
  },
  'space-in-media-type': {
    one: 'Whitespace in the media type: parsers handle it differently.',
    other: '{count} whitespace characters in the media type: parsers handle them differently.',
  },
  'surrounding-space': {
    one: "Stray space or control character next to the URL: some parsers don't trim this character.",
    other: "{count} stray spaces or control characters next to the URL: some parsers don't trim them.",
  },
  'unwise-in-body': {
    one: 'Unescaped character in the data. Escape { } | \\ ^ [ ] and backticks.',
    other: '{count} unescaped characters in the data. Escape { } | \\ ^ [ ] and backticks.',
  },
  'whitespace-removed': {
    one: 'Tab or line break in the body: the URL Standard says to remove it, but Chromium keeps it.',
    other:
      '{count} tabs or line breaks in the body: the URL Standard says to remove them, but Chromium keeps them.',
  },
};
