/**
 * What stands in front of the data, as its author meant it, where that is evident: the type and the parameters that
 * are written there, spelled out or escaped, and never any other.
 */

import { encodingOf } from '../mime/charset.ts';
import { isToken, visitParameters } from '../mime/mime-type.ts';
import { maxBase64WordLength, maxHeadPieces } from './limits.ts';
import { valueByRfc } from './read-by-rfc.ts';

export interface MeantHead {
  /** `type/subtype` in the case in which it was written; empty where there is none. */
  essence: string;
  /** As they can stand in a URL, no name twice. */
  parameters: readonly MeantParameter[];
  base64: boolean;
}

export interface MeantParameter {
  name: string;
  value: string;
}

/** `[ mediatype ] [ ";base64" ]` of RFC 2397. */
export const writtenHead = ({ essence, parameters, base64 }: MeantHead): string =>
  essence + parameters.map(({ name, value }) => `;${name}=${value}`).join('') + (base64 ? ';base64' : '');

/** Code units in which a comma in quotes is looked for. */
const quotedLength = 1 << 16;
/** Parameters, of which those in quotes may hold commas, up to a comma. */
const quotedHead = /^[^",;#]*(?:;[^",;=#]*(?:=(?: ?"(?:[^"\\#]|\\[^#])*"[\w%\t\n\r ]*|[^",;#]*))?)*,/;

/**
 * Index of the comma that was meant to part the head from the data: the first one, or where it stands in a quoted value
 * that closes behind it, the one behind that. -1 where there is none in front of the fragment.
 *
 * @param rest what follows the colon; a comma in quotes is looked for in its first 65,536 code units
 */
export function commaOf(rest: string): number {
  const comma = rest.indexOf(',');
  const quoted = quotedHead.exec(rest.slice(0, quotedLength))?.[0];
  if (quoted !== undefined) return quoted.length - 1;
  return comma < 0 || rest.slice(0, comma).includes('#') ? -1 : comma;
}

/** Where an escape of ASCII stands, what it stands for. */
const unescaped = (text: string): string =>
  text.replace(/%([0-7][\dA-Fa-f])/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

const isEssence = (text: string): boolean => {
  const slash = text.indexOf('/');
  return isToken(text.slice(0, Math.max(0, slash))) && isToken(text.slice(slash + 1));
};

/**
 * A parameter's value as RFC 2397 and browsers take it: with its escapes undone where what they stand for is a token
 * (or one in quotes), else as it is.
 *
 * @param raw as written, not in quotes
 * @returns null for what RFC 2397 cannot say: unescaped tspecials, controls, anything but ASCII
 */
export function plainValue(raw: string): string | null {
  const value = valueByRfc(raw);
  if (value === null) return null;
  if (isToken(value)) return value;
  return isToken(raw) ? raw : null;
}

/** A parameter as it was found: browsers read it or pass over it. A value that nothing can say is null. */
interface FoundParameter {
  name: string;
  value: string | null;
  isRead: boolean;
}

/** What says that the data is base64, as the parameter that it would be without a meaning of its own. */
const word: FoundParameter = { name: 'base64', value: '', isRead: true };
const isWord = (text: string): boolean => /^base64=?$/i.test(text.replace(/\s+/g, ''));

const hexOf = (c: string): string => c.charCodeAt(0).toString(16);
const escapable = [...'base64'].map((c) => `(?:${c}|%${hexOf(c)}|%${hexOf(c.toUpperCase())})`).join('');
/** The word behind what parts it from a value: a space, or a semicolon that is escaped. */
const partedWord = new RegExp(`(?:%3b| |%20)${escapable}$`, 'i');
/** Without anything between: a hyphen would make it a part of the name. */
const gluedWord = /^(.*[a-z\d])base64$/is;
/** Where browsers see it. */
const readWord = /;\s*base64\s*$/i;

/** Whether the word ends a parameter, so that it may have been glued to that, or to one that browsers pass over. */
const mayEndWithWord = (text: string): boolean =>
  unescaped(text)
    .replace(/\s+/g, '')
    .split(';')
    .some((piece) => /base64=?"?$/i.test(piece));

/**
 * @param head all between the colon and the comma (see `commaOf`)
 * @returns null where it is not evident what was meant, or RFC 2397 has no form for it: a type that is none, a value
 *   that browsers read with spaces or quotes; and for one of more than 1,000 pieces
 */
export function meantHead(head: string): MeantHead | null {
  if (head.split(';', maxHeadPieces + 1).length > maxHeadPieces) return null;
  const whole = head.replace(/[\t\n\r]+/g, '');
  const text = whole.replace(readWord, '').trim();
  const isSaid = readWord.test(whole);
  const semicolon = text.indexOf(';');
  const type = typeIn(semicolon < 0 ? text : text.slice(0, semicolon), isSaid);
  if (type === null) return null;
  const found = [...type.found, ...(semicolon < 0 ? [] : parametersIn(text, semicolon, isSaid))];
  const parameters = distinct(found.filter((each) => each !== word));
  const base64 = isSaid || found.includes(word);
  if (!base64 && mayEndWithWord(text)) return null;
  return parameters && { essence: type.essence, parameters, base64 };
}

/** The type, and what stands behind it where spaces were written for semicolons, or escapes of them. */
function typeIn(written: string, isSaid: boolean): { essence: string; found: FoundParameter[] } | null {
  const [first = '', ...pieces] = unescaped(written)
    .trim()
    .split(/\s*;\s*|\s+/);
  const glued = isSaid ? undefined : gluedWord.exec(first)?.[1];
  const essence = glued ?? first;
  const isType = isEssence(essence);
  // Not a type but what belongs behind one: its semicolon is missing.
  const isLoose = !isType && (isWord(first) || /^charset=/i.test(first));
  if (first !== '' && !isType && !isLoose) return null;
  const loose = [...(isLoose ? [first] : []), ...pieces].map((piece) => looseIn(piece, isSaid, true));
  if (loose.some((found) => found.length === 0)) return null;
  return {
    essence: isType ? essence : '',
    found: [...loose.flat(), ...(isType && glued !== undefined ? [word] : [])],
  };
}

/** What has no "=", or one that is escaped: browsers pass over it. Nothing where it says nothing. */
function looseIn(piece: string, isSaid: boolean, isRead = false): FoundParameter[] {
  if (isWord(piece)) return [word];
  const equals = piece.indexOf('=');
  const name = piece.slice(0, Math.max(0, equals)).trim();
  const value = piece.slice(equals + 1).trim();
  if (isToken(name) && value !== '') return valueIn(name, value, isRead, isSaid);
  const glued = isSaid ? undefined : gluedWord.exec(piece)?.[1];
  const label = glued ?? piece;
  if (encodingOf(label) === null) return [];
  // The one label that has no hyphen and is no charset's name (RFC 3629 section 8).
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
      // A space parts them like a semicolon where what stands behind it says something.
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
    else if (!isToken(name)) return;
    else if (inQuotes !== undefined) {
      const quoted = inQuotes.replace(/\\([\s\S])/g, '$1');
      found.push({ name, value: valueOfQuoted(quoted), isRead: isToken(writtenName) });
      // Browsers pass over what stands between the quotes and the next semicolon.
      const behind = p.quoted ? unescaped(text.slice(p.valueEnd + 1, p.end)).trim() : '';
      if (isWord(behind.replace(/^;/, ''))) found.push(word);
    } else if (value !== '') found.push(...valueIn(name, value, isToken(writtenName), isSaid));
  });
  return found;
}

/** A parameter out of quotes, and the word that its value ends with where that was meant to be none of it. */
function valueIn(name: string, raw: string, isRead: boolean, isSaid: boolean): FoundParameter[] {
  const glued = name.toLowerCase() === 'charset' ? gluedWord.exec(raw)?.[1] : undefined;
  const bare = raw.replace(/(?:%20)+$/, '');
  const parted = partedWord.exec(bare.slice(-maxBase64WordLength));
  const before = isSaid ? undefined : parted ? bare.slice(0, -parted[0].length).trim() : glued;
  const parameter = { name, value: plainValue(before ?? raw), isRead };
  return before === undefined ? [parameter] : [parameter, word];
}

/** A comma has no form that browsers read, so that all that is no token is escaped beside it; else only a token has one. */
function valueOfQuoted(value: string): string | null {
  if (!value.includes(',')) return isToken(value) ? plainValue(value) : null;
  return plainValue(value.replace(/[^\w.!~*'$&+%-]/g, (c) => `%${hexOf(c).toUpperCase().padStart(2, '0')}`));
}

/** One of each name: the first that browsers read, else the first. Null where one cannot be said. */
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
