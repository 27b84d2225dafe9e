/**
 * Every problem for which fetch() rejects a data: URL, one helper per cause. The codes are stable: surfaces translate
 * by them. `args` contain at most a few characters of the URL.
 */
import { fillIn, type Problem } from '../problem.ts';

/** The English text of each problem, by its code; `{name}` stands for an argument. */
export const problemTexts = {
  'not-data-url': 'This is not a data: URL: it does not start with "data:".',
  'no-comma': 'There is no comma between the media type and the data.',
  'comma-in-fragment': 'No data: the first comma stands after the "#" at {hash}, where the fragment begins.',
  'comma-in-dot-segment': 'No data: a ".." segment removes the path segment that holds the comma.',
  'bad-host': 'After "data://" the URL parser expects a host, and this is none.',
  'bad-port': 'After "data://" and a host the URL parser expects a port of 0 to 65535, and this is none.',
  credentials: 'After "data://" stands a user name or password, and fetch() refuses URLs that hold one.',
  'base64-character': '{character} in the body is not in the base64 alphabet.',
  'base64-length': 'The base64 body ends with a group of one character, too few to hold a byte.',
  'base64-padding-short': 'The base64 body ends with one "=" where it needs two or none.',
  'base64-padding-excess': 'The base64 body has a "=" where no padding can stand.',
  'base64-padding-misplaced': 'The base64 body goes on after its padding "=".',
  'too-large': 'There is not enough memory here to decode this URL.',
} as const;

export type ProblemCode = keyof typeof problemTexts;

/** All codes of fatal problems. */
export const problemCodes = Object.keys(problemTexts) as ProblemCode[];

function problem(code: ProblemCode, start: number, end: number, args: Problem['args'] = {}): Problem {
  return { code, args, message: fillIn(problemTexts[code], args), start, end };
}

/** `U+002D "-"`: a code point in the form that helps in debugging. */
export function describeCodePoint(codePoint: number): string {
  const hex = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
  const hidden =
    codePoint <= 0x20 ||
    (codePoint >= 0x7f && codePoint <= 0xa0) ||
    (codePoint >= 0xd800 && codePoint <= 0xdfff);
  return hidden ? hex : `${hex} "${String.fromCodePoint(codePoint)}"`;
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
