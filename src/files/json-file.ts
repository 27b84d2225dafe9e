/** Finds data: URLs in the strings of JSON, including import maps and source maps. */
import { isDataUrl } from '../data-url/is-data-url.ts';
import { type JsonValue, scanJson } from '../payload/json/json-scan.ts';
import { looksLikeDataUrl } from '../payload/quoted-data-urls.ts';
import { decodeJs } from './decode-escapes.ts';
import { type FileKind, kindOfType } from './file-kind.ts';
import { moved, type Part } from './found-in-file.ts';
import { asIs, type Mapped, within } from './mapped-text.ts';
import { joined, markupParts } from './markup-in-strings.ts';
import { isMeantAsDataUrl, isWithoutColon } from './meant-in-file.ts';
import { filledBy } from './placeholders.ts';
import { cssParts, mayHaveProseParts, proseParts, quotedParts } from './quoted-parts.ts';
import { base64, textOfOctets } from './transfer-encodings.ts';

/** Properties that describe another property of the same object. */
interface Siblings {
  encoding?: string;
  mimeType?: string;
  byteLength?: number;
}

/** A string in JSON. */
interface JsonString extends JsonValue {
  /** The names of the properties on the path to the string. */
  path: string[];
  siblings: Siblings;
}

/** The strings in a JSON text; null if the text is not JSON. */
function stringsOf(text: string): JsonString[] | null {
  const strings: JsonString[] = [];
  const path: string[] = [];
  /** The properties of the enclosing objects. */
  const around: Siblings[] = [];
  const { ok } = scanJson(text, {
    value(value) {
      const { depth, key, kind, start, end } = value;
      path.length = depth;
      path[depth] = key;
      const siblings = around[depth - 1] ?? {};
      if (kind === 'object' || kind === 'array') around[depth] = {};
      else if (key === 'byteLength' && kind === 'number')
        siblings.byteLength = Number(text.slice(start, end));
      if (kind !== 'string') return;
      if (key === 'encoding' || key === 'mimeType') siblings[key] = text.slice(start + 1, end - 1);
      strings.push({ ...value, path: path.slice(1), siblings });
    },
  });
  return ok ? strings : null;
}

/** The string of a JSON value, without its quotes. */
const contentOf = (text: string, { start, end }: Pick<JsonValue, 'start' | 'end'>): Mapped =>
  decodeJs(text, start + 1, end - 1);

/** Maximum depth of JSON that is nested in strings of JSON. */
const maxNestedJson = 8;

/**
 * Finds the data: URLs in a string's value: the value itself, those in JSON that it contains, or those that it quotes.
 *
 * @param name the name of the property
 * @param depth maximum depth of nested JSON to parse
 */
export function* stringParts(
  value: Mapped,
  name: string,
  depth = maxNestedJson,
): Generator<Part, void, void> {
  if (!mayHaveProseParts(value.text)) return;
  for (const part of partsOfValue(value.text, name, depth))
    yield { ...moved(part, value), name: part.name || name };
}

/** Matches a URL with a quoted parameter value, which a string with other quotation marks may contain. */
const withQuotedValue =
  /^\s*data:[\w.+-]+\/[\w.+-]+(?:;[\w.+-]+=(?:"[^"\\\n\r]{0,200}"|'[^'\\\n\r]{0,200}'|[^\s"',;]*)){1,20}(?:;base64)?,/i;

const withoutSubtype = /^[^:]*:\s*[\w-]+;base64,/;

function partsOfValue(text: string, name: string, depth: number): Iterable<Part> {
  const isUrl =
    ['a', 'a/a'].some((type) => looksLikeDataUrl(filledBy(text, type))) || withQuotedValue.test(text);
  const isMeant = (!isUrl || withoutSubtype.test(text)) && isMeantAsDataUrl(text);
  if (isUrl || isMeant || isWithoutColon(text)) {
    const own = { written: text, start: 0, end: text.length, ...(isMeant && { meant: true as const }) };
    return [{ ...own, place: 'script', name, destination: 'none' }];
  }
  const url = text.search(cssUrl);
  if (url >= 0 && isCss(text.slice(0, url)) && looksLikeDataUrl(text.slice(url).replace(cssUrl, 'data:')))
    return cssValueParts(text, text.slice(0, url));
  const nested = depth > 0 && /^\s*[[{"]/.test(text) ? readJsonFile(text, depth - 1) : null;
  return nested?.parts ?? proseOf(text);
}

/** Finds the URLs that a string quotes. In attributes of markup, their character references are decoded. */
function* proseOf(text: string): Generator<Part, void, void> {
  const decoded = [...markupParts(text)];
  const prose = proseParts(text, 'script');
  yield* decoded.length > 0 ? joined(prose, decoded) : prose;
}

const cssUrl = /\burl\([\t\n\f\r ]*data:/i;

/** Whether the text before `url(` can be CSS: it is empty (`style.mask = "url(data:…)"`), declarations, or a rule. */
const isCss = (before: string): boolean =>
  /^\s*$|^\s*(?:[\w-]+\s*:[^:;]*;\s*)*[\w-]+\s*:[^:;]*$|\{/.test(before) && !/["'`<>]/.test(before);

/** Finds the URLs in a string that may be CSS. Each URL ends where a CSS parser ends it. */
function* cssValueParts(text: string, before: string): Generator<Part, void, void> {
  const property = before.includes(':') ? '' : 'a:';
  for (const part of cssParts(property + text, 'script', false)) {
    const { written, start, end, name, dropped } = moved(part, asIs('', -property.length));
    const own = { written, start, end, name: property ? '' : name, ...(dropped && { dropped }) };
    yield { ...own, place: 'script', destination: 'none' };
  }
}

/** A source text within a source map (ECMA-426). */
export interface MapSource {
  /** The name of the source as in the map; '' if unknown. */
  name: string;
  content: Mapped;
}

/** A file within JSON, as base64: the body of a request or a response in a HAR file (HAR 1.2, `content`). */
export interface EncodedText {
  kind: FileKind;
  content: Mapped;
}

export interface JsonFile {
  parts: Part[];
  /** The contents of a source map's sources. */
  sources: MapSource[];
  encoded: EncodedText[];
}

/** Whether JSON may contain base64-encoded texts, in which "data:" isn't visible. */
export const mayEncodeText = (text: string): boolean => /"encoding"\s*:\s*"base64"/.test(text);

/**
 * Finds the data: URLs, the sources of source maps, and the encoded files in JSON.
 *
 * @returns null if the text is not JSON
 */
export function readJsonFile(text: string, depth = maxNestedJson): JsonFile | null {
  const strings = stringsOf(text);
  if (strings === null) return null;
  const isMap = /"(?:mappings|sections)"/.test(text);
  const sources: MapSource[] = [];
  const names: string[] = [];
  const contents: JsonValue[] = [];
  const parts: Part[] = [];
  const encoded: EncodedText[] = [];
  for (const string of strings) {
    const [list, ...rest] = string.path.slice(-2);
    const isIn = (key: string) => isMap && list === key && rest[0] === '';
    if (isIn('sourcesContent')) contents.push(string);
    else if (isIn('sources')) names.push(contentOf(text, string).text);
    if (isIn('sourcesContent')) continue;
    const kind = string.key === 'text' ? encodedKind(string.siblings) : null;
    const value = contentOf(text, string);
    if (kind !== null)
      encoded.push({ kind, content: within(value, textOfOctets(base64(value.text), 'utf-8')) });
    else for (const part of stringParts(value, string.key, depth)) parts.push(ofBuffer(part, string));
  }
  // A source without content is null, and therefore not among the strings. Names and contents then don't correspond.
  const areNamed = contents.length === names.length;
  for (const [at, content] of contents.entries())
    sources.push({ name: (areNamed && names[at]) || '', content: contentOf(text, content) });
  return { parts, sources, encoded };
}

const encodedKind = ({ encoding, mimeType = '' }: Siblings): FileKind | null =>
  encoding === 'base64' ? kindOfType(mimeType.replaceAll('\\/', '/')) : null;

/**
 * Marks the URI of a glTF buffer (glTF 2.0, section 3.6.1), which a viewer loads. The buffer must provide at least
 * `byteLength` bytes.
 */
const ofBuffer = (part: Part, { key, siblings: { byteLength } }: JsonString): Part =>
  key === 'uri' && byteLength !== undefined ? { ...part, meant: true, expectedSize: byteLength } : part;

/**
 * The data: URLs of an import map (HTML 8.1.6.2, "parse an import map string"): addresses, which are fetched as
 * modules, and others, such as names. Null if the text is not JSON.
 */
export function importMapParts(text: string): Part[] | null {
  const strings = stringsOf(text);
  if (strings === null) return null;
  const parts: Part[] = [];
  const found = { place: 'script', name: 'importmap' } as const;
  for (const string of strings) {
    const [table, scope, ...deeper] = string.path;
    const isOfMap =
      (['imports', 'integrity'].includes(table ?? '') && string.path.length === 2) ||
      (table === 'scopes' && scope !== undefined && deeper.length === 1);
    const value = contentOf(text, string);
    const whole = { start: value.at(0), end: value.at(value.text.length) };
    if (isOfMap && isDataUrl(value.text))
      parts.push({ ...found, ...whole, written: value.text, destination: 'script' });
  }
  const isAddress = ({ start }: Part) => parts.some((part) => part.start <= start && start < part.end);
  const names = [...quotedParts(text, 'script', 'script', 'importmap')].filter((part) => !isAddress(part));
  return [...parts, ...names];
}
