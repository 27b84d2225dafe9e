/** Base64 that is written otherwise than everybody writes it. */
import { base64Value } from '../forgiving-base64.ts';
import type { ParsedDataUrl } from '../parse.ts';
import type { Scan, Seen } from './characters.ts';
import { edited, type Lint, lint, replaced, times } from './lint.ts';

/** Body text without what does not count, as far as the end of it is concerned: the last 64 characters that count. */
function lastCharacters(written: string, start: number, end: number): { unit: number; at: number }[] {
  const last: { unit: number; at: number }[] = [];
  for (let i = end - 1; i >= start && last.length < 64; i--) {
    const unit = written.charCodeAt(i);
    if (unit > 0x20) last.push({ unit, at: i });
  }
  return last;
}

/** Escapes of what base64 is made of, and of the white space that it skips. */
const needless = /%(2[Bb]|2[Ff]|3[Dd]|0[9AaCcDd]|20|3\d|[46][1-9A-Fa-f]|[57][\dAa])/g;

/** Where the first of these stands, or -1. */
function firstEscape(written: string, from: number, end: number): number {
  needless.lastIndex = from;
  const at = needless.exec(written)?.index ?? -1;
  return at + 3 <= end ? at : -1;
}

export function lintBase64(written: string, parsed: ParsedDataUrl, seen: Scan | null): Lint[] {
  const { body } = parsed;
  if (body === null || !parsed.base64) return [];
  const lints: Lint[] = [];
  const percent = written.indexOf('%', body.start);
  const isEscaped = percent >= 0 && percent < body.end;
  if (seen !== null) {
    const whitespace = joined(seen.space, seen.removed);
    if (whitespace.count > 0) {
      lints.push(
        lint(
          'base64',
          'base64-whitespace',
          { count: whitespace.count },
          `White space in base64 is skipped and only costs: it stands here ${times(whitespace.count)}.`,
          whitespace,
          replaced(written, body, /[ \t\n\r\f]+/g, ''),
        ),
      );
    }
    const escaped = isEscaped ? firstEscape(written, percent, body.end) : -1;
    if (escaped >= 0) {
      lints.push(
        lint(
          'base64',
          'base64-escaped-characters',
          {},
          'The characters + / = need no escape in a data: URL, and as escapes not every parser reads them.',
          { start: escaped, end: escaped + 3 },
          replaced(written, body, needless, (m) => {
            const c = String.fromCharCode(Number.parseInt(m.slice(1), 16));
            return c <= ' ' ? '' : c;
          }),
        ),
      );
    }
    const alphabet = alphabetOf(written, body.start, body.end);
    if (alphabet.count > 0) {
      lints.push(
        lint(
          'base64',
          alphabet.mixed ? 'base64-mixed-alphabet' : 'base64-url-safe',
          { count: alphabet.count },
          alphabet.mixed
            ? 'The body mixes the base64 alphabet with the URL-safe one, and browsers refuse "-" and "_".'
            : 'The body is in the URL-safe base64 alphabet, and browsers refuse its "-" and "_".',
          alphabet,
          replaced(written, body, /[-_]/g, (c) => (c === '-' ? '+' : '/')),
        ),
      );
    }
    // What no browser decodes has no end that could be written better.
    if (alphabet.count > 0 || alphabet.isRefused) return lints;
  }
  if (isEscaped) return lints;
  const last = lastCharacters(written, body.start, body.end);
  const pads = last.findIndex(({ unit }) => unit !== 0x3d);
  const end = last[0];
  const lastData = last[pads < 0 ? last.length : pads];
  if (end === undefined || lastData === undefined) return lints;
  const count = significant(written, body.start, body.end, seen) - Math.max(pads, 0);
  const rest = count % 4;
  if (pads === 0 && rest > 1) {
    lints.push(
      lint(
        'base64',
        'base64-missing-padding',
        { missing: 4 - rest },
        `The base64 lacks its padding "${'='.repeat(4 - rest)}", without which not every parser reads it.`,
        { start: end.at + 1, end: end.at + 1 },
        edited(written, end.at + 1, end.at + 1, '='.repeat(4 - rest)),
      ),
    );
  }
  const value = lastData.unit < 128 ? base64Value[lastData.unit]! : -1;
  const unused = rest === 2 ? 15 : rest === 3 ? 3 : 0;
  if (value >= 0 && (value & unused) !== 0) {
    const clean = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.charAt(value & ~unused);
    lints.push(
      lint(
        'base64',
        'base64-leftover-bits',
        { character: String.fromCharCode(lastData.unit), canonical: clean },
        `The last character carries bits that no byte takes; an encoder would have written "${clean}".`,
        { start: lastData.at, end: lastData.at + 1 },
        edited(written, lastData.at, lastData.at + 1, clean),
      ),
    );
  }
  return lints;
}

function joined(a: Seen, b: Seen): Seen {
  const count = a.count + b.count;
  if (a.count === 0) return b;
  if (b.count === 0) return a;
  const [x, y] = a.start < b.start ? [a, b] : [b, a];
  return { count, start: x.start, end: y.start === x.end ? y.end : x.end };
}

/** How many characters of the body count; without a scan there is nothing in it that does not. */
function significant(written: string, start: number, end: number, seen: Scan | null): number {
  if (seen === null) return end - start;
  let formFeeds = 0;
  for (let i = written.indexOf('\f', start); i >= 0 && i < end; i = written.indexOf('\f', i + 1)) formFeeds++;
  return end - start - seen.space.count - seen.removed.count - formFeeds;
}

/** How many characters are of the URL-safe alphabet, the first of them, and whether others are of no alphabet at all. */
function alphabetOf(written: string, start: number, end: number) {
  let count = 0;
  let first = -1;
  let mixed = false;
  let isPadded = false;
  let isRefused = false;
  for (let i = start; i < end; i++) {
    const unit = written.charCodeAt(i);
    if (unit === 0x2d || unit === 0x5f) {
      if (count++ === 0) first = i;
    } else if (unit === 0x2b || unit === 0x2f) mixed = true;
    if (unit === 0x3d) isPadded = true;
    else if (unit > 0x20 && unit !== 0x25) isRefused ||= isPadded || !(base64Value[unit]! >= 0);
  }
  return { count, start: first, end: first + 1, mixed, isRefused };
}
