/**
 * Lints of the data: characters that are not `uric` (RFC 2397 with erratum 2045, which takes `uric` from RFC 2396),
 * escapes that RFC 3986 would write differently, and unusual forms of base64.
 */

import type { Span } from '../../problem.ts';
import { isAsciiWhitespace } from '../../whitespace.ts';
import { strideLength } from '../../yield-to-event-loop.ts';
import { alphabet, base64Value } from '../forgiving-base64.ts';
import { mayHoldPlus } from '../intended.ts';
import { isRemoved } from '../is-data-url.ts';
import type { ParsedDataUrl } from '../parse.ts';
import { hexValue } from '../percent-decode.ts';
import { percentEscape } from '../percent-escape.ts';
import { edited, type Lint, type LintCode, lint, replaced } from './lint.ts';

/** The kinds of characters, all counted in one pass over a text. */
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

/** The number of characters of a kind, and the position of the first run. */
export interface Seen extends Span {
  count: number;
}
export type Scan = Record<Kind, Seen>;

const percent = kinds.length;
const [nonAsciiKind, surrogateKind, malformedKind, doubleKind, lowercaseKind, needlessKind] = (
  ['nonAscii', 'surrogate', 'malformed', 'double', 'lowercase', 'needless'] as const
).map((kind) => kinds.indexOf(kind)) as [number, number, number, number, number, number];
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
 * Counts each kind in one pass over a body. The text must end at `end` or contain a control, a space or a "#" there,
 * none of which is part of an escape or surrogate pair. Yields now and then.
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
    } else if ((unit & 0xfc00) === 0xd800 && i + 1 < end && (written.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      add(nonAsciiKind, i, i + 2);
      i++;
    } else {
      add((unit & 0xf800) === 0xd800 ? surrogateKind : nonAsciiKind, i, i + 1);
    }
  }
  return Object.fromEntries(kinds.map((kind, i) => [kind, seen[i]])) as Scan;
}

// Never reads beyond the table: V8 would discard the compiled code of the loop around it.
const digit = (unit: number) => (unit < 128 ? hexValue[unit]! : -1);

function addEscape(
  written: string,
  i: number,
  end: number,
  add: (kind: number, from: number, to: number) => void,
): void {
  const a = i + 1 < end ? written.charCodeAt(i + 1) : 0;
  const b = i + 2 < end ? written.charCodeAt(i + 2) : 0;
  if ((digit(a) | digit(b)) < 0) {
    // A TAB, LF or CR may interrupt a valid escape. Another lint reports these characters.
    const broken = a === 9 || a === 10 || a === 13 || b === 9 || b === 10 || b === 13;
    // Covers everything that was intended as this escape, but not the next escape.
    const to = a === 0x25 ? i + 1 : b === 0x25 ? i + 2 : i + 3;
    if (!broken) add(malformedKind, i, Math.min(to, end));
    return;
  }
  if (a > 0x60 || b > 0x60) add(lowercaseKind, i, i + 3);
  const byte = (digit(a) << 4) | digit(b);
  if (unreserved[byte] === 1 && !followsStrayPercent(written, i)) add(needlessKind, i, i + 3);
  if (byte !== 0x25 || i + 4 >= end) return;
  if ((digit(written.charCodeAt(i + 3)) | digit(written.charCodeAt(i + 4))) >= 0) add(doubleKind, i, i + 5);
}

/** Whether a "%" without two digits comes right before, which the decoded character could complete: `%4%41`. */
function followsStrayPercent(written: string, i: number): boolean {
  let at = i;
  const before = () => {
    while (isRemoved(written.charCodeAt(--at)));
    return written.charCodeAt(at);
  };
  let unit = before();
  if (digit(unit) >= 0) unit = before();
  return unit === 0x25;
}

/** Lints of the characters in a body. Lints of escapes and whitespace are included only if the body is not base64. */
export function lintCharacters(written: string, parsed: ParsedDataUrl, seen: Scan): Lint[] {
  const { body } = parsed;
  if (body === null) return [];
  const lints: Lint[] = [];
  const add = (
    code: LintCode,
    s: Seen,
    pattern: RegExp | null,
    by: (match: string) => string = percentEscape,
  ) => {
    if (s.count === 0) return;
    lints.push(lint(code, { count: s.count }, s, () => pattern && replaced(written, body, pattern, by)));
  };
  if (!parsed.base64) {
    add('malformed-escape', seen.malformed, /%(?![0-9A-Fa-f]{2})/g);
    add('double-escape', seen.double, /%25(?=[0-9A-Fa-f]{2})/g, () => '%');
    add('lowercase-escape', seen.lowercase, /%[0-9A-Fa-f]{2}/g, (match) => match.toUpperCase());
    add(
      'needless-escape',
      seen.needless,
      /%(?<!%[\t\n\r]*(?:[\dA-Fa-f][\t\n\r]*)?%)(?:2[DEde]|3\d|[46][1-9A-Fa-f]|[57][\dAa]|5[Ff]|7[Ee])/g,
      (match) => String.fromCharCode(Number.parseInt(match.slice(1), 16)),
    );
    add('space-in-body', seen.space, / /g);
    add('whitespace-removed', seen.removed, /[\t\n\r]/g, () => '');
  }
  add(
    'control-in-body',
    seen.control,
    // biome-ignore format: one range after the other
    /[\0-\x08\v\f\x0e-\x1f\x7f]/g,
  );
  add('delimiter-in-body', seen.delimiter, /["<>]/g);
  add('unwise-in-body', seen.unwise, /[{}|\\^[\]`]/g);
  add(
    'non-ascii-in-body',
    seen.nonAscii,
    parsed.base64 ? null : /[\u0080-\ud7ff\ue000-\uffff]|[\ud800-\udbff][\udc00-\udfff]/g,
  );
  add('lone-surrogate', seen.surrogate, null);
  return lints;
}

/** Match escapes of base64's alphabet and of the whitespace that base64 skips; that whitespace; and spaces. */
const needless = /%(2[Bb]|2[Ff]|3[Dd]|0[9AaCcDd]|20|3\d|[46][1-9A-Fa-f]|[57][\dAa])/g;
const whitespace = /[\t\n\f\r ]+/g;
const blank = / |%20/g;

/**
 * Lints of the form of base64. Yields now and then.
 *
 * @param isClean whether the body was decoded and contains neither whitespace nor escapes, so that only its end is
 *   examined
 */
export function* lintBase64(
  written: string,
  parsed: ParsedDataUrl,
  isClean: boolean,
): Generator<void, Lint[], void> {
  const { body } = parsed;
  if (body === null || !parsed.base64) return [];
  const lints: Lint[] = [];
  const seen = isClean ? null : yield* look(written, body);
  const mayLackPlus = seen !== null && (yield* mayHoldPlus(written.slice(body.start, body.end)));
  if (seen !== null) {
    const { spaces, urlSafe, isMixed, isPlain } = seen;
    if (mayLackPlus) {
      const count = written.slice(body.start, body.end).match(blank)?.length ?? 0;
      lints.push(lint('base64-plus', { count }, firstOf(written, body, blank)!));
    } else if (spaces > 0) {
      lints.push(
        lint('base64-whitespace', { count: spaces }, firstOf(written, body, whitespace)!, () =>
          replaced(written, body, whitespace, ''),
        ),
      );
    }
    const needlessEscape = firstOf(written, body, needless);
    if (needlessEscape !== null) {
      lints.push(
        lint('base64-escaped-characters', {}, needlessEscape, () =>
          mayLackPlus
            ? null
            : replaced(written, body, needless, (m) => {
                const c = String.fromCharCode(Number.parseInt(m.slice(1), 16));
                return c <= ' ' ? '' : c;
              }),
        ),
      );
    }
    if (urlSafe > 0) {
      lints.push(
        lint(
          isMixed ? 'base64-mixed-alphabet' : 'base64-url-safe',
          { count: urlSafe },
          firstOf(written, body, /[-_]/g)!,
        ),
      );
    }
    // The end is checked only in base64 that browsers decode.
    if (!isPlain || mayLackPlus) return lints;
  }
  // Both loops end at the comma before the body, at the latest.
  let { end } = body;
  while (isAsciiWhitespace(written.charCodeAt(end - 1))) end--;
  let last = end - 1;
  while (isPad(written.charCodeAt(last))) last--;
  const final = seen?.last ?? { start: last, end: last + 1, character: written.charAt(last) };
  const rest = (seen?.data ?? last + 1 - body.start) % 4;
  const isPadded = seen?.isPadded ?? last < end - 1;
  if (!isPadded && rest > 1) {
    lints.push(
      lint('base64-missing-padding', { missing: 4 - rest }, { start: end, end }, () =>
        edited(written, end, end, '='.repeat(4 - rest)),
      ),
    );
  }
  const value = base64Value[final.character.charCodeAt(0)]!;
  const unused = rest === 2 ? 15 : rest === 3 ? 3 : 0;
  if ((value & unused) !== 0) {
    const clean = alphabet.charAt(value & ~unused);
    lints.push(
      lint('base64-leftover-bits', { character: final.character, canonical: clean }, final, () =>
        edited(written, final.start, final.end, clean),
      ),
    );
  }
  return lints;
}

/** The position of the first match of `pattern` (global). */
function firstOf(written: string, { start, end }: Span, pattern: RegExp): Span | null {
  const [match] = written.slice(start, end).matchAll(pattern);
  return match ? { start: start + match.index, end: start + match.index + match[0].length } : null;
}

const isPad = (unit: number) => unit === 0x3d;

/**
 * Counts characters of the alphabet, whitespace, and the two characters that only the URL-safe alphabet contains
 * (`urlSafe`). `isMixed`: `+` or `/` occurs, so the alphabets are mixed if `urlSafe` is positive. `isPlain`: no other
 * characters occur, and padding only at the end. `last`: the last character of the alphabet, which may be escaped.
 */
function* look(written: string, { start, end }: Span) {
  const seen = {
    ...{ data: 0, spaces: 0, urlSafe: 0, isMixed: false, isPlain: true, isPadded: false },
    last: { start, end: start, character: '' },
  };
  let next = start;
  for (let i = start; i < end; i = next) {
    if ((i & (strideLength - 1)) === 0) yield;
    let unit = written.charCodeAt(i);
    next = i + 1;
    if (
      unit === 0x25 &&
      i + 2 < end &&
      (digit(written.charCodeAt(i + 1)) | digit(written.charCodeAt(i + 2))) >= 0
    ) {
      next = i + 3;
      unit = Number.parseInt(written.slice(i + 1, next), 16);
      // Another lint counts escaped whitespace.
      if (isAsciiWhitespace(unit)) continue;
    }
    if (base64Value[unit]! >= 0) {
      seen.data++;
      seen.last = { start: i, end: next, character: String.fromCharCode(unit) };
      if (unit === 0x2b || unit === 0x2f) seen.isMixed = true;
      if (seen.isPadded) seen.isPlain = false;
    } else if (isAsciiWhitespace(unit)) seen.spaces++;
    else if (isPad(unit)) seen.isPadded = true;
    else {
      seen.isPlain = false;
      if (next === i + 1 && (unit === 0x2d || unit === 0x5f)) seen.urlSafe++;
    }
  }
  return seen;
}
