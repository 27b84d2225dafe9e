/**
 * Damage that a data: URL takes before a browser reads it: a prefix that is written twice, escapes that nothing decoded,
 * a misspelled type. Each way to undo it is a guess, which only the bytes can prove (see `repairDataUrl`).
 */
import { decodedReferences } from '../character-references.ts';
import { decoding } from '../data-url/decode.ts';
import { mayBeWord } from '../data-url/intended.ts';
import { readHead } from '../data-url/parse.ts';
import { textOfUtf8, withoutTrailingSpace } from '../data-url/pieces.ts';
import { inEnglish } from '../format-numbers.ts';
import { hasEnglish } from '../has-english.ts';
import { encodingOf } from '../mime/charset.ts';
import { detectedType } from '../payload/detected-type.ts';
import { formatOf } from '../payload/formats.ts';
import { isMisspelled } from '../payload/misspelled-type.ts';
import type { Problem } from '../problem.ts';
import { strideLength } from '../yield-to-event-loop.ts';

export const causeTexts = hasEnglish && {
  'prefix-doubled': 'The beginning of the data: URL is written twice.',
  'base64-unmarked': 'The data is base64, but ";base64" is missing or misspelled before the comma.',
  'type-misspelled': 'The media type is misspelled or missing: the data is {type}.',
  'charset-misspelled': 'The charset is misspelled: "{charset}".',
  'escaped-twice': 'The data is percent-encoded twice.',
  'references-left': 'The URL contains character references of HTML, such as "{text}", that nothing decoded.',
  'backslashes-left': 'The URL contains escapes of a string literal, such as "{text}", that nothing decoded.',
  'quoted-printable-left': 'The data contains quoted-printable, such as "{text}", that nothing decoded.',
  'quotes-left': 'Quotation marks or brackets of the text around the URL are part of the data.',
  'base64-twice': 'The data is base64 of base64.',
  'base64-of-url': 'The data is base64 of a whole data: URL.',
};
export type CauseCode = keyof Exclude<typeof causeTexts, false>;

interface Undone {
  url: string;
  /** Where the damage shows first, in code units of the given URL. */
  start: number;
  end: number;
  args?: Problem['args'];
  /** Whether the data stays as written. */
  keepsData?: true;
}
type Undoing = Generator<void, Undone | null, void>;
type Undo = (url: Parted) => Undoing | Undone | null;

/** A URL at its first comma. */
interface Parted {
  written: string;
  /** With the scheme. */
  head: string;
  body: string;
  /** Index of the body in the written URL. */
  at: number;
}

/** Code units at either end of the data in which damage shows that concerns all of it. */
const edge = 200;

const isBase64 = ({ head }: Parted): boolean => readHead(`${head},`).base64;
const looksLikeBase64 = (text: string): boolean =>
  text.length >= 16 && /^(?:[\w+/=\s-]|%2[BbFf]|%3[Dd])*$/.test(text.slice(0, edge));

/** Changes a text in pieces that begin with `mark`, which begins each match of what is changed. */
function* changedFrom(
  text: string,
  mark: string,
  change: (piece: string) => string,
): Generator<void, string, void> {
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    let end = text.indexOf(mark, at + strideLength);
    // A run of backslashes is paired from its beginning.
    while (end > 0 && text[end - 1] === mark) end = text.indexOf(mark, end + 1);
    if (end < 0) end = text.length;
    parts.push(change(text.slice(at, end)));
    at = end;
    yield;
  }
  return parts.join('');
}

/** Replaces each match of `pattern`, which begins with `mark`, in the text from `from` on. */
function* replacing(
  { written }: Parted,
  from: number,
  mark: string,
  pattern: RegExp,
  replacement: (...match: string[]) => string,
): Undoing {
  const text = written.slice(from);
  const found = pattern.exec(text);
  if (!found) return null;
  const url =
    written.slice(0, from) + (yield* changedFrom(text, mark, (piece) => piece.replace(pattern, replacement)));
  const start = from + found.index;
  return { url, start, end: start + found[0].length, args: { text: found[0] } };
}

const escaped = (hex: string): string => `%${hex}`;

const undo: Readonly<Record<CauseCode, Undo>> = {
  'prefix-doubled'({ written, body, at }) {
    const twice = /^[\0- ]*data:\s*(?=data:)/i.exec(written)?.[0];
    if (twice !== undefined)
      return { url: written.slice(twice.length), start: 0, end: twice.length, keepsData: true };
    const inner = /^["'`\s]*(data:[^,]*,)/i.exec(body.slice(0, edge));
    if (!inner) return null;
    const end = at + inner[0].length;
    return { url: inner[1] + body.slice(inner[0].length), start: at, end };
  },
  *'base64-unmarked'(url) {
    const { head, body, at } = url;
    if (isBase64(url) || !looksLikeBase64(body)) return null;
    const [type = '', ...parameters] = head.slice(head.indexOf(':') + 1).split(';');
    const kept = [
      type.includes('/') || !mayBeWord(type) ? type : '',
      ...parameters.filter((each) => !mayBeWord(each)),
    ];
    return { url: `data:${kept.join(';')};base64,${body}`, start: at - 1, end: at };
  },
  *'type-misspelled'(url) {
    const { written, head, body } = url;
    const start = head.indexOf(':') + 1;
    const [type = ''] = head.slice(start).split(';');
    const decoded = formatOf(type.trim().toLowerCase()) ? null : yield* decoding(written);
    const detected = decoded?.ok ? detectedType(decoded.body) : null;
    // No type is text, unless it is base64, whose author had a file.
    if (detected === null || (type.trim() === '' && !isBase64(url))) return null;
    if (!isMisspelled(type.trim().toLowerCase(), detected)) return null;
    const meant = `data:${detected}${head.slice(start + type.length)},${body}`;
    return { url: meant, start, end: start + type.length, args: { type: detected } };
  },
  'charset-misspelled'({ written, head }) {
    const found = /;\s*charset\s*=\s*([^;]*)/i.exec(head);
    const charset = found?.[1]?.trim() ?? '';
    if (!found || charset === '' || encodingOf(charset) !== null) return null;
    const label = charset.replace(/[\W_]+/g, '-').replace(/^-|-$/g, '');
    if (encodingOf(label) === null) return null;
    const start = found.index;
    const end = start + found[0].length;
    const url = `${written.slice(0, start)};charset=${label}${written.slice(end)}`;
    return { url, start, end, args: { charset }, keepsData: true };
  },
  'escaped-twice': (url) => replacing(url, url.at, '%', /%25(?=[\da-f]{2})/gi, () => '%'),
  *'references-left'({ written }) {
    const found = /&(?:#\d+|#x[\da-f]+|[a-z]+);/i.exec(written);
    if (!found) return null;
    const references = decodedReferences(written);
    let step = references.next();
    while (!step.done) {
      yield;
      step = references.next();
    }
    return {
      url: step.value,
      start: found.index,
      end: found.index + found[0].length,
      args: { text: found[0] },
    };
  },
  'backslashes-left': (url) =>
    replacing(
      url,
      0,
      '\\',
      /\\(?:u00([\da-f]{2})|x([\da-f]{2})|([nrt])|([^\w\s]))/gi,
      (_, unicode, byte, space, character) => {
        if (space !== undefined) return { n: '%0A', r: '%0D', t: '%09' }[space.toLowerCase()] ?? '';
        return character ?? escaped(unicode ?? byte ?? '');
      },
    ),
  'quoted-printable-left': (url) =>
    replacing(url, url.at, '=', /=(?:\r?\n|([\dA-F]{2}))/g, (_, hex) =>
      hex === undefined ? '' : escaped(hex),
    ),
  'quotes-left'(url) {
    const { head, body, at } = url;
    const text = withoutTrailingSpace(body);
    const before = /^(?:b?["'`]|%22|%27|[([])/i.exec(text)?.[0].length ?? 0;
    const ends = isBase64(url) ? /(?:["'`)\]}>;,]|%22|%27)+$/ : /(?:["'`)\]};,]|%22|%27)+$/;
    const after = ends.exec(text.slice(-edge))?.[0].length ?? 0;
    if (before + after === 0) return null;
    const [start, end] = before > 0 ? [at, at + before] : [at + text.length - after, at + text.length];
    return { url: `${head},${text.slice(before, text.length - after)}`, start, end };
  },
  *'base64-twice'(url) {
    const text = yield* textInBase64(url);
    if (text === null || !looksLikeBase64(text)) return null;
    return { url: `${url.head},${text.trim()}`, start: url.at, end: url.written.length };
  },
  *'base64-of-url'(url) {
    const text = yield* textInBase64(url);
    if (text === null || !/^["'\s]*data:/i.test(text.slice(0, edge))) return null;
    return { url: text.slice(text.search(/data:/i)), start: url.at, end: url.written.length };
  },
};

function* textInBase64(url: Parted): Generator<void, string | null, void> {
  if (!isBase64(url)) return null;
  const decoded = yield* decoding(url.written);
  return decoded.ok ? yield* textOfUtf8(decoded.body) : null;
}

/** A URL in which one kind of damage is undone. */
export interface Guess {
  url: string;
  keepsData: boolean;
  cause: Problem & { code: CauseCode };
}

/**
 * All guesses at the URL before one kind of damage; a generator that yields now and then. Linear in the length.
 *
 * @returns positions are code units of `written`; empty without a comma
 */
export function* guesses(written: string): Generator<void, Guess[], void> {
  const comma = written.indexOf(',');
  if (comma < 0) return [];
  const parted = { written, head: written.slice(0, comma), body: written.slice(comma + 1), at: comma + 1 };
  const found: Guess[] = [];
  for (const [code, undoing] of Object.entries(undo) as [CauseCode, Undo][]) {
    const begun = undoing(parted);
    const undone = begun && 'next' in begun ? yield* begun : begun;
    if (undone === null) continue;
    const { url, start, end, args = {}, keepsData = false } = undone;
    const message = causeTexts ? inEnglish(causeTexts[code], args) : '';
    found.push({ url, keepsData, cause: { code, args, message, start, end } });
  }
  return found;
}
