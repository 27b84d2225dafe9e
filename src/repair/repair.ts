/** Finds the URL that the author intended, if that is evident. */

import { type Decoded, decoding } from '../data-url/decode.ts';
import { encoded } from '../data-url/encode.ts';
import {
  commaOf,
  escapingHashes,
  type MeantHead,
  mayHoldPlus,
  meantBase64,
  meantHead,
  writtenHead,
} from '../data-url/intended.ts';
import { afterScheme } from '../data-url/is-data-url.ts';
import { meantCharset } from '../data-url/lints/charset-parameter.ts';
import { base64EndLints, changesMeaning, isRepairedByChange } from '../data-url/lints/index.ts';
import { hasLongHead, readHead } from '../data-url/parse.ts';
import { textOfUtf8, withoutTrailingSpace } from '../data-url/pieces.ts';
import {
  isDoubtfulBase64,
  meaningSame,
  type Objections,
  objecting,
  type ReadUrl,
  readingUrl,
} from '../data-url/rewrite.ts';
import { isText } from '../mime/charset.ts';
import { defaultMimeType, type MimeType, parseMimeType, plainText } from '../mime/mime-type.ts';
import { topLevelTypes } from '../mime/top-level-types.ts';
import { type Wholeness, wholenessOf } from '../payload/detect/whole-file.ts';
import type { Problem } from '../problem.ts';
import { fragmentStart } from '../uri/fragment.ts';
import { urlText } from '../url-text.ts';
import { atOnce } from '../yield-to-event-loop.ts';
import { isWholeFile, undamaged } from './causes.ts';
import { comparing, type Differences } from './compare-urls.ts';

/** The reason why a data: URL has no repair; `repairDataUrl` explains each reason. */
export type RepairReason =
  | 'nothing-to-repair'
  | 'not-data-url'
  | 'long-head'
  | 'maybe-path'
  | 'no-comma'
  | 'unclear-comma'
  | 'unclear-head'
  | 'inexpressible'
  | 'unclear-base64'
  | 'unproven-base64'
  | 'too-large'
  | 'other-meaning'
  | 'unclear-meaning'
  | 'problem-remains'
  | 'still-encoded';

/**
 * The repaired URL; the problems of the written URL that the repair removes (all except problems of the length, or none
 * if only the grammar of RFC 2397 objects to the written URL); the changes of the text; and the parts that are lost.
 */
export type Repair =
  | ({ ok: true; url: string; changes: readonly Problem[] } & Differences)
  | { ok: false; reason: RepairReason };

/** A repair that has not been compared with the written URL yet. */
type Found = Pick<Repair & { ok: true }, 'ok' | 'url' | 'changes'> | (Repair & { ok: false });

/**
 * A repaired data: URL for one that browsers reject or that has lints. It is valid by RFC 2397, browsers accept it, and
 * it has no lint except for its length. The fragment stays.
 *
 * It has the meaning that browsers read in the written URL, its MIME type and its bytes, except for this damage, which
 * is repaired (also several kinds at once):
 * - slashes before the media type;
 * - a `base64` that is escaped, misspelled, not last, with a `=`, after the comma, or without its semicolon;
 * - escapes, and spaces around delimiters or instead of semicolons, in the media type; a comma in a quoted value, which
 *   is then escaped as in section 3 of RFC 2397; a type or parameter that became invalid because of these;
 * - a `#` in text that is followed by more of the text;
 * - a charset without `charset=`; UTF-8 with no charset, or with US-ASCII; a charset that a byte order mark
 *   contradicts, or that is declared for a binary type;
 * - if browsers reject the URL: a `#` beside a delimiter before the comma; base64 with wrong padding, in the URL-safe
 *   alphabet, or with invisible characters;
 * - spaces in base64 that were "+" before form decoding.
 *
 * If the result is not a whole file, damage from outside of the URL is undone, up to three kinds one after another: a
 * repeated prefix; a `base64` that is missing, that has no comma after it, or that precedes data that is not encoded; a
 * type or charset that is misspelled, or a type that is missing before base64; percent escapes of escapes; character
 * references, escapes of string literals and quoted-printable that were never decoded; quotes and brackets around the
 * data; base64 of base64 or of a data: URL. Such a URL is returned only if its bytes are a whole file, whose type has a
 * grammar unless the data is unchanged, and if no other guess results in one.
 *
 * A repair of `base64` itself or of a body in base64 that changes the bytes is returned only if the new bytes are a
 * whole file of the declared type (see `wholenessOf`), and no other reading of the body is one.
 *
 * No type is invented: it comes from the written URL, plain or escaped, from a whole file, or is the default. Takes
 * linear time. Only `long-head` and `too-large` depend on the length.
 *
 * If there is no repair, `reason` is one of these:
 * - `nothing-to-repair`: browsers accept the URL, and it has no lint except for its length;
 * - `not-data-url`: it does not begin with `data:`;
 * - `long-head`: it has more than 65,536 code units before the data;
 * - `maybe-path`: the text after the slashes may be a path;
 * - `no-comma`: no comma ends the media type;
 * - `unclear-comma`: a quote or a `#` leaves open which comma ends it;
 * - `unclear-head`: the intended media type, or whether it ends with `base64`, is not evident;
 * - `inexpressible`: no form of the media type means the same to browsers and to RFC 2397: browsers don't decode the
 *   escapes that the RFC needs for a space, a `/` or the like in a value;
 * - `unclear-base64`: the data may be in base64, which the repaired media type does not declare;
 * - `unproven-base64`: the bytes do not prove one reading of the base64;
 * - `too-large`: the repaired URL is too large to be decoded;
 * - `other-meaning`: browsers would read something else, and no lint explains that;
 * - `unclear-meaning`: a probable mistake remains whose intention is not evident;
 * - `problem-remains`: every form has a problem, such as bytes that are invalid in the declared charset;
 * - `still-encoded`: the repaired URL would contain text that is still escaped, or an undeclared file in base64.
 *
 * @param url any string, or a URL object, whose `href` is repaired
 * @returns the `url`; in `changes`, the problems that it removes, at their positions in the given URL, or, if damage
 *   from outside was undone, its kinds (a second or third one covers the whole URL); in `edits`, each text that is
 *   replaced, and how often; in `lost`, the parts that browsers read only in the given URL; or the `reason`
 */
export const repairDataUrl = (url: string | URL): Repair => atOnce(repairing(urlText(url, 'repairDataUrl')));

/** Like `repairDataUrl`, but a generator that yields now and then. */
export function* repairing(written: string): Generator<void, Repair, void> {
  const found = yield* finding(written);
  return found.ok ? { ...found, ...(yield* comparing(written, found.url)) } : found;
}

function* finding(written: string): Generator<void, Found, void> {
  const repair = yield* repairedAsWritten(written);
  if (!repair.ok && beyondGuesses.includes(repair.reason)) return repair;
  const url = repair.ok ? repair.url : repair.reason === 'nothing-to-repair' ? written : null;
  if (url !== null && (yield* isWholeFile(url)) !== false) return repair;
  const guessed = yield* repairedByGuess(written);
  if (guessed || !repair.ok) return guessed ?? repair;
  // Damage may hide other damage, such as a space after a misspelled type.
  const further = yield* repairedByGuess(repair.url);
  if (!further?.ok) return repair;
  const changes = further.changes.map((each) => ({ ...each, start: 0, end: written.length }));
  return { ...further, changes: [...repair.changes, ...changes] };
}

const beyondGuesses: readonly RepairReason[] = ['long-head', 'too-large'];

/** The repair of a URL after damage from outside was undone, if the bytes prove it; otherwise null. */
function* repairedByGuess(written: string): Generator<void, Found | null, void> {
  const found = yield* undamaged(written, function* (url, keepsData) {
    const repair = yield* repairedAsWritten(url);
    const whole = repair.ok ? repair.url : repair.reason === 'nothing-to-repair' ? url : null;
    return whole !== null && (yield* isWholeFile(whole, keepsData)) ? whole : null;
  });
  return found && { ok: true, url: found.url, changes: found.causes };
}

function* repairedAsWritten(written: string): Generator<void, Found, void> {
  if (hasLongHead(written)) return { ok: false, reason: 'long-head' };
  const before = yield* readingUrl(written);
  const objections = yield* objecting(before);
  const unslashed = withoutSlashes(written);
  const intended =
    unslashed === null ? yield* intendedUrl(before, objections) : yield* intendedAfterSlashes(unslashed);
  if (typeof intended === 'string') return { ok: false, reason: intended };
  const { url } = intended;
  if (yield* isStillEncoded(url)) return { ok: false, reason: 'still-encoded' };
  return { ok: true, url, changes: objections.said };
}

type Intended = Generator<void, { url: string } | RepairReason, void>;

const existingType = new RegExp(String.raw`^data:(?:[;,]|(?:${topLevelTypes})\b)`, 'i');

function* intendedAfterSlashes(unslashed: string): Intended {
  // The text after the slashes may be a path, unless it begins with an existing type.
  if (!existingType.test(unslashed)) return 'maybe-path';
  const read = yield* readingUrl(unslashed);
  const objections = yield* objecting(read);
  return isClean(objections) ? { url: unslashed } : yield* intendedUrl(read, objections);
}

function* intendedUrl(before: ReadUrl, objections: Objections): Intended {
  if (isClean(objections)) return 'nothing-to-repair';
  const codes = objections.said.map(({ code }) => code);
  const isSame = before.decoded.ok && before.parsed.base64;
  const digits = codes.some((code) => base64EndLints.includes(code));
  const meant = yield* meantUrl(before.written, isSame ? (digits ? sameBytes : sameDigits) : otherBytes);
  if (typeof meant === 'string') return meant;
  if (!meant.head.base64 && isDoubtfulBase64(objections)) return 'unclear-base64';
  const url = join(meant);
  const after = yield* readingUrl(url);
  const mayDiffer = !before.decoded.ok || codes.some((code) => isRepairedByChange(code));
  if (!after.decoded.ok) return 'too-large';
  if (!mayDiffer && !(yield* meaningSame(before.decoded, after.decoded))) return 'other-meaning';
  const unrepaired = yield* objecting(after);
  if (isClean(unrepaired)) return { url };
  // If browsers still misread the URL, rewriting it would turn the misreading into the URL's meaning.
  if (unrepaired.said.some(({ code }) => changesMeaning(code))) return 'unclear-meaning';
  return yield* anew(meant, after.decoded);
}

const isClean = ({ said, byRfc }: Objections): boolean => said.length === 0 && byRfc === null;

interface Meant {
  head: MeantHead;
  body: string;
  /** The fragment, including the `#`. */
  fragment: string;
}

const join = ({ head, body, fragment }: Meant): string => `data:${writtenHead(head)},${body}${fragment}`;

/**
 * The required wholeness of a repaired base64 body, depending on whether the repair keeps its digits, keeps only its
 * bytes, or changes both.
 */
const sameDigits: readonly Wholeness[] = ['whole', 'unknown', 'broken'];
const sameBytes: readonly Wholeness[] = ['whole', 'unknown'];
const otherBytes: readonly Wholeness[] = ['whole'];

/** Splits a URL into the parts that the author intended. */
function* meantUrl(
  written: string,
  proof: readonly Wholeness[],
): Generator<void, Meant | RepairReason, void> {
  const parted = partedAtComma(written);
  if (typeof parted === 'string') return parted;
  const head = meantHead(parted.head);
  if (typeof head === 'string') return head;
  const { rest } = parted;
  const text = head.base64 ? rest : yield* escapingHashes(rest, typeOf(head));
  const end = fragmentStart(text);
  // The URL parser trims trailing spaces, which may have been digits ("+").
  const raw =
    text.slice(0, end) +
    (head.base64 && end === text.length ? written.slice(withoutTrailingSpace(written).length) : '');
  const fragment = text.slice(end);
  const body = head.base64 ? yield* provenBase64(raw, declaredIn(head, proof), proof) : raw;
  if (body === null) return 'unproven-base64';
  const decoded = yield* decoding(join({ head, body, fragment: '' }));
  return decoded.ok ? { head: yield* withCharset(head, decoded.body), body, fragment } : 'too-large';
}

/** The only reading of base64 whose bytes are sufficient proof; null if there is none, or more than one. */
function* provenBase64(
  raw: string,
  declared: MimeType | null,
  proof: readonly Wholeness[],
): Generator<void, string | null, void> {
  const isAmbiguous = yield* mayHoldPlus(raw);
  const read = yield* decoding(`data:;base64,${raw}`);
  if (read.ok && !isAmbiguous) {
    const sufficient = proof === sameDigits && / |%20/.test(raw.trimEnd()) ? sameBytes : proof;
    return sufficient === sameDigits || sufficient.includes(yield* wholenessOf(declared, read.body))
      ? raw
      : null;
  }
  // The base64 of files and texts never begins with "+".
  const readings = isAmbiguous
    ? ([
        [raw, ''],
        [raw.trimStart(), '+'],
      ] as const)
    : ([[raw, '']] as const);
  const proven = new Map<string, string>();
  for (const [text, blank] of readings) {
    const body = yield* meantBase64(text, blank);
    const decoded = body === null ? null : yield* decoding(`data:;base64,${body}`);
    if (body !== null && decoded?.ok && (yield* wholenessOf(declared, decoded.body)) === 'whole')
      proven.set(body, blank);
  }
  const [only] = proven;
  if (only === undefined || proven.size > 1) return null;
  const [body, blank] = only;
  if (!/ |%20/.test(raw.trimStart()) || !isText(declared ?? plainText)) return body;
  // Text may end anywhere, and the URL parser trims spaces, so only padding proves that no "+" is missing at the end.
  const padding = paddingOf(raw);
  return padding === paddingOf(body) || (padding > 0 && blank === '') ? body : null;
}

/** The number of padding characters of base64. */
const paddingOf = (base64: string): number => base64.match(/=|%3d/gi)?.length ?? 0;

/**
 * The type that the bytes must have; null if any type will do, because no type is written and browsers decode the
 * base64 even without the repair.
 */
function declaredIn(head: MeantHead, proof: readonly Wholeness[]): MimeType | null {
  const isAny = head.essence === '' && head.parameters.length === 0 && proof !== otherBytes;
  return isAny ? null : typeOf(head);
}

/** Matches a tag that is still escaped as in HTML, a script, or quoted-printable. */
const escapedTag = /^(?:&(?:amp;)*(?:lt|#0*60|#x0*3c);|\\(?:u00|x)3c|=3c)[!?a-z]/i;

/** Minimum length of a text of base64 digits that is checked for undeclared base64. */
const minDigits = 3;

/** Whether the body, as browsers read it, is either markup that is still escaped or undeclared base64 of a file. */
function* isStillEncoded(url: string): Generator<void, boolean, void> {
  const { base64, type } = readHead(url);
  const decoded = base64 ? null : yield* decoding(url);
  if (!decoded?.ok) return false;
  const text = yield* textOfUtf8(decoded.body);
  // Quotes may have been copied with the URL.
  const start = text.slice(0, 4096).replace(/[\s\u200b"']+/g, '');
  if (escapedTag.test(start)) return true;
  if (/[^\w+/=-]/.test(start)) return false;
  // A text of few letters may be base64 of anything.
  if (start.length < minDigits) return false;
  if ((yield* wholenessOf(type, decoded.body)) !== 'whole') return true;
  for (const blank of ['', '+'] as const) {
    const digits = yield* meantBase64(text, blank);
    const read = digits === null ? null : yield* decoding(`data:;base64,${digits}`);
    if (read?.ok && (yield* wholenessOf(type, read.body)) === 'whole') return true;
  }
  return false;
}

/** The MIME type that browsers read in a head. */
const typeOf = (head: MeantHead): MimeType => {
  const text = writtenHead({ ...head, base64: false });
  return parseMimeType(text.startsWith(';') ? `text/plain${text}` : text) ?? defaultMimeType;
};

function partedAtComma(written: string): { head: string; rest: string } | RepairReason {
  const at = afterScheme(written);
  if (at < 0) return 'not-data-url';
  const text = withoutTrailingSpace(written).slice(at);
  const comma = commaOf(text);
  if (comma >= 0) {
    const rest = text.slice(comma + 1);
    const word = /^[ \f]*(?:;[ \f]*)?base64[ \f]*,/i.exec(rest)?.[0];
    const head = text.slice(0, comma);
    // If the data contains the closing quote, it is unclear whether the comma was meant to be quoted.
    if (/="[^"]*$/.test(head) && rest.slice(0, 4096).includes('"')) return 'unclear-comma';
    return word === undefined || /;\s*base64\s*$/i.test(head)
      ? { head, rest }
      : { head: `${head};base64`, rest: rest.slice(word.length) };
  }
  const late = text.indexOf(',');
  if (late < 0) return 'no-comma';
  const head = text.slice(0, late);
  // A "#" next to a delimiter can be dropped. Within a name, the text before the "#" may have been the whole name.
  const isStray = !/[^;=\s#]#+[^;=\s#]/.test(head.replace(/[\t\n\r]+/g, ''));
  return isStray ? { head: head.replaceAll('#', ''), rest: text.slice(late + 1) } : 'unclear-comma';
}

/** The URL without slashes after the colon; null if it contains no such slashes. */
function withoutSlashes(written: string): string | null {
  const at = afterScheme(written);
  const slashes = at < 0 ? null : /^[\t\n\r]*\/[\s/]*/.exec(written.slice(at));
  return slashes && `data:${withoutTrailingSpace(written).slice(at + slashes[0].length)}`;
}

/** Returns the head, with the charset of these bytes if the head declares a different charset or none. */
function* withCharset(head: MeantHead, bytes: Uint8Array): Generator<void, MeantHead, void> {
  const charset = yield* meantCharset(typeOf(head), bytes);
  if (charset === undefined) return head;
  const others = head.parameters.filter(({ name }) => name.toLowerCase() !== 'charset');
  if (charset === null) return { ...head, parameters: others };
  const declared = { name: 'charset', value: charset };
  const parameters =
    others.length === head.parameters.length
      ? [...others, declared]
      : head.parameters.map((each) => (others.includes(each) ? each : { ...each, value: charset }));
  return { ...head, parameters };
}

/**
 * The URL with newly encoded data: in base64 if the data would have lints as text, for example because it looks escaped
 * twice.
 */
function* anew(meant: Meant, meaning: Decoded & { ok: true }): Intended {
  for (const base64 of meant.head.base64 ? [true] : [false, true]) {
    const encoding = base64 ? 'base64' : 'percent';
    const whole = yield* encoded(meaning.body, defaultMimeType, { encoding, characters: 'rfc' });
    yield;
    const body = whole.slice(whole.indexOf(',') + 1);
    yield;
    const url = join({ ...meant, head: { ...meant.head, base64 }, body });
    const read = yield* readingUrl(url);
    yield;
    if ((yield* meaningSame(meaning, read.decoded)) && isClean(yield* objecting(read))) return { url };
  }
  return 'problem-remains';
}
