/** The English texts of all lints. */
import type { LintCode } from './lint.ts';
import { noteTexts } from './notes.ts';

/** By code; `{name}` stands for an argument. */
export const lintTexts = {
  ...noteTexts,

  'empty-body': 'The URL has no data, so there is no {type}.',
  'fragment-cuts-body':
    'The "#" ends the data, and what follows looks as if it belonged to it ({cut} characters); write "%23".',
  'plus-for-space':
    'A "+" stands for itself in a data: URL, and here it seems to stand for a space ({count} in all); write "%20".',
  'double-slash':
    'After "data://" the standard reads a host, not a media type, so the type is text/plain;charset=US-ASCII; Chromium takes the host for a part of the media type.',
  slash: 'After "data:/" a path is read, not a media type; the type is text/plain;charset=US-ASCII.',
  'type-without-subtype':
    '"{type}" has no subtype, so the media type is ignored and text/plain;charset=US-ASCII used.',
  'invalid-media-type':
    '"{type}" is no valid media type, so it is ignored and text/plain;charset=US-ASCII used.',
  'base64-not-last': '";base64" does not count here because it is not the last thing before the comma.',
  'base64-repeated': 'Only the last ";base64" counts; those before it are ignored.',
  'base64-with-value': 'A "=" after "base64" makes it a parameter, so the data is not decoded.',
  'base64-escaped': 'A percent-encoded ";base64" does not count, so the data is not decoded.',
  'base64-without-semicolon': '"base64" counts only with a ";" in front of it, so the data is not decoded.',
  'base64-after-comma': '"base64" stands behind the comma, so it is data, and the data is not decoded.',
  'base64-missing-padding':
    'The base64 lacks its padding at the end ({missing} "="), without which not every parser reads it.',
  'comma-in-quotes':
    'The first comma ends the media type even inside of quotes, so the rest of the quoted value is read as data.',
  'unclosed-quote': 'The quoted value of a parameter has no closing quote.',
  'charset-without-name': '";{parameter}" has no value and is ignored; a charset is written ";charset=…".',
  'parameter-without-value': '";{parameter}" has no value and is ignored.',
  'parameter-without-name': '";{parameter}" has no name and is ignored.',
  'parameter-name': 'The name in ";{parameter}" holds what no name may have, so the parameter is ignored.',
  'duplicate-parameter': 'The parameter ";{parameter}" was there before, so this one is ignored.',
  'empty-parameter': 'A ";" has no parameter behind it.',
  'character-in-media-type': 'The media type holds characters that RFC 2397 does not allow: {count}.',
  'malformed-escape':
    'A "%" that two hexadecimal digits do not follow stands for itself ({count} in all); write "%25".',
  'double-escape': 'Escapes decode to escapes, as if the data was encoded twice: {count}.',
  'control-in-body': 'Control characters in the data must be escaped: {count}.',
  'lone-surrogate': 'Half of a surrogate pair is no character and is read as U+FFFD: {count}.',
  'charset-unknown': 'Browsers do not support the charset "{label}" and usually read the text as {used}.',
  'charset-bom':
    'The data starts with the byte order mark of {bom}, which wins over the declared {declared}.',
  'charset-missing':
    'No charset is declared, and browsers guess how to read the bytes beyond ASCII, usually as {used}.',
  'charset-not-ascii':
    'The charset is US-ASCII, but the data holds other bytes, which browsers read as {used}.',
  'charset-mismatch':
    'The data is not valid {encoding}: places that cannot be read: {count}, the first at byte {byte}.',
} as const satisfies Record<LintCode, string>;
