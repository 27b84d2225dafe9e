/** data: URLs in the strings of JSON: of data files, import maps and source maps. */
import { isDataUrl } from '../data-url/is-data-url.ts';
import { type JsonValue, scanJson } from '../payload/json-scan.ts';
import { looksLikeDataUrl, mayQuoteDataUrl } from '../payload/quoted-data-urls.ts';
import { decodeJs } from './decode-escapes.ts';
import type { Part } from './found-in-file.ts';
import type { Mapped } from './mapped-text.ts';
import { proseParts, quotedParts } from './quoted-parts.ts';

/** The strings of a JSON text, with the path of names to each; null where it is not JSON. */
function stringsOf(text: string): (JsonValue & { path: string[] })[] | null {
  const strings: (JsonValue & { path: string[] })[] = [];
  const path: string[] = [];
  const { ok } = scanJson(text, {
    value(value) {
      path.length = value.depth;
      path[value.depth] = value.key;
      if (value.kind === 'string') strings.push({ ...value, path: path.slice(1) });
    },
  });
  return ok ? strings : null;
}

/** The string of a JSON value, without its quotes. */
const contentOf = (text: string, { start, end }: Pick<JsonValue, 'start' | 'end'>): Mapped =>
  decodeJs(text, start + 1, end - 1);

/**
 * The data: URLs of a string's value: the value itself, or what it quotes.
 *
 * @param name the property that holds it
 */
export function* stringParts(value: Mapped, name: string): Generator<Part, void, void> {
  if (!mayQuoteDataUrl(value.text, 'prose')) return;
  const parts: Iterable<Part> = looksLikeDataUrl(value.text)
    ? [
        {
          ...{ written: value.text, start: 0, end: value.text.length },
          ...{ place: 'script', name, destination: 'none' },
        },
      ]
    : proseParts(value.text, 'script');
  for (const part of parts)
    yield { ...part, name: part.name || name, start: value.at(part.start), end: value.at(part.end) };
}

/** A source text within a source map (ECMA-426). */
export interface MapSource {
  /** The name of the source as in the map; '' if unknown. */
  name: string;
  content: Mapped;
}

/** The data: URLs of a JSON text, and the contents of a source map's sources; null where it is not JSON. */
export function readJsonFile(text: string): { parts: Part[]; sources: MapSource[] } | null {
  const strings = stringsOf(text);
  if (strings === null) return null;
  const isMap = /"(?:mappings|sections)"/.test(text);
  const sources: MapSource[] = [];
  const names: string[] = [];
  const contents: JsonValue[] = [];
  const parts: Part[] = [];
  for (const string of strings) {
    const [list, ...rest] = string.path.slice(-2);
    const isIn = (key: string) => isMap && list === key && rest[0] === '';
    if (isIn('sourcesContent')) contents.push(string);
    else if (isIn('sources')) names.push(contentOf(text, string).text);
    if (!isIn('sourcesContent')) parts.push(...stringParts(contentOf(text, string), string.key));
  }
  // A source without content has null, which is not among the strings: names and contents then do not match.
  const areNamed = contents.length === names.length;
  for (const [at, content] of contents.entries())
    sources.push({ name: (areNamed && names[at]) || '', content: contentOf(text, content) });
  return { parts, sources };
}

/**
 * The data: URLs of an import map (HTML 8.1.6.2, "parse an import map string"): addresses, which are fetched
 * as modules, and others in it, such as names; null where it is not JSON.
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
