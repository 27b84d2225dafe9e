/**
 * Parses data: URLs by the grammar of RFC 2397 (section 3, with errata 2009 and 2045), with the characters of RFC 2396
 * and the tokens of RFC 2045: finds the parts by their productions, and each violation. Positions are UTF-16 code
 * units.
 */

import { isToken } from '../mime/headers.ts';
import type { Span } from '../problem.ts';
import { fragmentStart } from '../uri/fragment.ts';
import { urlText } from '../url-text.ts';
import { percentDecode, percentFlush, percentState } from './percent-decode.ts';

/** Productions by their names in the RFC; `type` and `subtype` are from RFC 2045, `escaped` is from RFC 2396. */
export type Production =
  | 'dataurl'
  | 'mediatype'
  | 'type'
  | 'subtype'
  | 'parameter'
  | 'attribute'
  | 'value'
  | 'data'
  | 'urlchar'
  | 'escaped';

/** A part of the URL with its own parts, in order. */
export interface GrammarNode extends Span {
  production: Production;
  parts: GrammarNode[];
}

/** Text that a production does not allow; an empty span where required text is missing. */
export interface Violation extends Span {
  production: Production;
}

/** Whether a text begins with `data:`. */
const beginsAsData = (written: string): boolean => /^data:/i.test(written);

/**
 * Parses a URL by the RFC, even if it violates the grammar. A fragment isn't part of the URL (RFC 2396 section 4.1).
 * Null if the scheme or the comma is missing. Linear.
 */
export function parseByGrammar(url: string | URL): GrammarNode | null {
  const written = urlText(url, 'parseByGrammar');
  const length = fragmentStart(written);
  const comma = beginsAsData(written) ? written.slice(0, length).indexOf(',', 5) : -1;
  if (comma < 0) return null;
  const parts: GrammarNode[] = [];
  const head = written.slice(5, comma).split(';');
  // "[ ";base64" ]" comes last before the comma, and is not a parameter.
  if (head.length > 1 && /^base64$/i.test(head.at(-1) as string)) head.pop();
  const [essence = '', ...parameters] = head;
  const mediatype = nodeAt('mediatype', 5, 5 + head.join(';').length);
  const end = 5 + essence.length;
  const types = pair(essence, 5, '/', 'type', 'subtype');
  mediatype.parts = types.length === 0 && end > 5 ? [nodeAt('type', 5, end)] : types;
  let at = end + 1;
  for (const text of parameters) {
    const node = nodeAt('parameter', at, at + text.length);
    node.parts = pair(text, at, '=', 'attribute', 'value');
    mediatype.parts.push(node);
    at += text.length + 1;
  }
  if (mediatype.end > mediatype.start) parts.push(mediatype);
  parts.push(nodeAt('data', comma + 1, length));
  return { production: 'dataurl', start: 0, end: length, parts };
}

const nodeAt = (production: Production, start: number, end: number): GrammarNode => ({
  production,
  start,
  end,
  parts: [],
});

/** The two parts around a delimiter; none if the delimiter is missing. */
function pair(
  text: string,
  at: number,
  delimiter: string,
  first: Production,
  second: Production,
): GrammarNode[] {
  const cut = text.indexOf(delimiter);
  const end = at + text.length;
  return cut < 0 ? [] : [nodeAt(first, at, at + cut), nodeAt(second, at + cut + 1, end)];
}

/**
 * Each violation, by position. In the data, each character is a separate violation, since each is its own `urlchar`. A
 * URL without the scheme or the comma is not a `dataurl`: that is its only violation.
 *
 * @param tree `parseByGrammar(url)`, if already computed
 * @returns a lazy sequence, of which callers take as many as they need
 */
export function* grammarViolations(
  url: string | URL,
  tree: GrammarNode | null = parseByGrammar(urlText(url, 'grammarViolations')),
): Generator<Violation, void, void> {
  const written = urlText(url, 'grammarViolations');
  if (tree === null) {
    const end = fragmentStart(written);
    const lacksComma = beginsAsData(written);
    yield {
      production: 'dataurl',
      start: lacksComma ? end : 0,
      end: lacksComma ? end : Math.min(5, written.length),
    };
    return;
  }
  yield* violationsIn(written, tree);
}

function* violationsIn(written: string, node: GrammarNode): Generator<Violation, void, void> {
  const { production, start, end, parts } = node;
  const [first, second] = parts;
  if (first?.production === 'type' && second?.production !== 'subtype')
    yield { production, start, end: first.end };
  for (const each of parts) yield* violationsIn(written, each);
  if (first || production === 'dataurl' || production === 'mediatype') return;
  if (production === 'parameter') return yield { production, start, end };
  const text = written.slice(start, end);
  const isSound = production === 'data' || (production === 'value' ? isValue(text) : isToken(textOf(text)));
  if (!isSound) yield { production, start, end };
  // If the whole part is a violation, only its malformed escapes are reported separately.
  for (const each of characters(written, start, end))
    if (isSound || each.production === 'escaped') yield each;
}

/** The characters that are neither reserved, nor unreserved, nor an escape (RFC 2396 section 2). */
function* characters(written: string, start: number, end: number): Generator<Violation, void, void> {
  const odd = /[^;/?:@&=+$,A-Za-z0-9\-_.!~*'()%]|%(?![0-9A-Fa-f]{2})/gu;
  // Only the part is searched, because a search of the whole URL would go on past a part without such a character.
  for (const { 0: text, index } of written.slice(start, end).matchAll(odd)) {
    const production = text === '%' ? 'escaped' : 'urlchar';
    yield { production, start: start + index, end: start + index + text.length };
  }
}

/** Whether a text is a valid value. Quotes around a value must be escaped, like the value in them. */
const isValue = (text: string): boolean =>
  valueByRfc(text) !== null && (isToken(text) || !/[^!-~]|"/.test(text));

/**
 * Decodes a parameter's value by RFC 2397. This is either a value of RFC 2045 (a token or quoted string of ASCII)
 * "represented using URL escaped encoding", or any ASCII text without CR in which tspecials are escaped, as in section
 * 3.
 *
 * @param escaped the text after the `=`
 * @returns null for other text, such as an unescaped tspecial
 */
export function valueByRfc(escaped: string): string | null {
  const text = textOf(escaped);
  if (/[^\0-\x7f]/.test(text)) return null;
  const quoted = /^"((?:[^"\\\r]|\\[\s\S])*)"$/.exec(text)?.[1];
  if (quoted !== undefined) return quoted.replace(/\\([\s\S])/g, '$1');
  return isToken(escaped) && !text.includes('\r') ? text : null;
}

const unescaped = /^[!-$&-~]*$/;

/** Decodes the escapes in a text, as UTF-8. */
export const textOf = (escaped: string): string =>
  unescaped.test(escaped) ? escaped : new TextDecoder('utf-8', { ignoreBOM: true }).decode(octetsOf(escaped));

/** Decodes escapes; non-ASCII characters, which are not allowed, become their UTF-8. */
export function octetsOf(escaped: string): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(escaped);
  const state = percentState();
  const at = percentDecode(state, bytes, 0, bytes.length);
  return bytes.subarray(0, percentFlush(state, bytes, at));
}
