/** Unusual ways to write base64. */
import { strideLength } from '../../yield-to-event-loop.ts';
import { alphabet, base64Value } from '../forgiving-base64.ts';
import { mayHoldPlus } from '../meant-body.ts';
import type { ParsedDataUrl, Span } from '../parse.ts';
import { edited, type Lint, lint, replaced } from './lint.ts';

/** Escapes of base64's alphabet, and of the white space that it skips. */
const needless = /%(2[Bb]|2[Ff]|3[Dd]|0[9AaCcDd]|20|3\d|[46][1-9A-Fa-f]|[57][\dAa])/g;
const whitespace = /[\t\n\f\r ]+/g;
const blank = / |%20/g;

/**
 * @param isClean whether the body was decoded and contains neither white space nor escapes, so that only its end is
 *   read
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
        lint(
          'base64-whitespace',
          { count: spaces },
          firstOf(written, body, whitespace)!,
          replaced(written, body, whitespace, ''),
        ),
      );
    }
    const escaped = firstOf(written, body, needless);
    if (escaped !== null) {
      lints.push(
        lint(
          'base64-escaped-characters',
          {},
          escaped,
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
    // The end is checked only in base64 without escapes that browsers decode.
    if (!isPlain || mayLackPlus) return lints;
  }
  // The comma before the body ends both loops.
  let { end } = body;
  while (isSpace(written.charCodeAt(end - 1))) end--;
  let last = end - 1;
  while (isPad(written.charCodeAt(last)) || isSpace(written.charCodeAt(last))) last--;
  const rest = (seen?.data ?? last + 1 - body.start) % 4;
  if (last === end - 1 && rest > 1) {
    lints.push(
      lint(
        'base64-missing-padding',
        { missing: 4 - rest },
        { start: end, end },
        edited(written, end, end, '='.repeat(4 - rest)),
      ),
    );
  }
  const value = base64Value[written.charCodeAt(last)]!;
  const unused = rest === 2 ? 15 : rest === 3 ? 3 : 0;
  if ((value & unused) !== 0) {
    const clean = alphabet.charAt(value & ~unused);
    lints.push(
      lint(
        'base64-leftover-bits',
        { character: written.charAt(last), canonical: clean },
        { start: last, end: last + 1 },
        edited(written, last, last + 1, clean),
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
/** https://infra.spec.whatwg.org/#ascii-whitespace */
const isSpace = (unit: number) =>
  unit === 0x20 || unit === 0x09 || unit === 0x0a || unit === 0x0c || unit === 0x0d;

/**
 * Counts characters of the alphabet, white space, and the two characters of the URL-safe alphabet alone.
 * `isMixed`: there is also a `+` or `/`. `isPlain`: there is nothing else, and padding only at the end.
 */
function* look(written: string, { start, end }: Span) {
  const seen = { data: 0, spaces: 0, urlSafe: 0, isMixed: false, isPlain: true };
  let isPadded = false;
  for (let i = start; i < end; i++) {
    if ((i & (strideLength - 1)) === 0) yield;
    const unit = written.charCodeAt(i);
    if (base64Value[unit]! >= 0) {
      seen.data++;
      if (unit === 0x2b || unit === 0x2f) seen.isMixed = true;
      if (isPadded) seen.isPlain = false;
    } else if (isSpace(unit)) seen.spaces++;
    else if (isPad(unit)) isPadded = true;
    else {
      seen.isPlain = false;
      if (unit === 0x2d || unit === 0x5f) seen.urlSafe++;
    }
  }
  return seen;
}
