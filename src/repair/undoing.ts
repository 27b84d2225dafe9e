/** Undoes each kind of damage to a data: URL. Each result is a guess, which only the bytes can prove (`causes.ts`). */
import { decodedReferences } from '../character-references.ts';
import { type Decoded, decoding } from '../data-url/decode.ts';
import { base64Of } from '../data-url/encode.ts';
import { mayBeWord, unescaped } from '../data-url/intended.ts';
import { excerpt } from '../data-url/lints/lint.ts';
import { noFile } from '../data-url/meant-data-url.ts';
import { readHead } from '../data-url/parse.ts';
import { changed, textOfUtf8, withoutTrailingSpace } from '../data-url/pieces.ts';
import { encodingOf } from '../mime/charset.ts';
import type { MimeType } from '../mime/mime-type.ts';
import { detectedType } from '../payload/detect/detected-type.ts';
import { hasGrammar } from '../payload/detect/whole-file.ts';
import { formatOf } from '../payload/formats.ts';
import { isMisspelled } from '../payload/misspelled-type.ts';
import type { Problem } from '../problem.ts';
import { strideLength } from '../yield-to-event-loop.ts';
import type { UndoneCode } from './cause-texts.ts';

export interface Undone {
  url: string;
  /** The first position of the damage, in code units of the given URL. */
  start: number;
  end: number;
  args?: Problem['args'];
  /** Whether the data is unchanged. */
  keepsData?: true;
}
type Undoing = Generator<void, Undone | null, void>;
export type Undo = (url: Parted) => Undoing | Undone | null;

/** A URL, split at its first comma. */
export interface Parted {
  written: string;
  /** The text before the comma, with the scheme. */
  head: string;
  body: string;
  /** Index at which the body begins in the written URL. */
  at: number;
  /** Whether the URL is cut off, at any position. */
  isCut: boolean;
  /** The text that results from decoding the URL's base64, stored when a guess first needs it. */
  text?: string;
}

/** Number of code units at either end of the data that are examined for damage to all of it. */
export const edge = 200;

const isBase64 = ({ head }: Parted): boolean => readHead(`${head},`).base64;
const typeIn = ({ head }: Parted): MimeType => readHead(`${head},`).type;
const looksLikeBase64 = (text: string): boolean =>
  text.length >= 16 && /^(?:[\w+/=\s-]|%2[BbFf]|%3[Dd])*$/.test(text.slice(0, edge));

/** Changes a text in pieces that begin with `mark`; each match that is changed must begin with `mark`, too. */
function* changedFrom(
  text: string,
  mark: string,
  change: (piece: string) => string,
): Generator<void, string, void> {
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    let end = text.indexOf(mark, at + strideLength);
    // A run of backslashes is paired from its beginning, so it must not be split.
    while (end > 0 && text[end - 1] === mark) end = text.indexOf(mark, end + 1);
    if (end < 0) end = text.length;
    parts.push(change(text.slice(at, end)));
    at = end;
    yield;
  }
  return parts.join('');
}

/** Replaces each match of `pattern` in the text from `from` on. Matches begin with `mark`. */
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
  const end = start + found[0].length;
  // The text is trimmed, because a soft line break ends with whitespace.
  return { url, start, end, args: { text: excerpt(written, { start, end }).trim() } };
}

const escaped = (hex: string): string => `%${hex}`;

/** Whether a parameter contains both a name and a value, neither of which is a part of "base64". */
function isNamed(parameter: string): boolean {
  const equals = parameter.indexOf('=');
  const name = parameter.slice(0, Math.max(0, equals)).trim();
  const value = unescaped(parameter.slice(equals + 1)).replace(/^[;\s]+|\s+$/g, '');
  if (name === '' || value === '' || /^(?:b[ase]{0,3}\W?[46]{1,2}|base64\W*)$/i.test(value)) return false;
  return !(/^bas?e?\W*$/i.test(name) && /^\W*[46]/.test(value));
}
/** Removes a misspelled "base64" from a parameter, which may consist of nothing else. */
export const withoutWord = (parameter: string): string => {
  if (isNamed(parameter)) return parameter.replace(/(?<=[a-z\d])base64\s*$/i, '');
  return mayBeWord(parameter) ? '' : parameter;
};

/**
 * The function that undoes each kind of damage, by code. If several functions return the same URL, the first one
 * counts.
 */
export const undo: Readonly<Record<UndoneCode, Undo>> = {
  'prefix-doubled'(url) {
    const { written, body, at } = url;
    const twice = /^[\0- ]*data:\s*(?=data:)/i.exec(written)?.[0];
    if (twice !== undefined)
      return { url: written.slice(twice.length), start: 0, end: twice.length, keepsData: true };
    const inner = /^(?:["'`\s]|url\()*(?:data:|(?=\w+\/[\w.+-]+[;,]))([^,]*,)/i.exec(body.slice(0, edge));
    // Decoders of base64 drop punctuation.
    const [whole, type] = inner ?? /^data(\w+\/[\w+]+?)base64/i.exec(body.slice(0, edge)) ?? [];
    if (whole === undefined || !(isBase64(url) || hasGrammar(typeIn(url)))) return null;
    const begun = inner ? type : `${type};base64,`;
    return { url: `data:${begun}${body.slice(whole.length)}`, start: at, end: at + whole.length };
  },
  *'base64-unmarked'(url) {
    const { head, body, at } = url;
    if (isBase64(url) || !looksLikeBase64(body)) return null;
    const [type = '', ...parameters] = head.slice(head.indexOf(':') + 1).split(/[;:]/);
    const isType = type.includes('/') || !mayBeWord(type);
    const kept = [isType ? type : '', ...parameters.map(withoutWord).filter((each) => each !== '')];
    const misspelled = isType ? parameters.findLast((each) => withoutWord(each) !== each) : type;
    const found = misspelled === undefined ? -1 : head.lastIndexOf(misspelled);
    const place = found < 0 ? { start: at - 1, end: at } : { start: found, end: found + misspelled!.length };
    return { url: `data:${kept.join(';')};base64,${body}`, ...place };
  },
  'base64-not-encoded'({ head, body, at }) {
    const unmarked = head.replace(/;\s*base64\s*$/i, '');
    // Base64 never begins with these characters, but markup and JSON do.
    if (unmarked === head || !/^\s*(?:[<{[]|%(?:3c|5b|7b))/i.test(body)) return null;
    const url = `${unmarked},${body.split('#').join('%23')}`;
    return { url, start: unmarked.length, end: at - 1, keepsData: true };
  },
  // The comma is missing after the word "base64", is escaped, or was replaced by another punctuation mark before
  // markup. Later commas may be part of the markup.
  'comma-missing'({ written }) {
    const found = /^(\s*data:[^,]*?)(;\s*base64[\s;:.=]*(?=[a-z\d+/]{8})|%2c|[.:;](?=%3c|<))/i.exec(written);
    if (!found) return null;
    const [{ length: end }, head = '', text = ''] = found;
    const url = `${head}${text.length > 3 ? ';base64' : ''},${written.slice(end)}`;
    return { url, start: head.length, end, args: { text: text.trim() } };
  },
  'charset-misspelled'({ written, head }) {
    const found = /;\s*charset\s*=\s*([^;]*)/i.exec(head);
    const charset = found?.[1]?.trim().replace(/^"([^"]*)"$/, '$1') ?? '';
    if (!found || charset === '' || encodingOf(charset) !== null) return null;
    const label = charset.replace(/[\W_]+/g, '-').replace(/^-|-$/g, '');
    if (encodingOf(label) === null) return null;
    const start = found.index;
    const end = start + found[0].length;
    const url = `${written.slice(0, start)};charset=${label}${written.slice(end)}`;
    const args = { charset: excerpt(charset) };
    return { url, start, end, args, keepsData: true };
  },
  'escaped-twice': (url) => replacing(url, url.at, '%', /%25(?=[\da-f]{2})/gi, () => '%'),
  *'references-left'({ written }) {
    const found = /&(?:#\d{1,9}|#x[\da-f]{1,9}|[a-z]{1,40});/i.exec(written);
    if (!found) return null;
    const { 0: text, index: start } = found;
    const url = yield* decodedReferences(written) as Generator<void, string, void>;
    return { url, start, end: start + text.length, args: { text } };
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
    // An "=" stays plain, because it may begin another escape if the text was encoded twice.
    replacing(url, url.at, '=', /=(?:[ \t]*(?:\r|%0d)?(?:\n|%0a)|(3d)|([\da-f]{2}))/gi, (_, equals, hex) =>
      equals ? '=' : hex ? escaped(hex) : '',
    ),
  // In base64, the URL parser may have removed the line break.
  'mail-breaks-left': (url) =>
    replacing(url, url.at, '!', isBase64(url) ? /!\s*/g : /!\r?\n[ \t]/g, () => ''),
  'quotes-left': (url) =>
    without(
      url,
      /^(?:(?:bytearray\()?[bruf]{0,2}(?:["'`]|%2[27])|[([])/i,
      isBase64(url) ? /(?:["'`)\]}>;,]|%22|%27)+$/ : /(?:["'`)\]};,]|%22|%27)+$/,
    ),
  'word-joined': (url) => without(url, wordBefore, joinedWord),
  *'base64-twice'(url) {
    const text = yield* textInBase64(url);
    if (!looksLikeBase64(text)) return null;
    return { url: `${url.head},${text.trim()}`, start: url.at, end: url.written.length };
  },
  *'base64-of-url'(url) {
    const text = yield* textInBase64(url);
    const before = /^["'\s]*(?=data:)/i.exec(text);
    return before && { url: text.slice(before[0].length), start: url.at, end: url.written.length };
  },
  'hexadecimal-left': (url) => writtenAs(url, bytesOfHex),
  'decimals-left': (url) => writtenAs(url, bytesOfDecimals),
  'plus-became-space': (url) => respelled(url, / |%20/g, () => '+'),
  'url-safe-alphabet': (url) => respelled(url, /[-_]/g, (c) => (c === '-' ? '+' : '/')),
  *'utf8-of-bytes'(url) {
    const text = yield* textInBase64(url);
    if (!/[\x80-\xff]/.test(text) || /[^\0-\xff]/.test(text)) return null;
    return yield* withBytes(url, bytesOfText(text));
  },
  *'type-misspelled'(url) {
    const { written, head, body } = url;
    const start = head.indexOf(':') + 1;
    const [type = ''] = head.slice(start).split(';');
    const decoded = formatOf(type.trim().toLowerCase()) ? null : yield* decodingPart(written, url.isCut);
    const detected = decoded?.ok ? detectedType(decoded.body) : null;
    // Without a type, data is meant as text, except for base64, which must have been made from a file.
    if (detected === null || (type.trim() === '' && !isBase64(url))) return null;
    if (!isMisspelled(type.trim().toLowerCase(), detected)) return null;
    const meant = `data:${detected}${head.slice(start + type.length)},${body}`;
    return { url: meant, start, end: start + type.length, args: { type: detected } };
  },
};

/** Replaces characters in base64. */
function* respelled(url: Parted, pattern: RegExp, by: (character: string) => string): Undoing {
  if (!isBase64(url)) return null;
  const trimmed = withoutTrailingSpace(url.body);
  const start = trimmed.search(pattern);
  if (start < 0) return null;
  // Without padding, the spaces at the end may also have been digits ("+").
  const text = /(?:=|%3d)$/i.test(trimmed.slice(-3)) ? trimmed : url.body;
  const body = yield* changed(text, (piece) => piece.replace(pattern, by));
  const at = url.at + start;
  const end = at + (url.written[at] === '%' ? 3 : 1);
  return { url: `${url.head},${body}`, start: at, end };
}

/** Match the text of a missing value before or after the data, or a part of the head before markup. */
const wordBefore = new RegExp(String.raw`^(?:${noFile}|[\w;=-]+,(?=%3|<))`);
export const joinedWord = new RegExp(`(?:${noFile})$`);

/** Removes the texts that `front` and `end` match from either side of the data. */
function without({ head, body, at }: Parted, front: RegExp, end: RegExp): Undone | null {
  const text = withoutTrailingSpace(body);
  const before = front.exec(text.slice(0, edge))?.[0] ?? '';
  const after = end.exec(text.slice(-edge))?.[0] ?? '';
  if (before + after === '') return null;
  const kept = text.slice(before.length, text.length - after.length);
  const start = before === '' ? at + kept.length : at;
  const found = before || after;
  return { url: `${head},${kept}`, start, end: start + found.length, args: { text: found } };
}

/** Replaces text that spells out bytes as digits with these bytes. The text may itself be in base64. */
function* writtenAs(url: Parted, read: (text: string) => Generator<void, Uint8Array | null, void>): Undoing {
  const bytes = (yield* read(url.body)) ?? (yield* read(yield* textInBase64(url)));
  return bytes && (yield* withBytes(url, bytes));
}

/** Replaces the data with the given bytes. */
function* withBytes(url: Parted, bytes: Uint8Array): Generator<void, Undone, void> {
  const head = isBase64(url) ? url.head : `${url.head};base64`;
  return { url: `${head},${yield* base64Of(bytes)}`, start: url.at, end: url.written.length };
}

/**
 * The bytes of hexadecimal digits, such as `89504e47`, `0x8950`, `\\x8950`, `89 50`, `<Buffer 89 50>`; null for other
 * text.
 */
function* bytesOfHex(text: string): Generator<void, Uint8Array | null, void> {
  const notDigit = /[^\da-f]/i;
  const digitsOf = (part: string) => part.replace(/^\s*(?:\\?0?x|<Buffer )|[\s:]+|>$/gi, '');
  if (text.length < minHexLength || notDigit.test(digitsOf(text.slice(0, edge)))) return null;
  const digits = digitsOf(text);
  if (notDigit.test(digits)) return null;
  const bytes = new Uint8Array(digits.length >> 1);
  for (let n = 0; n < bytes.length; n++) {
    if (n % strideLength === 0) yield;
    bytes[n] = Number.parseInt(digits.slice(2 * n, 2 * n + 2), 16);
  }
  return bytes;
}

/**
 * The bytes of numbers such as `137,80`, `[-119, 80]`, `Uint8Array(2) [ 137, 80 ]`, or the JSON of a Buffer or a typed
 * array; null for other text.
 */
function* bytesOfDecimals(text: string): Generator<void, Uint8Array | null, void> {
  const numbers = (part: string) => unescaped(part).replace(/"\w+":("Buffer",)?|^\s*\w+\(\d+\)/g, '');
  if (!/^\W*(?:\d{1,3}\W+){16}/.test(numbers(text.slice(0, 2 * edge)))) return null;
  const list = numbers(text);
  const bytes = new Uint8Array((list.length + 1) >> 1);
  const number = /-?\d+/g;
  let count = 0;
  for (let found = number.exec(list); found !== null; found = number.exec(list)) {
    if (count % strideLength === 0) yield;
    bytes[count++] = Number(found[0]);
  }
  return bytes.slice(0, count);
}

/** Turns each character into one byte. */
function bytesOfText(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let n = 0; n < text.length; n++) bytes[n] = text.charCodeAt(n);
  return bytes;
}

/** Minimum number of hexadecimal digits. Fewer digits can't be a file. */
const minHexLength = 32;

/** Decodes a URL. If it is cut off, an incomplete group of base64 at its end is ignored. */
export function* decodingPart(url: string, isCut: boolean): Generator<void, Decoded, void> {
  const decoded = yield* decoding(url);
  return decoded.ok || !isCut || decoded.problem.code !== 'base64-length'
    ? decoded
    : yield* decoding(withoutTrailingSpace(url).slice(0, -1));
}

/** The text that results from decoding a URL's base64; '' if the data is not base64 or browsers reject it. */
function* textInBase64(url: Parted): Generator<void, string, void> {
  if (url.text !== undefined) return url.text;
  const decoded = isBase64(url) ? yield* decodingPart(url.written, url.isCut) : null;
  const text = decoded?.ok ? yield* textOfUtf8(decoded.body) : '';
  // If a URL is cut off, its last character may be incomplete.
  url.text = url.isCut ? text.replace(/\ufffd$/, '') : text;
  return url.text;
}
