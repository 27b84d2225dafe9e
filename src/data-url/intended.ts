/**
 * The parts of a URL as the author intended them. Before the comma: the type and parameters that are written there,
 * plain or escaped, and no others, if the intention is evident. After the comma: a "#" that should be part of the data,
 * and base64 that browsers reject.
 */

import { encodingOf, isText } from '../mime/charset.ts';
import { isToken, type MimeType, visitParameters } from '../mime/mime-type.ts';
import { strideLength } from '../yield-to-event-loop.ts';
import { percentEscape } from './percent-escape.ts';
import { changed } from './pieces.ts';
import { valueByRfc } from './rfc-grammar.ts';

/** Maximum number of pieces between semicolons; more could take too long to interpret. */
const maxHeadPieces = 1000;

/** Maximum length, in code units, of the word "base64" and the delimiter before it, with all characters escaped. */
const maxBase64WordLength = 21;

export interface MeantHead {
  /** `type/subtype`, in the same upper and lower case as in the URL; '' if the URL contains no type. */
  essence: string;
  /** The parameters in the form that a URL allows, each name once. */
  parameters: readonly MeantParameter[];
  base64: boolean;
}

export interface MeantParameter {
  name: string;
  value: string;
}

/** Writes `[ mediatype ] [ ";base64" ]` of RFC 2397. */
export const writtenHead = ({ essence, parameters, base64 }: MeantHead): string =>
  essence + parameters.map(({ name, value }) => `;${name}=${value}`).join('') + (base64 ? ';base64' : '');

/** Maximum number of code units that are searched for a comma in quotes. */
const quotedLength = 1 << 16;
/** Matches the parameters up to the comma; quoted values may contain commas. */
const quotedHead = /^[^",;#]*(?:;[^",;=#]*(?:=(?: ?"(?:[^"\\#]|\\[^#])*"[\w%\t\n\r ]*|[^",;#]*))?)*,/;

/**
 * Index of the comma that was intended to end the head: the first comma or, if that is in a closed quoted value, the
 * first comma after the value. -1 if there is none before the fragment.
 *
 * @param rest the text after the colon; a comma in quotes is looked for in its first 65,536 code units
 */
export function commaOf(rest: string): number {
  const comma = rest.indexOf(',');
  const quoted = quotedHead.exec(rest.slice(0, quotedLength))?.[0];
  if (quoted !== undefined) return quoted.length - 1;
  return comma < 0 || rest.slice(0, comma).includes('#') ? -1 : comma;
}

/** Decodes the escapes of ASCII characters, as RFC 2397 does. */
export const unescaped = (text: string): string =>
  text.replace(/%([0-7][\dA-Fa-f])/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

const isEssence = (text: string): boolean => {
  const slash = text.indexOf('/');
  return isToken(text.slice(0, Math.max(0, slash))) && isToken(text.slice(slash + 1));
};

/**
 * A parameter's value in a form that RFC 2397 and browsers accept: with its escapes decoded if the result is a token
 * (or the value is quoted), otherwise unchanged.
 *
 * @param raw as written, without quotes
 * @returns null for a value that RFC 2397 cannot express: unescaped tspecials, controls, non-ASCII characters
 */
export function plainValue(raw: string): string | null {
  const value = valueByRfc(raw);
  if (value === null) return null;
  if (isToken(value)) return value;
  return isToken(raw) ? raw : null;
}

/** A parameter found in the written head, even if browsers ignore it; `value` is null if it can't be expressed. */
interface FoundParameter {
  name: string;
  value: string | null;
  isRead: boolean;
}

/** The word "base64", represented as a parameter. */
const word: FoundParameter = { name: 'base64', value: '', isRead: true };
const isWord = (text: string): boolean => /^base64=?$/i.test(text.replace(/\s+/g, ''));

/**
 * Whether a parameter that browsers ignore may be a misspelled "base64": `base`, `bas64`, `b64`, `base-64`. Only the
 * decoded bytes can prove that.
 */
export const mayBeWord = (parameter: string): boolean =>
  /base|64|^(?=.{3})b?a?s?e?6?4?$/i.test(parameter.replace(/[\W_]+/g, ''));

/** Matches the word "base64", of which any character may be escaped, after a space or an escaped semicolon. */
const partedWord = /(?:%3b| |%20)(?:b|%62|%42)(?:a|%61|%41)(?:s|%73|%53)(?:e|%65|%45)(?:6|%36)(?:4|%34)$/i;
/**
 * Matches "base64" directly after a letter or digit, without a delimiter. After a hyphen, "base64" would be part of the
 * charset's name.
 */
const gluedWord = /^(.*[a-z\d])base64$/is;
/** Matches "base64" where browsers recognize it. */
const readWord = /;\s*base64\s*$/i;

/** Whether a part of a parameter's text ends with "base64", which may have been intended as a separate parameter. */
const mayEndWithWord = (text: string): boolean =>
  unescaped(text)
    .replace(/\s+/g, '')
    .split(';')
    .some((piece) => /base64=?"?$/i.test(piece));

/** Like `meantHead`, but returns null instead of a reason. */
export function repairedHeader(head: string): MeantHead | null {
  const meant = meantHead(head);
  return typeof meant === 'string' ? null : meant;
}

/**
 * Interprets the head of a URL as its author intended it.
 *
 * @param head the text between the colon and the comma (see `commaOf`)
 * @returns `unclear-head` if the intention is not evident (an invalid type, or more than 1,000 pieces); `inexpressible`
 *   if no form means the same to browsers and to RFC 2397 (a value that browsers read with spaces or quotes)
 */
export function meantHead(head: string): MeantHead | 'unclear-head' | 'inexpressible' {
  if (head.split(';', maxHeadPieces + 1).length > maxHeadPieces) return 'unclear-head';
  const whole = head.replace(/[\t\n\r]+/g, '');
  const text = whole.replace(readWord, '').trim();
  const isSaid = readWord.test(whole);
  const semicolon = text.indexOf(';');
  const type = typeIn(semicolon < 0 ? text : text.slice(0, semicolon), isSaid);
  if (type === null) return 'unclear-head';
  const found = [...type.found, ...(semicolon < 0 ? [] : parametersIn(text, semicolon, isSaid))];
  const parameters = distinct(found.filter((each) => each !== word));
  const base64 = isSaid || found.includes(word);
  if (!base64 && mayEndWithWord(text)) return 'unclear-head';
  if (parameters === null) return 'inexpressible';
  // After a semicolon, browsers read "text/plain" without the charset of the default type.
  const isPlain = text.startsWith(';') && parameters.length === 0 && (isSaid || !base64);
  return { essence: type.essence || (isPlain ? 'text/plain' : ''), parameters, base64 };
}

/** Finds the type, and the parameters after it that are separated by spaces or escaped semicolons. */
function typeIn(written: string, isSaid: boolean): { essence: string; found: FoundParameter[] } | null {
  const [first = '', ...pieces] = unescaped(written)
    .trim()
    .split(/\s*;\s*|\s+/);
  const glued = isSaid ? undefined : gluedWord.exec(first)?.[1];
  const essence = glued ?? first;
  const isType = isEssence(essence);
  // The text is not a type, but a parameter without its semicolon.
  const isLoose = !isType && (isWord(first) || /^charset=/i.test(first));
  if (first !== '' && !isType && !isLoose) return null;
  const loose = [...(isLoose ? [first] : []), ...pieces].map((piece) => looseIn(piece, isSaid, true));
  if (loose.some((found) => found.length === 0)) return null;
  return {
    essence: isType ? essence : '',
    found: [...loose.flat(), ...(isType && glued !== undefined ? [word] : [])],
  };
}

/**
 * Interprets a piece that browsers ignore because its "=" is missing or escaped. Returns an empty array if the piece
 * has no meaning.
 */
function looseIn(piece: string, isSaid: boolean, isRead = false): FoundParameter[] {
  if (isWord(piece)) return [word];
  const equals = piece.indexOf('=');
  const name = piece.slice(0, Math.max(0, equals)).trim();
  const value = piece.slice(equals + 1).trim();
  if (isToken(name) && value !== '') return valueIn(name, value, isRead, isSaid);
  const glued = isSaid ? undefined : gluedWord.exec(piece)?.[1];
  const label = glued ?? piece;
  if (encodingOf(label) === null) return !isRead && mayBeWord(piece) ? [word] : [];
  // "utf8" is the only label without a hyphen that is not the registered name of a charset (RFC 3629 section 8).
  const charset: FoundParameter = {
    name: 'charset',
    value: /^utf8$/i.test(label) ? 'utf-8' : label,
    isRead: false,
  };
  return glued === undefined ? [charset] : [charset, word];
}

function parametersIn(text: string, semicolon: number, isSaid: boolean): FoundParameter[] {
  const found: FoundParameter[] = [];
  visitParameters(text, semicolon, text.length, (p) => {
    const writtenName = text.slice(p.nameStart, p.nameEnd);
    const before = unescaped(writtenName);
    if (p.equals < 0) {
      // A space counts as a delimiter, like a semicolon, only before "base64".
      for (const piece of before.replace(/\s+/g, ' ').split(/;| (?=base64 ?$)/i))
        found.push(...looseIn(piece.trim(), isSaid));
      return;
    }
    const name = before.trim();
    const value = text.slice(p.valueStart, p.valueEnd).trim();
    const inQuotes = p.quoted
      ? text.slice(p.valueStart, p.valueEnd)
      : /^"((?:[^"\\]|\\.)*)"$/.exec(value)?.[1];
    if (isWord(`${name}=${value}`)) found.push(word);
    // Browsers ignore a parameter without a name or a value.
    else if ((name === '' || value === '') && mayBeWord(name + value)) found.push(word);
    else if (!isToken(name)) return;
    else if (inQuotes !== undefined) {
      const quoted = inQuotes.replace(/\\([\s\S])/g, '$1');
      found.push({ name, value: valueOfQuoted(quoted), isRead: isToken(writtenName) });
      // Browsers ignore the text between the closing quote and the next semicolon.
      const behind = p.quoted ? unescaped(text.slice(p.valueEnd + 1, p.end)).trim() : '';
      if (isWord(behind.replace(/^;/, ''))) found.push(word);
    } else if (value !== '') found.push(...valueIn(name, value, isToken(writtenName), isSaid));
  });
  return found;
}

/**
 * Interprets an unquoted parameter. If "base64" ends the value but wasn't meant as part of it, the word is separated.
 */
function valueIn(name: string, raw: string, isRead: boolean, isSaid: boolean): FoundParameter[] {
  const glued = name.toLowerCase() === 'charset' ? gluedWord.exec(raw)?.[1] : undefined;
  const bare = raw.replace(/(?:%20)+$/, '');
  const parted = partedWord.exec(bare.slice(-maxBase64WordLength));
  const before = isSaid ? undefined : parted ? bare.slice(0, -parted[0].length).trim() : glued;
  const parameter = { name, value: plainValue(before ?? raw), isRead };
  return before === undefined ? [parameter] : [parameter, word];
}

/**
 * Writes a quoted value without quotes. Browsers never decode an escaped comma, so if the value contains a comma,
 * everything but token characters is escaped. Any other value must be a token.
 */
function valueOfQuoted(value: string): string | null {
  if (!value.includes(',')) return isToken(value) ? plainValue(value) : null;
  return plainValue(value.replace(/[^\w.!~*'$&+%-]/gu, percentEscape));
}

/**
 * Keeps one parameter for each name: the first that browsers read, or else the first. Null if one of them can't be
 * expressed.
 */
function distinct(found: readonly FoundParameter[]): MeantParameter[] | null {
  const byName = new Map<string, FoundParameter>();
  for (const each of found) {
    const name = each.name.toLowerCase();
    const first = byName.get(name);
    if (first !== undefined && (first.isRead || !each.isRead)) continue;
    byName.delete(name);
    byName.set(name, each);
  }
  const parameters = [...byName.values()].flatMap(({ name, value }) =>
    value === null ? [] : [{ name, value }],
  );
  return parameters.length === byName.size ? parameters : null;
}

/** Maximum number of code units after a "#" that are examined. */
const reach = 4096;
/**
 * Matches fragments that identify a part of a document although they look like data: SVG 2, Media Fragments, text
 * fragments.
 */
const ofStandards = /^(?:svgView\(|:~:|(?:xywh|t|track|id|page|zoom|view)=[^<>"'{}();\s]*$)/;

/** Matches a color or a number: after a space and a "#", either is more often data than a fragment. */
const colorOrNumber = /^(?:\d+|[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;

/**
 * Whether the text after a `#` looks like data, and not like a fragment.
 *
 * @param type of the URL; for binary types the result is always false
 * @param bodyStart index in `written` where the data begins
 * @param hash index of the `#`
 * @param end end of the URL without trailing space
 */
export function cutsBody(
  written: string,
  type: MimeType,
  bodyStart: number,
  hash: number,
  end: number,
): boolean {
  if (!isText(type)) return false;
  const behind = written.slice(hash + 1, Math.min(end, hash + 1 + reach));
  const before = written.slice(Math.max(bodyStart, hash - 3), hash);
  if (ofStandards.test(behind)) return false;
  return (
    /[<>"'(){};,\s#]/.test(behind) ||
    /%(?:0[9AaDd]|2[02789CcF]|3[BbCcEe]|7[BbDd])/.test(behind) ||
    /(?:["'(:=]|%22|%27|%28|%3[AaDd])$/.test(before) ||
    (/(?:\s|%20)$/.test(before) && colorOrNumber.test(behind))
  );
}

/**
 * The index before which every `#` cuts off data. If the first `#` does, so do all others, except possibly the last:
 * only the last can begin a fragment, because a fragment contains no `#`.
 *
 * @param rest the text after the comma up to the end of the URL, without trailing space
 * @returns 0 if no `#` cuts off data
 */
export function cutEnd(rest: string, type: MimeType): number {
  const first = rest.indexOf('#');
  if (first < 0 || !cutsBody(rest, type, 0, first, rest.length)) return 0;
  const last = rest.lastIndexOf('#');
  const isFragment = last > first && !cutsBody(rest, type, 0, last, rest.length);
  return isFragment ? last : rest.length;
}

/** Escapes every `#` that cuts off data; a generator that yields now and then. */
export function* escapingHashes(rest: string, type: MimeType): Generator<void, string, void> {
  const end = cutEnd(rest, type);
  if (end === 0) return rest;
  const escaped = yield* changed(rest.slice(0, end), (piece) => piece.split('#').join('%23'));
  return escaped + rest.slice(end);
}

/** Decodes the escapes of ASCII characters in base64; a generator that yields now and then. */
const unescaping = (written: string): Generator<void, string, void> =>
  changed(written, (piece) =>
    piece.replace(/%([\dA-Fa-f]{2})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16))),
  );

/** Matches characters that people can't see, except ASCII whitespace. */
const invisible = /[\0-\x08\v\x0e-\x1f\x7f-\xa0\u200b\ufeff]+/g;

/**
 * Whether spaces in base64 may stand for "+", which form decoding replaces with a space: browsers skip spaces, and so
 * decode too few bytes. False if the number of digits shows that no "+" is missing, or if identical whitespace divides
 * the digits into lines of equal width. A generator that yields now and then.
 *
 * @param isCut whether `body` is only a beginning, whose number of digits shows nothing
 */
export function* mayHoldPlus(body: string, isCut = false): Generator<void, boolean, void> {
  if (!/ |%20/.test(body)) return false;
  const text = yield* changed(yield* unescaping(body), (piece) => piece.replace(invisible, ''));
  // Several spaces at the beginning of a line are indentation.
  if (!/(?:^|[^\n\r ]) |[\n\r] (?! )/.test(text)) return false;
  const digits = yield* changed(text, (piece) => piece.replace(/[\t\n\f\r ]+/g, ''));
  if (!isCut && digits.length % 4 !== 0) return true;
  if (digits === '') return false;
  // Spaces beside line breaks are indentation.
  if (!/[^\t\n\f\r ] +[^\t\n\f\r ]/.test(text)) return false;
  // A single space directly before the padding doesn't separate lines.
  if (text.indexOf(' ') === text.lastIndexOf(' ')) return /[^=] =[\t\n\f\r ]*$/.test(text.slice(-16));
  const [, indent = '', { length: width } = '', fold = ''] =
    /^([\t\n\f\r ]*)([^\t\n\f\r ]+)([\t\n\f\r ]*)/.exec(text) ?? [];
  const isFold = (run: string) => run.length < 2 || /[\n\r]/.test(run);
  if (width % 4 !== 0 || !isFold(indent) || !isFold(fold)) return true;
  const step = width + fold.length;
  for (let at = indent.length; at < text.length; at += step) {
    const line = text.slice(at, at + step);
    const isLine = line.slice(width) === fold || (at + step >= text.length && line.trimEnd().length <= width);
    if (!isLine || /[\t\n\f\r ]/.test(line.slice(0, width).trimEnd())) return true;
    yield;
  }
  return false;
}

/**
 * The base64 that may have been intended, if browsers reject the written base64 for its padding, the URL-safe alphabet
 * or invisible characters, or skip spaces in it. Only the decoded bytes can prove the intention. A generator that
 * yields now and then.
 *
 * @param blank the character that each space stands for; none by default
 * @returns null if browsers reject it for another reason
 */
export function* meantBase64(written: string, blank: '' | '+' = ''): Generator<void, string | null, void> {
  // The URL parser removes TAB, LF and CR first: they may occur within an escape.
  const unfolded = yield* changed(written, (piece) => piece.replace(/[\t\n\r]+/g, ''));
  const text = yield* unescaping(unfolded);
  const padded = yield* changed(text, (piece) =>
    piece
      .replace(/ +/g, (run) => blank.repeat(run.length))
      .replace(invisible, '')
      .replace(/[\t\n\f\r ]+/g, '')
      .replace(/[-_]/g, (c) => (c === '-' ? '+' : '/')),
  );
  let end = padded.length;
  while (padded[end - 1] === '=') end--;
  const digits = padded.slice(0, end);
  const needed = (4 - (digits.length % 4)) % 4;
  if (needed === 3) return null;
  for (let at = 0; at < digits.length; at += strideLength) {
    if (/[^A-Za-z\d+/]/.test(digits.slice(at, at + strideLength))) return null;
    yield;
  }
  return digits + '='.repeat(needed);
}
