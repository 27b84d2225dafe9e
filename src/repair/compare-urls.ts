/** The difference between a written data: URL and its repair: each change of the text, and the parts that are lost. */

import { commaOf } from '../data-url/intended.ts';
import { excerpt } from '../data-url/lints/lint.ts';
import { headOf } from '../data-url/parse.ts';
import { percentEscape } from '../data-url/percent-escape.ts';
import { encodingOf } from '../mime/charset.ts';
import { fragmentStart } from '../uri/fragment.ts';
import { strideLength } from '../yield-to-event-loop.ts';
import { withoutWord } from './undoing.ts';

/** A part of the written URL, and its replacement; either may be empty. Long texts are truncated. */
export interface TextChange {
  before: string;
  after: string;
  /** How often this replacement occurs. */
  count: number;
}

/**
 * The reason why a repair drops a part that browsers read: an unknown encoding, a charset for data that isn't text, or
 * a part that can't be written.
 */
export type LossReason = 'unknown-charset' | 'charset-of-binary' | 'not-kept';

export interface Loss {
  text: string;
  reason: LossReason;
}

export interface Differences {
  /** The changes, ordered by their first occurrences. */
  edits: TextChange[];
  lost: Loss[];
}

/** Compares a URL with its repair in linear time; a generator that yields now and then. */
export function* comparing(written: string, url: string): Generator<void, Differences, void> {
  const [before, after] = [splitAtComma(written), splitAtComma(url)];
  const lost = yield* losses(written, url);
  if (before === null || after === null) return { edits: trimmed(written, url), lost };
  const [[oldHead, oldBody], [newHead, newBody]] = [before, after];
  const ofHead = changesOfHead(oldHead.split(semicolon), newHead.split(semicolon));
  const ofBody = (yield* aligned(oldBody, newBody)) ?? trimmed(oldBody, newBody);
  return { edits: [...ofHead, ...ofBody], lost };
}

/** Matches before a ";" that doesn't end a character reference. */
const semicolon = /(?=;)(?<!&[#\w]{1,40})/;

/** Null if there is no comma. */
function splitAtComma(url: string): [head: string, body: string] | null {
  const start = url.indexOf(':') + 1;
  const meant = commaOf(url.slice(start));
  const comma = meant < 0 ? url.indexOf(',') : start + meant;
  return comma < 0 ? null : [url.slice(0, comma), url.slice(comma + 1)];
}

/** The changes of the scheme with the type, and of each parameter. */
const changesOfHead = (before: string[], after: string[]): TextChange[] =>
  before.length === after.length
    ? before.flatMap((part, n) => trimmed([part], [after[n]!]))
    : trimmed(before, after);

/**
 * Matches what is read as one: an escape, a character reference, an escape of a string literal or of quoted-printable,
 * or a surrogate pair.
 */
const token =
  /%[\da-f]{2}|&[#\w]{1,40};|\\(?:u[\da-f]{4}|x[\da-f]{2}|[\s\S])|=(?:[ \t]{0,40}\r?\n|[\da-f]{2})|!\s{1,4}|[\ud800-\udbff][\udc00-\udfff]/iy;
/** Maximum length of a token. */
const maxToken = 42;

/** Whether an index lies within a token. */
function isWithin(text: string, index: number): boolean {
  for (let start = Math.max(0, index - maxToken); start < index; start++) {
    token.lastIndex = start;
    if (token.test(text) && token.lastIndex > index) return true;
  }
  return false;
}

/** Matches a token that is cut off. */
const cutToken = /(?:%.?|&[#\w]*|\\(?:u.{0,3}|x.?)?|=.?)…$/i;

const changeOf = (before: string, after: string): TextChange => {
  const [old, anew] = [before, after].map((text) => {
    const shown = excerpt(text);
    return text.length > shown.length ? shown.replace(cutToken, '…') : shown;
  });
  return { before: old!, after: anew!, count: 1 };
};

/** A single change that replaces everything between the common beginning and the common end. */
function trimmed(before: string, after: string): TextChange[];
function trimmed(before: string[], after: string[]): TextChange[];
function trimmed(before: string | string[], after: string | string[]): TextChange[] {
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && before[start] === after[start]) start++;
  const cuts = (fromStart: number, fromEnd: number) =>
    [before, after].some(
      (text) => typeof text === 'string' && isWithin(text, fromStart < 0 ? text.length - fromEnd : fromStart),
    );
  // In a run of backslashes, each may begin a token.
  for (let n = 0; n < maxToken && cuts(start, 0); n++) start--;
  let same = 0;
  while (same < least - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  for (let n = 0; n < maxToken && cuts(-1, same); n++) same--;
  const [gone, come] = [before, after].map((text) => {
    const part = text.slice(start, text.length - same);
    return typeof part === 'string' ? part : part.join('');
  });
  return gone === come ? [] : [changeOf(gone!, come!)];
}

/** Matches a "%" that begins no escape. The URL parser removes tabs and line breaks within an escape. */
const stray = /^%(?![\t\n\r]{0,4}[\da-f][\t\n\r]{0,4}[\da-f])/i;

/** Number of steps between two yields. Small, because a change takes much longer than an equal character. */
const stepsLength = strideLength >> 3;

/** The changes of single characters; null if there are other changes. */
function* aligned(before: string, after: string): Generator<void, TextChange[] | null, void> {
  const changes = new Map<string, TextChange>();
  let [at, to] = [0, 0];
  for (let steps = 0; at < before.length || to < after.length; steps++) {
    if (steps % stepsLength === 0) yield;
    // A "%" without two digits that became "%25" would otherwise look like an escape with inserted digits.
    const isStray = after.startsWith('%25', to) && stray.test(before.slice(at, at + 11));
    const twice = escapedAgain(before, at, after, to);
    if (before[at] === after[to] && !isStray && !twice) {
      at++;
      to++;
      continue;
    }
    const isEnd = at === before.length || to === after.length;
    if (isEnd && (isWithin(before, at) || isWithin(after, to))) return null;
    const [gone, come] = isEnd
      ? [before.length - at, after.length - to]
      : (twice ?? stepAt(before, at, after, to) ?? [0, 0]);
    if (gone + come === 0) return null;
    const [old, anew] = [before.slice(at, at + gone), after.slice(to, to + come)];
    const key = `${old.length} ${old}${anew}`;
    const known = changes.get(key);
    if (known) known.count++;
    else changes.set(key, changeOf(old, anew));
    at += gone;
    to += come;
  }
  return [...changes.values()];
}

/** Matches an escape whose "%" may be escaped itself, several times, or the "=" of quoted-printable. */
const again = /%(?:25){0,9}[\da-f]{2}|=(?:3d){0,9}/iy;
const escapeAt = (text: string, at: number): string => {
  again.lastIndex = at;
  return again.exec(text)?.[0] ?? '';
};

/** The lengths, before and after, of an escape whose "%" was escaped; null for anything else. */
function escapedAgain(before: string, at: number, after: string, to: number): [number, number] | null {
  const mark = before[at];
  if (mark !== after[to] || (mark !== '%' && mark !== '=')) return null;
  const [old, anew] = [escapeAt(before, at), escapeAt(after, to)];
  const isAgain =
    anew !== '' && old.length > anew.length && old.toUpperCase().endsWith(anew.slice(1).toUpperCase());
  return isAgain ? [old.length, anew.length] : null;
}

/** Matches characters that a repair of base64 removes. */
const blank = /[\s\0-\x20\x7f-\xa0\u200b\ufeff=]/;
/** Characters or escapes, each followed by the base64 digit that it represents. */
const digits = [' +', '%20+', '-+', '_/'];

/** The lengths, before and after, of a change of one character or its escape. */
function stepAt(before: string, at: number, after: string, to: number): [number, number] | null {
  const character = String.fromCodePoint(before.codePointAt(at)!);
  const escaped = percentEscape(character);
  if (after.startsWith(escaped, to)) return [character.length, escaped.length];
  const written = before.slice(at, at + 3);
  const next = after[to]!;
  if (digits.includes(character + next)) return [1, 1];
  if (/^%[\da-f]{2}$/i.test(written)) {
    if (after.slice(to, to + 3).toUpperCase() === written.toUpperCase()) return [3, 3];
    const isSame = percentEscape(next) === written.toUpperCase() || digits.includes(written + next);
    return isSame ? [3, 1] : null;
  }
  token.lastIndex = at;
  const length = token.exec(before)?.[0].length ?? 0;
  if (length > 0) {
    const isBreak = /\s/.test(before[at + length - 1]!);
    const of = isBreak ? '' : escapeAt(after, to);
    const spelled = before.slice(at, at + length).toUpperCase();
    if (of !== '' && spelled.endsWith(of.slice(1).toUpperCase())) return [length, of.length];
    // The "%" of an escape may be all that was written in another way.
    if (of !== '' && before.startsWith(of.slice(1), at + length)) return [length + of.length - 1, of.length];
    const become = (isBreak ? [0] : of === '' ? [1, 0] : [3, 0]).find(
      (each) => before[at + length] === after[to + each],
    );
    if (become !== undefined) return [length, become];
  }
  return blank.test(character) ? [1, 0] : null;
}

/** The parameters, and the fragment after base64, that browsers read only in the written URL. */
function* losses(written: string, url: string): Generator<void, Loss[], void> {
  const [before, after] = [yield* headOf(written), yield* headOf(url)];
  const lost: Loss[] = [];
  for (const [name, value] of before.defaulted ? [] : before.type.parameters) {
    const isWord = after.base64 && !before.base64 && withoutWord(`${name}=${value}`) === '';
    const kept = after.type.parameters.get(name);
    const isCut = name !== 'charset' && kept !== value && value.startsWith(kept ?? '');
    if (isWord || (kept !== undefined && !isCut)) continue;
    const ofCharset = encodingOf(value) === null ? 'unknown-charset' : 'charset-of-binary';
    lost.push({ text: excerpt(`${name}=${value}`), reason: name === 'charset' ? ofCharset : 'not-kept' });
  }
  // The "#" of a character reference does not begin a fragment.
  const text = before.base64 ? written.replace(/&#\w{1,10};/g, '') : '';
  const fragment = text.slice(fragmentStart(text)).trim();
  if (fragment !== '' && !url.includes('#')) lost.push({ text: excerpt(fragment), reason: 'not-kept' });
  return lost;
}
