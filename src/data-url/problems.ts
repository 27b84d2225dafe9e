/**
 * Every problem for which fetch() rejects a data: URL, one helper per cause. The codes are stable: they are keys of
 * translations. `args` contain at most a few characters of the URL.
 */
import { hasEnglish } from '../has-english.ts';
import { invisible } from '../invisible.ts';
import type { Problem } from '../problem.ts';
import { problemTexts } from './problem-texts.ts';

/** The code of a fatal problem. */
export type ProblemCode = keyof typeof problemTexts;

function problem(code: ProblemCode, start: number, end: number, args: Problem['args'] = {}): Problem {
  // Doesn't use `inEnglish`, which would add plurals and units to each program that decodes: a text contains at most
  // one argument.
  const [value = ''] = Object.values(args);
  const message = hasEnglish ? problemTexts[code].replace(/\{\w+\}/, () => value.toLocaleString('en')) : '';
  return { code, args, message, start, end };
}

/** `U+002D (-)`: a code point as the standards write it. For an invisible character, only the number. */
export function describeCodePoint(codePoint: number): string {
  const hex = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
  const shown = isSurrogate ? '' : String.fromCodePoint(codePoint).replace(invisible, '');
  return shown === '' ? hex : `${hex} (${shown})`;
}

export const notDataUrl = (start: number, end: number) => problem('not-data-url', start, end);

export const noComma = (at: number) => problem('no-comma', at, at);

export const commaInFragment = (hash: number, comma: number) =>
  problem('comma-in-fragment', comma, comma + 1, { hash });

export const commaInDotSegment = (comma: number) => problem('comma-in-dot-segment', comma, comma + 1);

export const badHost = (start: number, end: number) => problem('bad-host', start, end);

export const badPort = (start: number, end: number) => problem('bad-port', start, end);

export const credentials = (start: number, end: number): Problem => ({
  ...problem('credentials', start, end),
  scope: 'fetch',
});

export const base64Character = (codePoint: number, start: number, end: number) =>
  problem('base64-character', start, end, { character: describeCodePoint(codePoint) });

export const base64Length = (start: number, end: number) => problem('base64-length', start, end);

export const base64PaddingShort = (start: number, end: number) => problem('base64-padding-short', start, end);

export const base64PaddingExcess = (start: number, end: number) =>
  problem('base64-padding-excess', start, end);

export const base64PaddingMisplaced = (start: number, end: number) =>
  problem('base64-padding-misplaced', start, end);

export const tooLarge = (end: number) => problem('too-large', 0, end);
