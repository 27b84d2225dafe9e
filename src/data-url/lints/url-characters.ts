/**
 * Characters and escapes: what of the text is no `uric` (RFC 2397 with erratum 2045, which takes it from RFC 2396),
 * and escapes that RFC 3986 would have written otherwise.
 */

import { strideLength } from '../../turns.ts';
import type { ParsedDataUrl, Span } from '../parse.ts';
import { hexValue } from '../percent-decode.ts';
import { type Lint, type LintCode, lint, replaced, times } from './lint.ts';

/** The kinds that one walk over a text counts. */
const kinds = [
  'fine',
  'space',
  'removed',
  'control',
  'delimiter',
  'unwise',
  'nonAscii',
  'surrogate',
  'malformed',
  'double',
  'lowercase',
  'needless',
  'plus',
] as const;
type Kind = (typeof kinds)[number];

/** How often something was seen, and its first place: the first run of it. */
export interface Seen extends Span {
  count: number;
}
export type Scan = Record<Kind, Seen>;

const percent = kinds.length;
const kindOfUnit = new Uint8Array(128);
for (let i = 0; i < 0x20; i++) kindOfUnit[i] = kinds.indexOf('control');
kindOfUnit[0x7f] = kinds.indexOf('control');
for (const c of '\t\n\r') kindOfUnit[c.charCodeAt(0)] = kinds.indexOf('removed');
for (const c of '"<>') kindOfUnit[c.charCodeAt(0)] = kinds.indexOf('delimiter');
for (const c of '{}|\\^[]`') kindOfUnit[c.charCodeAt(0)] = kinds.indexOf('unwise');
kindOfUnit[0x20] = kinds.indexOf('space');
kindOfUnit[0x2b] = kinds.indexOf('plus');
kindOfUnit[0x25] = percent;

const unreserved = new Uint8Array(256);
for (const c of '-._~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ')
  unreserved[c.charCodeAt(0)] = 1;

/**
 * Walks once over a body, from `start` to `end`: behind it stands nothing, or a control, a space or a "#", which belong
 * to no escape and to no pair. Yields now and then.
 */
export function* scan(written: string, start: number, end: number): Generator<void, Scan, void> {
  const seen = kinds.map((): Seen => ({ count: 0, start: -1, end: -1 }));
  const add = (kind: number, from: number, to: number) => {
    const s = seen[kind]!;
    if (s.count++ === 0) {
      s.start = from;
      s.end = to;
    } else if (s.end === from) s.end = to;
  };
  const [nonAscii, surrogate] = [kinds.indexOf('nonAscii'), kinds.indexOf('surrogate')];
  let pause = start + strideLength;
  for (let i = start; i < end; i++) {
    if (i >= pause) {
      pause = i + strideLength;
      yield;
    }
    const unit = written.charCodeAt(i);
    if (unit < 128) {
      const kind = kindOfUnit[unit]!;
      if (kind === 0) continue;
      if (kind !== percent) add(kind, i, i + 1);
      else addEscape(written, i, end, add);
    } else if ((unit & 0xfc00) === 0xd800 && (written.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      add(nonAscii, i, i + 2);
      i++;
    } else {
      add((unit & 0xf800) === 0xd800 ? surrogate : nonAscii, i, i + 1);
    }
  }
  return Object.fromEntries(kinds.map((kind, i) => [kind, seen[i]])) as Scan;
}

const digit = (unit: number) => hexValue[unit] ?? 255;

function addEscape(
  written: string,
  i: number,
  end: number,
  add: (kind: number, from: number, to: number) => void,
): void {
  const a = i + 1 < end ? written.charCodeAt(i + 1) : 0;
  const b = i + 2 < end ? written.charCodeAt(i + 2) : 0;
  if ((digit(a) | digit(b)) > 15) {
    // With a TAB, LF or CR inside it may be an escape nevertheless; that lint then tells enough.
    const broken = a === 9 || a === 10 || a === 13 || b === 9 || b === 10 || b === 13;
    // All that was meant to be the escape, but not the next one.
    const to = a === 0x25 ? i + 1 : b === 0x25 ? i + 2 : i + 3;
    if (!broken) add(kinds.indexOf('malformed'), i, Math.min(to, end));
    return;
  }
  if (a > 0x60 || b > 0x60) add(kinds.indexOf('lowercase'), i, i + 3);
  const byte = (digit(a) << 4) | digit(b);
  if (unreserved[byte] === 1) add(kinds.indexOf('needless'), i, i + 3);
  const next = digit(written.charCodeAt(i + 3)) | digit(written.charCodeAt(i + 4));
  if (byte === 0x25 && next < 16) add(kinds.indexOf('double'), i, i + 5);
}

const escapes = Array.from(
  { length: 256 },
  (_, byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
);
/** Each character as the escapes of its UTF-8. */
export const escaped = (text: string) =>
  Array.from(new TextEncoder().encode(text), (byte) => escapes[byte]).join('');

/** Lints of a body that is not base64, and of characters in any. */
export function lintCharacters(written: string, parsed: ParsedDataUrl, seen: Scan): Lint[] {
  const { body } = parsed;
  if (body === null) return [];
  const lints: Lint[] = [];
  const add = (
    group: Lint['group'],
    code: LintCode,
    s: Seen,
    message: string,
    pattern: RegExp | null,
    by: (match: string) => string = escaped,
  ) => {
    if (s.count === 0) return;
    const edits = pattern === null ? null : replaced(written, body, pattern, by);
    lints.push(lint(group, code, { count: s.count }, message, s, edits));
  };
  if (!parsed.base64) {
    add(
      'escapes',
      'malformed-escape',
      seen.malformed,
      `A "%" that two hexadecimal digits do not follow stands for itself, ${times(seen.malformed.count)}; write "%25".`,
      /%(?![0-9A-Fa-f]{2})/g,
    );
    add(
      'escapes',
      'double-escape',
      seen.double,
      `"%25" with two hexadecimal digits behind it decodes to an escape, ${times(seen.double.count)}, as if the data was encoded twice.`,
      /%25(?=[0-9A-Fa-f]{2})/g,
      () => '%',
    );
    add(
      'escapes',
      'lowercase-escape',
      seen.lowercase,
      `Escapes are in lower case, ${times(seen.lowercase.count)}; RFC 3986 wants their digits in upper case.`,
      /%[0-9A-Fa-f]{2}/g,
      (match) => match.toUpperCase(),
    );
    add(
      'escapes',
      'needless-escape',
      seen.needless,
      `Characters are escaped that need no escape in any URL, ${times(seen.needless.count)}.`,
      /%(?:2[DEde]|3\d|[46][1-9A-Fa-f]|[57][\dAa]|5[Ff]|7[Ee])/g,
      (match) => String.fromCharCode(Number.parseInt(match.slice(1), 16)),
    );
    add(
      'characters',
      'space-in-body',
      seen.space,
      `A space is no URL character and stands in the data ${times(seen.space.count)}; write "%20".`,
      / /g,
    );
    add(
      'characters',
      'whitespace-removed',
      seen.removed,
      `By the URL Standard tabs and line breaks are removed, but Chromium keeps them; the data holds ${seen.removed.count}; escape those that are meant.`,
      /[\t\n\r]/g,
    );
  }
  add(
    'characters',
    'control-in-body',
    seen.control,
    `A control character stands in the data ${times(seen.control.count)} and must be escaped.`,
    // biome-ignore format: one range after the other
    /[\0-\x08\v\f\x0e-\x1f\x7f]/g,
  );
  add(
    'characters',
    'delimiter-in-body',
    seen.delimiter,
    `The characters " < > delimit URLs and must be escaped in one; the data has ${seen.delimiter.count}.`,
    /["<>]/g,
  );
  add(
    'characters',
    'unwise-in-body',
    seen.unwise,
    `The characters { } | \\ ^ [ ] and the backtick are no URL characters; the data has ${seen.unwise.count}.`,
    /[{}|\\^[\]`]/g,
  );
  add(
    'characters',
    'non-ascii-in-body',
    seen.nonAscii,
    `Characters that are not ASCII, which RFC 2397 does not allow, are read as UTF-8; the data has ${seen.nonAscii.count}.`,
    parsed.base64 ? null : /[\u0080-\ud7ff\ue000-\uffff]|[\ud800-\udbff][\udc00-\udfff]/g,
  );
  add(
    'characters',
    'lone-surrogate',
    seen.surrogate,
    `Half of a surrogate pair is no character; the URL parser reads U+FFFD instead, ${times(seen.surrogate.count)}.`,
    null,
  );
  return lints;
}
