/**
 * Damage to a data: URL before a browser reads it: a repeated prefix, escapes that were never decoded, a misspelled
 * type. Each way to undo damage is a guess, which only the decoded bytes can prove (see `repairDataUrl`).
 */
import { decodedReferences } from '../character-references.ts';
import { type Decoded, decoding } from '../data-url/decode.ts';
import { base64Of } from '../data-url/encode.ts';
import { mayBeWord, mayHoldPlus, unescaped } from '../data-url/intended.ts';
import { isDataUrl } from '../data-url/is-data-url.ts';
import { excerpt } from '../data-url/lints/lint.ts';
import { type MeantUrl, meantDataUrl, noFile } from '../data-url/other-address.ts';
import { hasLongHead, readHead } from '../data-url/parse.ts';
import { changed, textOfUtf8, withoutTrailingSpace } from '../data-url/pieces.ts';
import { inEnglish, type Text } from '../format-numbers.ts';
import { hasEnglish } from '../has-english.ts';
import { encodingOf, isText } from '../mime/charset.ts';
import { isInGroup, type MimeType } from '../mime/mime-type.ts';
import { detectedType } from '../payload/detect/detected-type.ts';
import { wholenessOf } from '../payload/detect/whole-file.ts';
import { formatOf, isSameType } from '../payload/formats.ts';
import { isMisspelled } from '../payload/misspelled-type.ts';
import { hostOf } from '../payload/references.ts';
import type { Problem, Span } from '../problem.ts';
import { strideLength } from '../yield-to-event-loop.ts';

export const causeTexts =
  hasEnglish &&
  ({
    'scheme-missing': 'Missing "data:": browsers request the text as a relative URL.',
    'scheme-escaped': 'Percent-encoded as a whole: browsers request the text as a relative URL.',
    'scheme-wrong': 'The scheme is "{scheme}" instead of "data:", so browsers don\'t recognize a data: URL.',
    'path-before': 'Text before the data: URL: because of "{text}", browsers request a relative URL.',
    'host-before': 'Address before the data: URL: browsers request it from {host}.',
    'prefix-doubled': 'The beginning of the data: URL is written twice.',
    'base64-unmarked': 'The data is base64, but ";base64" is missing or misspelled before the comma.',
    'base64-not-encoded': 'Marked as ";base64", but the data isn\'t encoded.',
    'comma-missing': 'The data follows "{text}" without a comma.',
    'type-misspelled': 'The media type is misspelled or missing: the data is {type}.',
    'charset-misspelled': 'The charset is misspelled: "{charset}".',
    'escaped-twice': 'The data is percent-encoded twice: "{text}" stands for "%".',
    'references-left': 'The URL contains undecoded HTML character references, such as "{text}".',
    'backslashes-left': 'The URL contains undecoded string-literal escapes, such as "{text}".',
    'quoted-printable-left': 'The data contains undecoded quoted-printable text, such as "{text}".',
    'quotes-left': 'Quotation marks or brackets from the surrounding text are part of the data: {text}.',
    'base64-twice': 'The data is base64-encoded twice.',
    'base64-of-url': 'The base64 decodes to a whole data: URL.',
    'hexadecimal-left': 'The data consists of hexadecimal digits instead of bytes.',
    'decimals-left': 'The data is a list of decimal numbers instead of bytes.',
    'word-joined': 'The data begins or ends with "{text}": a program added a value that isn\'t a file.',
    'utf8-of-bytes': 'The bytes were encoded as UTF-8, as if each were a character.',
    'plus-became-space': 'Spaces in the base64 were "+" signs, which form decoding replaced.',
    'url-safe-alphabet': 'URL-safe base64: browsers reject "-" and "_", which stand for "+" and "/".',
    'word-inserted': 'No data but "{text}": a program wrote a value that isn\'t a file.',
    unfilled: 'Nothing replaced the placeholder "{text}". In JavaScript, placeholders need backticks.',
    'bytes-lost': 'Bytes are lost: a program decoded the file as text and replaced them with U+FFFD.',
  } satisfies Record<string, Text>);
export type CauseCode = keyof typeof causeTexts;

/** The causes that turn a data: URL into another URL. */
type AddressCode = Extract<CauseCode, `scheme-${string}` | `${string}-before`>;
/** The causes that can be undone. Those that have lost data are only reported. */
type UndoneCode = Exclude<CauseCode, AddressCode | 'word-inserted' | 'unfilled' | 'bytes-lost'>;

interface Undone {
  url: string;
  /** The first position of the damage, in code units of the given URL. */
  start: number;
  end: number;
  args?: Problem['args'];
  /** Whether the data is unchanged. */
  keepsData?: true;
}
type Undoing = Generator<void, Undone | null, void>;
type Undo = (url: Parted) => Undoing | Undone | null;

/** A URL, split at its first comma. */
interface Parted {
  written: string;
  /** The text before the comma, with the scheme. */
  head: string;
  body: string;
  /** Index of the body in the written URL. */
  at: number;
  /** Whether the URL is cut off, at any position. */
  isCut: boolean;
  /** The text that its base64 decodes to, cached once a guess needs it. */
  text?: string;
}

/** Number of code units at either end of the data in which damage to all of it shows. */
const edge = 200;

const isBase64 = ({ head }: Parted): boolean => readHead(`${head},`).base64;
const typeIn = ({ head }: Parted): MimeType => readHead(`${head},`).type;
const looksLikeBase64 = (text: string): boolean =>
  text.length >= 16 && /^(?:[\w+/=\s-]|%2[BbFf]|%3[Dd])*$/.test(text.slice(0, edge));

/** Changes a text in pieces that begin with `mark`; each match to be changed must begin with it, too. */
function* changedFrom(
  text: string,
  mark: string,
  change: (piece: string) => string,
): Generator<void, string, void> {
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    let end = text.indexOf(mark, at + strideLength);
    // Don't split a run of backslashes, which are paired from its beginning.
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
  const end = start + found[0].length;
  // Trimmed, because a soft line break ends with whitespace.
  return { url, start, end, args: { text: excerpt(written, { start, end }).trim() } };
}

const escaped = (hex: string): string => `%${hex}`;

/** If several give the same URL, the first one counts. */
const undo: Readonly<Record<UndoneCode, Undo>> = {
  'prefix-doubled'(url) {
    const { written, body, at } = url;
    const twice = /^[\0- ]*data:\s*(?=data:)/i.exec(written)?.[0];
    if (twice !== undefined)
      return { url: written.slice(twice.length), start: 0, end: twice.length, keepsData: true };
    const inner = /^(?:["'`\s]|url\()*(data:[^,]*,)/i.exec(body.slice(0, edge));
    if (!inner || !(isBase64(url) || hasGrammar(typeIn(url)))) return null;
    const end = at + inner[0].length;
    return { url: inner[1] + body.slice(inner[0].length), start: at, end };
  },
  *'base64-unmarked'(url) {
    const { head, body, at } = url;
    if (isBase64(url) || !looksLikeBase64(body)) return null;
    const [type = '', ...parameters] = head.slice(head.indexOf(':') + 1).split(/[;:]/);
    const isType = type.includes('/') || !mayBeWord(type);
    const kept = [isType ? type : '', ...parameters.filter((each) => !mayBeWord(each))];
    const misspelled = isType ? parameters.findLast(mayBeWord) : type;
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
  // The comma is missing after the word "base64", is escaped, or is another punctuation mark before markup; later
  // commas may be in the markup.
  'comma-missing'({ written }) {
    const found = /^(\s*data:[^,]*?)(;\s*base64[\s;:.=]*(?=[a-z\d+/]{8})|%2c|[.:;](?=%3c|<))/i.exec(written);
    if (!found) return null;
    const [{ length: end }, head = '', text = ''] = found;
    const url = `${head}${text.length > 3 ? ';base64' : ''},${written.slice(end)}`;
    return { url, start: head.length, end, args: { text: text.trim() } };
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
    const args = { charset: excerpt(charset, { start: 0, end: charset.length }) };
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
    replacing(url, url.at, '=', /=(?:\r?\n|([\dA-F]{2}))/g, (_, hex) =>
      hex === undefined ? '' : escaped(hex),
    ),
  'quotes-left': (url) =>
    without(
      url,
      /^(?:b?(?:["'`]|%2[27])|[([])/i,
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
    // Without a type, the data is meant as text; but base64 was made from a file.
    if (detected === null || (type.trim() === '' && !isBase64(url))) return null;
    if (!isMisspelled(type.trim().toLowerCase(), detected)) return null;
    const meant = `data:${detected}${head.slice(start + type.length)},${body}`;
    return { url: meant, start, end: start + type.length, args: { type: detected } };
  },
};

/** Replaces characters in base64. */
function* respelled(url: Parted, pattern: RegExp, by: (character: string) => string): Undoing {
  if (!isBase64(url)) return null;
  const text = withoutTrailingSpace(url.body);
  const start = text.search(pattern);
  if (start < 0) return null;
  const body = yield* changed(text, (piece) => piece.replace(pattern, by));
  const at = url.at + start;
  const end = at + (url.written[at] === '%' ? 3 : 1);
  return { url: `${url.head},${body}`, start: at, end };
}

/** The text of a missing value before or after the data; or a part of the head before markup. */
const wordBefore = new RegExp(String.raw`^(?:${noFile}|[\w;=-]+,(?=%3|<))`);
export const joinedWord = new RegExp(`(?:${noFile})$`);

/** Removes a text on either side of the data. */
function without({ head, body, at }: Parted, front: RegExp, end: RegExp): Undone | null {
  const text = withoutTrailingSpace(body);
  const before = front.exec(text)?.[0] ?? '';
  const after = end.exec(text.slice(-edge))?.[0] ?? '';
  if (before + after === '') return null;
  const kept = text.slice(before.length, text.length - after.length);
  const start = before === '' ? at + kept.length : at;
  const found = before || after;
  return { url: `${head},${kept}`, start, end: start + found.length, args: { text: found } };
}

/** Replaces text that spells out bytes in digits, which may itself be in base64, with these bytes. */
function* writtenAs(url: Parted, read: (text: string) => Generator<void, Uint8Array | null, void>): Undoing {
  const bytes = (yield* read(url.body)) ?? (yield* read(yield* textInBase64(url)));
  return bytes && (yield* withBytes(url, bytes));
}

/** Replaces the data with other bytes. */
function* withBytes(url: Parted, bytes: Uint8Array): Generator<void, Undone, void> {
  const head = isBase64(url) ? url.head : `${url.head};base64`;
  return { url: `${head},${yield* base64Of(bytes)}`, start: url.at, end: url.written.length };
}

/** The bytes of hexadecimal digits, such as `89504e47`, `0x8950`, `\\x8950`, `89 50`; null for other text. */
function* bytesOfHex(text: string): Generator<void, Uint8Array | null, void> {
  const notDigit = /[^\da-f]/i;
  const digitsOf = (part: string) => part.replace(/^\s*\\?0?x|[\s:]+/gi, '');
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
 * The bytes of numbers such as `137,80`, `[-119, 80]`, or the JSON of a Buffer or a typed array; null for other text.
 */
function* bytesOfDecimals(text: string): Generator<void, Uint8Array | null, void> {
  const numbers = (part: string) => unescaped(part).replace(/"\w+":("Buffer",)?/g, '');
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

/** Minimum number of hexadecimal digits; fewer can't be a file. */
const minHexLength = 32;

/** Decodes a URL. If it is cut off, an incomplete group of base64 at its end is ignored. */
function* decodingPart(url: string, isCut: boolean): Generator<void, Decoded, void> {
  const decoded = yield* decoding(url);
  return decoded.ok || !isCut || decoded.problem.code !== 'base64-length'
    ? decoded
    : yield* decoding(withoutTrailingSpace(url).slice(0, -1));
}

/** The text that base64 decodes to; '' if the data is not base64 or browsers reject it. */
function* textInBase64(url: Parted): Generator<void, string, void> {
  if (url.text !== undefined) return url.text;
  const decoded = isBase64(url) ? yield* decodingPart(url.written, url.isCut) : null;
  const text = decoded?.ok ? yield* textOfUtf8(decoded.body) : '';
  // The last character of a URL that is cut off may be incomplete.
  url.text = url.isCut ? text.replace(/\ufffd$/, '') : text;
  return url.text;
}

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
 * All guesses at the URL as it was before one kind of damage; a generator that yields now and then. Linear in the
 * length.
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
    const begun = undoing(parted);
    const undone = begun && 'next' in begun ? yield* begun : begun;
    if (undone === null) continue;
    const { url, args, keepsData = false } = undone;
    found.push({ url, keepsData, cause: causeAt(code, undone, args) });
  }
  return found;
}

/** The cause for which browsers resolve a text as another URL than the intended data: URL. */
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

/** Data that is only the text of a missing value, or a placeholder that isn't JSON. */
const word = new RegExp(String.raw`^\s*(${noFile}|(\$?\{(?!\s*["'}]).+\}))\s*$`);

/**
 * The cause that the text of a missing value replaces all of the data, or everything after the scheme, although the
 * type needs a file.
 */
function insertedWord(written: string): Cause | null {
  if (written.length > edge) return null;
  const at = written.indexOf(',') + 1 || written.indexOf(':') + 1;
  const text = unescaped(written.slice(at));
  const [, found, placeholder] = word.exec(text) ?? [];
  const { base64, type } = readHead(written);
  if (found === undefined || !(at <= written.indexOf(':') + 1 || base64 || isFile(type))) return null;
  const code = placeholder ? 'unfilled' : 'word-inserted';
  return causeAt(code, { start: at, end: written.length }, { text: found });
}

/** Whether a type is a media type whose content is never just a word. */
const isFile = ({ type }: MimeType): boolean => /^(?:audio|font|image|video)$/.test(type);

/** Number of first bytes that show whether a file was converted to text. */
const sampleLength = 4096;

/** The cause that a binary file was converted to text: it is valid UTF-8 with U+FFFD. */
function lostBytes(written: string, type: MimeType, body: Uint8Array): Cause | null {
  if (isText(type)) return null;
  const sample = body.subarray(0, sampleLength);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
    // A single one may be in text with a wrong type.
    if (text.split('\ufffd').length < 3) return null;
  } catch {
    return null;
  }
  return causeAt('bytes-lost', { start: written.indexOf(',') + 1, end: written.length });
}

/** Whether a type has a grammar. For other types, any text is a whole file, which proves nothing. */
export const hasGrammar = (type: MimeType): boolean =>
  !isText(type) || isInGroup(type, 'json') || isInGroup(type, 'xml');

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
  const { type, base64, comma } = readHead(url);
  const decoded = yield* decodingPart(url, isCut);
  if (!decoded.ok || !(mayBeText || hasGrammar(type))) return null;
  if (!isCut) return (yield* wholenessOf(type, decoded.body)) === 'whole';
  const body = url.slice(comma);
  // Spaces that don't divide it into lines, although it has no "+", are probably lost "+".
  if (base64 && !/\+|%2b/i.test(body) && (yield* mayHoldPlus(body.slice(1), true))) return false;
  return isSameType(detectedType(decoded.body) ?? (mayBeText ? type.essence : ''), type.essence);
}

/** Maximum kinds of damage that are undone one after another, and maximum URLs that are tried. */
const maxCauses = 3;
const maxGuesses = 24;

/** A URL after some kinds of damage were undone. */
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
          // Positions in an already changed URL are not valid in the written one.
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
 * The damage to a data: URL before a browser reads it, if proven: by bytes that are a whole file after it is undone,
 * or by a text that can't be a file. Null if the URL is undamaged, or if nothing shows what was meant. A generator
 * that yields now and then.
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
  return decoded.ok ? lostBytes(written, readHead(written).type, decoded.body) : null;
}
