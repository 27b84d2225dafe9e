/** The lints that no rule reports: notes on how a URL is written. */
import type { LintCode } from './lint.ts';

/** The English text of each code; `{name}` stands for an argument. */
export const noteTexts = {
  'base64-case': 'Not every parser of data: URLs knows "base64" in upper case.',
  'base64-escaped-characters':
    'The characters + / = need no escape in a data: URL, and as escapes not every parser reads them.',
  'base64-leftover-bits':
    'The last character carries bits that no byte takes; an encoder would have written "{canonical}".',
  'base64-mixed-alphabet':
    'The body mixes the base64 alphabet with the URL-safe one, and browsers refuse "-" and "_" ({count} in all).',
  'base64-spaces': 'Not every parser of data: URLs allows spaces around "base64".',
  'base64-url-safe':
    'The body is in the URL-safe base64 alphabet, and browsers refuse its "-" and "_" ({count} in all).',
  'base64-whitespace': 'White space in base64 is skipped and only costs ({count} in all).',
  'charset-on-binary': 'A charset means nothing for {type}.',
  'delimiter-in-body': 'The characters " < > delimit URLs and must be escaped in one; the data has {count}.',
  'escape-in-media-type':
    'RFC 2397 lets escapes stand in the media type and decodes them; browsers do not ({count} in all).',
  'length-attribute':
    'The URL has {length} characters; RFC 2397 warns of applications that limit an attribute value to {limit}, as HTML 2 did.',
  'length-tag':
    'The URL has {length} characters; RFC 2397 warns of applications that limit a tag to {limit}, as HTML 2 did.',
  'lowercase-escape':
    'Escapes are in lower case ({count} in all); RFC 3986 wants their digits in upper case.',
  'needless-escape': 'Characters are escaped that need no escape in any URL ({count} in all).',
  'non-ascii-in-body':
    'Characters that are not ASCII, which RFC 2397 does not allow, are read as UTF-8; the data has {count}.',
  'quoted-parameter':
    'A quote isn\'t a URL character. RFC 2397, section 3, wants ";{parameter}" without quotes and its special characters percent-encoded.',
  'scheme-spelling':
    'The scheme is not written "data": browsers allow upper case, and tabs and line breaks inside; others may not.',
  'space-in-body': 'A space is no URL character; write "%20" ({count} in all).',
  'space-in-media-type':
    'White space in the media type is no URL character, and parsers differ in what they make of it ({count} in all).',
  'surrounding-space':
    'White space and controls around the URL are not part of it; parsers outside of browsers may not trim them ({count} in all).',
  'unwise-in-body':
    'The characters { } | \\ ^ [ ] and the backtick are no URL characters; the data has {count}.',
  'whitespace-removed':
    'By the URL Standard tabs and line breaks are removed, but Chromium keeps them; escape those that are meant ({count} in all).',
} as const satisfies Partial<Record<LintCode, string>>;

export const noteCodes = Object.keys(noteTexts) as (keyof typeof noteTexts)[];
