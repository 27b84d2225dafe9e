/**
 * Everything that makes fetch() refuse a data: URL, one helper per cause. The codes are stable: surfaces translate by
 * them. `args` never holds more than a few characters of the URL.
 */
import type { Problem } from '../problem.ts';

/** All codes of fatal problems. */
export const problemCodes = [
  'not-data-url',
  'no-comma',
  'comma-in-fragment',
  'comma-in-dot-segment',
  'bad-host',
  'bad-port',
  'credentials',
  'base64-character',
  'base64-length',
  'base64-padding-short',
  'base64-padding-excess',
  'base64-padding-misplaced',
  'too-large',
] as const;
export type ProblemCode = (typeof problemCodes)[number];

function problem(
  code: ProblemCode,
  args: Problem['args'],
  message: string,
  start: number,
  end: number,
): Problem {
  return { code, args, message, start, end };
}

/** `U+002D "-"`: a code point as people who debug want to see it. */
export function describeCodePoint(codePoint: number): string {
  const hex = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
  const hidden =
    codePoint <= 0x20 ||
    (codePoint >= 0x7f && codePoint <= 0xa0) ||
    (codePoint >= 0xd800 && codePoint <= 0xdfff);
  return hidden ? hex : `${hex} "${String.fromCodePoint(codePoint)}"`;
}

export const notDataUrl = (start: number, end: number) =>
  problem('not-data-url', {}, 'This is not a data: URL: it does not start with "data:".', start, end);

export const noComma = (at: number) =>
  problem('no-comma', {}, 'There is no comma between the media type and the data.', at, at);

export const commaInFragment = (hash: number, comma: number) =>
  problem(
    'comma-in-fragment',
    { hash },
    `The first comma stands after the "#" at ${hash}, where the fragment begins, so the URL has no data.`,
    comma,
    comma + 1,
  );

export const commaInDotSegment = (comma: number) =>
  problem(
    'comma-in-dot-segment',
    {},
    'A ".." segment removes the path segment that holds the comma, so the URL has no data.',
    comma,
    comma + 1,
  );

export const badHost = (start: number, end: number) =>
  problem('bad-host', {}, 'After "data://" the URL parser expects a host, and this is none.', start, end);

export const badPort = (start: number, end: number) =>
  problem(
    'bad-port',
    {},
    'After "data://" and a host the URL parser expects a port of 0 to 65535, and this is none.',
    start,
    end,
  );

export const credentials = (start: number, end: number) =>
  problem(
    'credentials',
    {},
    'After "data://" stands a user name or password, and fetch() refuses URLs that hold one.',
    start,
    end,
  );

export const base64Character = (codePoint: number, start: number, end: number) =>
  problem(
    'base64-character',
    { character: describeCodePoint(codePoint) },
    `The base64 body holds ${describeCodePoint(codePoint)}, which is not in the base64 alphabet.`,
    start,
    end,
  );

export const base64Length = (start: number, end: number) =>
  problem(
    'base64-length',
    {},
    'The base64 body ends one character after a complete group of four, too few to hold a byte.',
    start,
    end,
  );

export const base64PaddingShort = (start: number, end: number) =>
  problem(
    'base64-padding-short',
    {},
    'The base64 body ends with one "=" where it needs two or none.',
    start,
    end,
  );

export const base64PaddingExcess = (start: number, end: number) =>
  problem('base64-padding-excess', {}, 'The base64 body has a "=" where no padding can stand.', start, end);

export const base64PaddingMisplaced = (start: number, end: number) =>
  problem('base64-padding-misplaced', {}, 'The base64 body goes on after its padding "=".', start, end);

export const tooLarge = (end: number) =>
  problem('too-large', {}, 'There is not enough memory here to decode this URL.', 0, end);
