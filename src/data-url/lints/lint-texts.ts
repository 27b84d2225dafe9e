/** All lints in English. */
import type { Text } from '../../format-numbers.ts';
import { hasEnglish } from '../../has-english.ts';
import type { LintCode, ReportedLint } from './lint.ts';

/**
 * The codes whose texts the rule `syntax` uses, including the one for an empty body, which the rule reports if the type
 * needs data.
 */
type OfRule = ReportedLint | 'empty-body';
type Texts<Code extends LintCode> = Readonly<Record<Code, Text>>;

/** The texts, by code, of notes on how a URL is written, which no rule reports. `{name}` stands for an argument. */
export const noteTexts: Texts<Exclude<LintCode, OfRule>> = hasEnglish && {
  'base64-case': 'Uppercase in "base64": some parsers recognize only lowercase.',
  'base64-escaped-characters':
    "Needless escapes: all characters of base64 are valid unescaped, and browsers skip whitespace. Some parsers can't decode the escapes.",
  'base64-leftover-bits':
    'Nonzero unused bits in the last base64 character: a conforming encoder would write "{canonical}".',
  'base64-mixed-alphabet': {
    one: 'Mixed base64 alphabets: one URL-safe character ("-" or "_"), which browsers reject.',
    other: 'Mixed base64 alphabets: {count} URL-safe characters ("-" or "_"), which browsers reject.',
  },
  'base64-spaces': 'Whitespace in or around "base64": some parsers don\'t allow it.',
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
    'Unusual spelling of "data:": Firefox rejects tabs and line breaks in it, and other programs may also reject uppercase.',
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
  'unescaped-in-media-type':
    'Unescaped "%" or delimiter in the media type: RFC 2397, section 3, calls for percent-encoding.',
  'unwise-in-body': {
    one: 'Unescaped character in the data. Escape { } | \\ ^ [ ] and backticks.',
    other: '{count} unescaped characters in the data. Escape { } | \\ ^ [ ] and backticks.',
  },
  'whitespace-removed': {
    one: 'Tab or line break in the body: the URL Standard says to remove it, but Chromium keeps it if the URL begins with "data:".',
    other:
      '{count} tabs or line breaks in the body: the URL Standard says to remove them, but Chromium keeps them if the URL begins with "data:".',
  },
};

/** The texts of the lints that the rule `syntax` reports, by code; `{name}` stands for an argument. */
export const reportedLintTexts: Texts<OfRule> = hasEnglish && {
  'empty-body': 'Empty body: the URL declares {type}, but nothing follows the comma.',
  'fragment-cuts-body': {
    one: 'The "#" cuts off what looks like {cut} character of data. Write "%23" instead.',
    other: 'The "#" cuts off what looks like {cut} characters of data. Write "%23" instead.',
  },
  'plus-for-space': {
    one: 'A "+" seems to stand for a space, but browsers keep the "+". Write "%20" instead.',
    other: '{count} "+" signs seem to stand for spaces, but browsers keep each "+". Write "%20" instead.',
  },
  'double-slash':
    'Ignored media type: a host follows "data://", so the type is text/plain;charset=US-ASCII. Chromium parses the host as part of the media type.',
  slash: 'Ignored media type: a slash follows "data:", so the type is text/plain;charset=US-ASCII.',
  'type-without-subtype':
    'Ignored media type "{type}": the subtype is missing, so the type is text/plain;charset=US-ASCII.',
  'invalid-media-type':
    'Ignored media type "{type}": the syntax is invalid, so the type is text/plain;charset=US-ASCII.',
  'base64-not-last': 'Browsers ignore ";base64": the token counts only immediately before the comma.',
  'base64-repeated': {
    one: 'Extra ";base64" token: only the token immediately before the comma counts.',
    other: '{count} extra ";base64" tokens: only the token immediately before the comma counts.',
  },
  'base64-with-value': 'Not decoded as base64: the "=" makes "base64" a parameter.',
  'base64-escaped': 'Not decoded as base64: a percent-encoded ";base64" doesn\'t count.',
  'base64-without-semicolon': 'Not decoded as base64: the ";" before "base64" is missing.',
  'base64-after-comma': 'Not decoded as base64: "base64" follows the comma and becomes part of the data.',
  'base64-misspelled': 'Not decoded as base64: ";{parameter}" may be a misspelled ";base64".',
  'base64-plus': {
    one: 'A space in the base64 body may have been a "+". Browsers skip the space, so the bytes may be wrong.',
    other:
      '{count} spaces in the base64 body may have been "+". Browsers skip spaces, so the bytes may be wrong.',
  },
  'base64-missing-padding': 'Missing base64 padding ({missing} × "="): some parsers reject the URL.',
  'comma-in-quotes': 'A comma inside quotes ends the media type. The rest of the quoted value becomes data.',
  'unclosed-quote': 'Unclosed quote: the parameter value has no closing quotation mark.',
  'charset-without-name': {
    one: 'Browsers ignore ";{parameter}": a charset needs the form ";charset=…".',
    other: 'Browsers ignore {count} charsets without "charset=" (first: ";{parameter}").',
  },
  'parameter-without-value': {
    one: 'Browsers ignore ";{parameter}": the parameter has no value.',
    other: 'Browsers ignore {count} parameters without a value (first: ";{parameter}").',
  },
  'parameter-without-name': {
    one: 'Browsers ignore ";{parameter}": the parameter has no name.',
    other: 'Browsers ignore {count} parameters without a name (first: ";{parameter}").',
  },
  'parameter-name': {
    one: 'Browsers ignore ";{parameter}": the parameter name contains invalid characters.',
    other: 'Browsers ignore {count} parameters with invalid names (first: ";{parameter}").',
  },
  'duplicate-parameter': {
    one: 'Browsers ignore ";{parameter}": an earlier parameter has the same name.',
    other: 'Browsers ignore {count} repeated parameters (first: ";{parameter}").',
  },
  'empty-parameter': {
    one: 'Empty parameter: nothing follows the semicolon.',
    other: '{count} empty parameters: nothing follows the semicolons.',
  },
  'character-in-media-type': {
    one: 'Invalid character in the media type, according to RFC 2397.',
    other: '{count} invalid characters in the media type, according to RFC 2397.',
  },
  'malformed-escape': {
    one: 'A "%" without two hexadecimal digits stays in the data. Write "%25" instead.',
    other: '{count} "%" signs without two hexadecimal digits stay in the data. Write "%25" instead.',
  },
  'double-escape': {
    one: 'An escape decodes to another escape, as if the data were encoded twice.',
    other: '{count} escapes decode to other escapes, as if the data were encoded twice.',
  },
  'control-in-body': {
    one: 'Unescaped control character in the data.',
    other: '{count} unescaped control characters in the data.',
  },
  'lone-surrogate': {
    one: 'A lone surrogate becomes a replacement character (U+FFFD).',
    other: '{count} lone surrogates become replacement characters (U+FFFD).',
  },
  'charset-unknown': 'Unsupported charset "{label}": browsers usually decode the text as {used}.',
  'charset-bom': 'The {bom} byte order mark overrides the declared charset "{declared}".',
  'charset-missing': 'No charset declared: browsers guess and usually decode non-ASCII bytes as {used}.',
  'charset-not-ascii': 'Non-ASCII bytes in data declared as US-ASCII: browsers decode them as {used}.',
  'charset-mismatch': {
    one: 'Invalid {encoding}: {count} undecodable sequence at byte {byte}.',
    other: 'Invalid {encoding}: {count} undecodable sequences (first at byte {byte}).',
  },
};

export const lintTexts = hasEnglish && { ...noteTexts, ...reportedLintTexts };
