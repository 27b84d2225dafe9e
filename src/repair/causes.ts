/**
 * Damage to a data: URL before a browser reads it: a repeated prefix, escapes that were never decoded, a misspelled
 * type. Each way to undo damage is a guess, which only the decoded bytes can prove (see `repairDataUrl`).
 */
import { mayHoldPlus, unescaped } from '../data-url/intended.ts';
import { isDataUrl } from '../data-url/is-data-url.ts';
import { excerpt } from '../data-url/lints/lint.ts';
import { type MeantUrl, meantDataUrl, noFile } from '../data-url/meant-data-url.ts';
import { hasLongHead, headOf, readHead } from '../data-url/parse.ts';
import { inEnglish } from '../format-numbers.ts';
import { isText } from '../mime/charset.ts';
import type { MimeType } from '../mime/mime-type.ts';
import { detectedType } from '../payload/detect/detected-type.ts';
import { hasGrammar, wholenessOf } from '../payload/detect/whole-file.ts';
import { isSameType } from '../payload/formats.ts';
import { isMisspelled } from '../payload/misspelled-type.ts';
import { hostOf } from '../payload/references.ts';
import type { Problem, Span } from '../problem.ts';
import { type CauseCode, causeTexts, type UndoneCode } from './cause-texts.ts';
import { decodingPart, edge, type Parted, type Undo, undo } from './undoing.ts';

/** Damage to a data: URL, at its first position. */
export interface Cause extends Problem {
  code: CauseCode;
}

const causeAt = (code: CauseCode, { start, end }: Span, args: Problem['args'] = {}): Cause => ({
  ...{ code, args, message: inEnglish(causeTexts[code], args) },
  ...{ start, end },
});

/** A URL in which one kind of damage is undone. */
interface Guess {
  url: string;
  keepsData: boolean;
  cause: Cause;
}

/**
 * Guesses the URL as it was before the damage, once for each kind of damage that may have occurred; a generator that
 * yields now and then. Takes linear time in the length.
 *
 * @returns positions are code units of `written`
 */
function* guesses(written: string, isCut: boolean): Generator<void, Guess[], void> {
  const meant = meantDataUrl(written);
  if (meant) return [{ url: meant.url, keepsData: meant.isNamed, cause: addressCause(written, meant) }];
  if (!isDataUrl(written)) return [];
  const comma = written.indexOf(',');
  const parted: Parted = {
    written,
    head: written.slice(0, comma),
    body: written.slice(comma + 1),
    at: comma + 1,
    isCut,
  };
  const found: Guess[] = [];
  for (const [code, undoing] of Object.entries(undo) as [UndoneCode, Undo][]) {
    if (comma < 0 && code !== 'comma-missing') continue;
    yield;
    const begun = undoing(parted);
    const undone = begun && 'next' in begun ? yield* begun : begun;
    if (undone === null) continue;
    const { url, args, keepsData = false } = undone;
    found.push({ url, keepsData, cause: causeAt(code, undone, args) });
  }
  return found;
}

/** The damage because of which browsers read a text as a URL other than the intended data: URL. */
function addressCause(written: string, { end, isNamed }: MeantUrl): Cause {
  const span = { start: 0, end: end || 5 };
  const [, scheme] = /^[\0- ]*(?!https?:\/)([a-z][a-z\d+.-]{0,40}:)/i.exec(written) ?? [];
  if (scheme) return causeAt('scheme-wrong', span, { scheme });
  const host = hostOf(written).text;
  if (host) return causeAt('host-before', span, { host });
  const before = written.slice(0, end).trim();
  if (/^data[^\w/]?$/i.test(before)) return causeAt('scheme-wrong', span, { scheme: before });
  if (end > 0) return causeAt('path-before', span, { text: excerpt(written, span).trim() });
  return causeAt(isNamed ? 'scheme-escaped' : 'scheme-missing', span);
}

/**
 * Alternatives of a regular expression: the texts that Python, Java, .NET, PHP and Node.js write for an object, and the
 * URLs of files elsewhere.
 */
const object = String.raw`(?:https?|blob|cid):\S+|<[\w. ]+ at 0x[\da-f]+>|[[\w.$]+@[\da-f]+|System\.Byte\[]|Array|<Buffer [\da-f .]+ more bytes>`;

/** Matches data that is only the text of a missing value or an object, or a placeholder that isn't JSON. */
const word = new RegExp(String.raw`^\s*(${noFile}|${object}|(\$?\{(?!\s*["'}]).+\}))\s*$`);

/**
 * The cause if the text of a missing value replaces all of the data, or everything after the scheme, although the type
 * needs a file; otherwise null.
 */
function insertedWord(written: string): Cause | null {
  if (written.length > 2 * edge) return null;
  const at = written.indexOf(',') + 1 || written.indexOf(':') + 1;
  const text = unescaped(written.slice(at));
  const [, found, placeholder] = word.exec(text) ?? [];
  const { base64, type } = readHead(written);
  // A playlist may consist of a URL.
  if (
    found === undefined ||
    !(at <= written.indexOf(':') + 1 || base64 || (isFile(type) && !/url$/.test(type.subtype)))
  )
    return null;
  const code = placeholder ? 'unfilled' : 'word-inserted';
  return causeAt(code, { start: at, end: written.length }, { text: excerpt(found) });
}

/** Whether a type is audio, a font, an image, or video. The content of these is never just a word. */
const isFile = ({ type }: MimeType): boolean => /^(?:audio|font|image|video)$/.test(type);

/** Number of bytes, from the beginning of a file, that are searched for signs of a conversion to text. */
const sampleLength = 4096;

/** Matches the beginning of a Git LFS pointer (git-lfs/docs/spec.md), which stands for a file in another place. */
const pointer = /^version https:\/\/git-lfs\.github\.com\/spec\/v\d/;

/**
 * The cause if the data is only a pointer to a file, or if a binary file was converted to text, as valid UTF-8 with
 * U+FFFD shows; otherwise null.
 */
function lostBytes(written: string, type: MimeType, body: Uint8Array): Cause | null {
  const all = { start: written.indexOf(',') + 1, end: written.length };
  const isPointer = pointer.test(new TextDecoder().decode(body.subarray(0, edge)));
  if (isPointer && (isFile(type) || !isText(type))) return causeAt('lfs-pointer', all);
  if (isText(type)) return null;
  const sample = body.subarray(0, sampleLength);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
    // A single U+FFFD may occur in text with a wrong type.
    if (text.split('\ufffd').length < 3) return null;
  } catch {
    return null;
  }
  return causeAt('bytes-lost', all);
}

/**
 * Whether the bytes are a whole file of the declared type; null if browsers reject the URL or the type allows any
 * text. A generator that yields now and then.
 *
 * @param isCut whether only the beginning of the URL is known, which proves only the type
 */
export function* isWholeFile(
  url: string,
  mayBeText = false,
  isCut = false,
): Generator<void, boolean | null, void> {
  const { type, base64, comma } = yield* headOf(url);
  const decoded = yield* decodingPart(url, isCut);
  if (!decoded.ok || !(mayBeText || hasGrammar(type))) return null;
  if (!isCut)
    return (
      (yield* wholenessOf(type, decoded.body)) === 'whole' &&
      !isMisspelled(type.essence, detectedType(decoded.body) ?? type.essence)
    );
  const body = url.slice(comma);
  // In base64 without "+", spaces that don't divide it into lines were probably "+".
  if (base64 && !/\+|%2b/i.test(body) && (yield* mayHoldPlus(body.slice(1), true))) return false;
  return isSameType(detectedType(decoded.body) ?? (mayBeText ? type.essence : ''), type.essence);
}

/** Maximum number of kinds of damage that are undone one after another, and maximum number of URLs that are tried. */
const maxCauses = 3;
const maxGuesses = 24;

/** A URL after undoing some kinds of damage. */
interface Damaged {
  url: string;
  causes: readonly Cause[];
  keepsData: boolean;
}

/**
 * The only URL that is proven after undoing as few kinds of damage as possible. A generator that yields now and then.
 *
 * @param prove returns the URL itself, or its repair, if the bytes prove that it was meant; otherwise null
 * @param isCut whether only the beginning of the URL is known
 */
export function* undamaged(
  written: string,
  prove: (url: string, keepsData: boolean) => Generator<void, string | null, void>,
  isCut = false,
): Generator<void, Damaged | null, void> {
  const tried = new Set([written]);
  let level: Damaged[] = [{ url: written, causes: [], keepsData: true }];
  for (let depth = 0; depth < maxCauses && level.length > 0; depth++) {
    const proven = new Map<string, Damaged>();
    const further: Damaged[] = [];
    for (const before of level) {
      for (const { url, cause, keepsData } of yield* guesses(before.url, isCut)) {
        if (tried.has(url) || tried.size > maxGuesses) continue;
        tried.add(url);
        const guess: Damaged = {
          url,
          // Positions in a URL that was already changed are not valid in the written one.
          causes: [...before.causes, depth === 0 ? cause : { ...cause, start: 0, end: written.length }],
          keepsData: keepsData && before.keepsData,
        };
        const whole = yield* prove(url, guess.keepsData);
        if (whole !== null) proven.set(whole, { ...guess, url: whole });
        else further.push(guess);
      }
    }
    const [only, another] = proven.values();
    if (only) return another ? null : only;
    level = further;
  }
  return null;
}

/**
 * The damage to a data: URL before a browser reads it, if there is proof: undoing the damage results in a whole file,
 * or the data is text that can't be a file. Null if the URL is undamaged, or if nothing shows what was meant. A
 * generator that yields now and then.
 *
 * @param isCut whether `written` is only the beginning of a URL; only the type is then proven
 */
export function* causing(written: string, isCut = false): Generator<void, Cause | null, void> {
  const meant = meantDataUrl(written);
  if (!(meant || isDataUrl(written)) || hasLongHead(written)) return null;
  const inserted = meant ? null : insertedWord(written);
  if (inserted || (yield* isWholeFile(written, false, isCut))) return inserted;
  const found = yield* undamaged(
    written,
    function* (url, keepsData) {
      return (yield* isWholeFile(url, keepsData, isCut)) ? url : null;
    },
    isCut,
  );
  if (found) return found.causes[0] ?? null;
  if (meant) return addressCause(written, meant);
  const decoded = yield* decodingPart(written, isCut);
  return decoded.ok ? lostBytes(written, (yield* headOf(written)).type, decoded.body) : null;
}
