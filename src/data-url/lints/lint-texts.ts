/** The English texts of all lints. */
import type { Text } from '../../english.ts';
import type { LintCode } from './lint.ts';
import { noteTexts } from './note-texts.ts';

/** By code; `{name}` stands for an argument. */
export const lintTexts = {
  ...noteTexts,

  'empty-body': 'Empty body: the URL declares {type}, but nothing follows the comma.',
  'fragment-cuts-body': {
    one: 'The "#" cuts off what looks like {cut} character of data. Write "%23" instead.',
    other: 'The "#" cuts off what looks like {cut} characters of data. Write "%23" instead.',
  },
  'plus-for-space': {
    one: 'A "+" seems to stand for a space, but browsers keep the "+". Write "%20" instead.',
    other: '{count} "+" signs seem to stand for spaces, but browsers keep them. Write "%20" instead.',
  },
  'double-slash':
    'Ignored media type: a host follows "data://", so the type is text/plain;charset=US-ASCII. Chromium parses the host as part of the media type.',
  slash: 'Ignored media type: a path follows "data:/", so the type is text/plain;charset=US-ASCII.',
  'type-without-subtype':
    'Ignored media type "{type}": the subtype is missing, so the type is text/plain;charset=US-ASCII.',
  'invalid-media-type':
    'Ignored media type "{type}": the syntax is invalid, so the type is text/plain;charset=US-ASCII.',
  'base64-not-last':
    'Ignored ";base64": the token counts only at the end of the media type, just before the comma.',
  'base64-repeated': {
    one: 'Repeated ";base64": only the last one, just before the comma, counts.',
    other: '{count} repeated ";base64" tokens are ignored: only the last one, just before the comma, counts.',
  },
  'base64-with-value': 'Not decoded as base64: the "=" makes "base64" a parameter.',
  'base64-escaped': 'Not decoded as base64: a percent-encoded ";base64" doesn\'t count.',
  'base64-without-semicolon': 'Not decoded as base64: the ";" before "base64" is missing.',
  'base64-after-comma': 'Not decoded as base64: "base64" follows the comma, so browsers treat it as data.',
  'base64-missing-padding': 'Missing base64 padding ({missing} "="): some parsers reject the URL.',
  'comma-in-quotes': 'A comma inside quotes ends the media type. The rest of the quoted value becomes data.',
  'unclosed-quote': 'Unclosed quote: the parameter value has no closing quotation mark.',
  'charset-without-name': {
    one: 'Ignored ";{parameter}": a charset needs the form ";charset=…".',
    other: '{count} parameters without "charset=" are ignored; the first is ";{parameter}".',
  },
  'parameter-without-value': {
    one: 'Ignored ";{parameter}": the parameter has no value.',
    other: '{count} parameters without a value are ignored; the first is ";{parameter}".',
  },
  'parameter-without-name': {
    one: 'Ignored ";{parameter}": the parameter has no name.',
    other: '{count} parameters without a name are ignored; the first is ";{parameter}".',
  },
  'parameter-name': {
    one: 'Ignored ";{parameter}": the parameter name contains invalid characters.',
    other: '{count} parameters with invalid names are ignored; the first is ";{parameter}".',
  },
  'duplicate-parameter': {
    one: 'Ignored ";{parameter}": an earlier parameter has the same name.',
    other: '{count} repeated parameters are ignored; the first is ";{parameter}".',
  },
  'empty-parameter': {
    one: 'Empty parameter: nothing follows the ";".',
    other: '{count} empty parameters: nothing follows the ";".',
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
    one: "A control character in the data isn't escaped.",
    other: "{count} control characters in the data aren't escaped.",
  },
  'lone-surrogate': {
    one: 'A lone surrogate becomes the replacement character U+FFFD.',
    other: '{count} lone surrogates become the replacement character U+FFFD.',
  },
  'charset-unknown': 'Unsupported charset "{label}": browsers usually decode the text as {used}.',
  'charset-bom': 'The {bom} byte order mark overrides the declared charset {declared}.',
  'charset-missing': 'No charset declared: browsers guess, and usually decode non-ASCII bytes as {used}.',
  'charset-not-ascii':
    'Declared as US-ASCII, but the data contains non-ASCII bytes. Browsers decode them as {used}.',
  'charset-mismatch': {
    one: "Invalid {encoding}: {count} sequence at byte {byte} can't be decoded.",
    other: "Invalid {encoding}: {count} sequences can't be decoded, starting at byte {byte}.",
  },
} as const satisfies Record<LintCode, Text>;
