/**
 * Reads a data: URL by RFC 2397 itself (section 3, with the characters of RFC 2396 and the tokens of RFC 2045). The
 * result differs from that of browsers: by the RFC, the media type can be escaped like the rest of the URL, and text
 * that the grammar does not allow has no meaning. Linear; never throws.
 */

import { isToken } from '../mime/headers.ts';
import type { Span } from '../problem.ts';
import { parseBase64, readRfcBase64 } from './base64-by-rfc.ts';
import { maxExcerptLength } from './limits.ts';
import {
  type GrammarNode,
  grammarViolations,
  octetsOf,
  type Production,
  parseByGrammar,
  textOf,
  valueByRfc,
} from './rfc-grammar.ts';

export const rfcProblemCodes = [
  'scheme',
  'comma',
  'media-type',
  'parameter',
  'character',
  'escape',
  'base64-character',
  'base64-padding',
] as const;
export type RfcProblemCode = (typeof rfcProblemCodes)[number];

/** A violation of the grammar, or of base64 (RFC 2045 section 6.8). */
export interface RfcProblem extends Span {
  code: RfcProblemCode;
  /** The violated production; null for base64. */
  production: Production | null;
  /** A short excerpt of the URL at this position. */
  text: string;
}

export interface RfcReading {
  /**
   * Ordered by position, with the problem of base64 last; empty for a data: URL that is valid by the RFC. At most
   * `maxRfcProblems`.
   */
  problems: RfcProblem[];
  /** The meaning of the URL if the problems are ignored; null if the URL is then still meaningless. */
  said: {
    /** The MIME type and its parameters, with the escapes of these decoded. */
    mimeType: string;
    /** The declared charset; for text without one, the default of RFC 2046. */
    charset: string | null;
    base64: boolean;
    body: Uint8Array<ArrayBuffer>;
    /** The number of line breaks and other whitespace in base64, which RFC 2045 section 6.8 ignores. */
    ignored: number;
  } | null;
}

/** Maximum number of problems of one URL: each takes a line when displayed. */
const maxRfcProblems = 100;

const codeOf: Record<Production, RfcProblemCode> = {
  dataurl: 'comma',
  mediatype: 'media-type',
  type: 'media-type',
  subtype: 'media-type',
  parameter: 'parameter',
  attribute: 'parameter',
  value: 'parameter',
  data: 'character',
  urlchar: 'character',
  escaped: 'escape',
};

export function readByRfc(written: string): RfcReading {
  const problems: RfcProblem[] = [];
  const add = (code: RfcProblemCode, { start, end }: Span, production: Production | null) => {
    const text = written.slice(start, Math.min(end, start + maxExcerptLength));
    problems.push({ code, production, start, end, text });
  };
  const tree = parseByGrammar(written);
  for (const violation of grammarViolations(written, tree)) {
    const { production, start } = violation;
    add(production === 'dataurl' && start === 0 ? 'scheme' : codeOf[production], violation, production);
    if (problems.length === maxRfcProblems) break;
  }
  const data = tree?.parts.at(-1);
  if (!tree || !data) return { problems, said: null };
  const head = readHeadByRfc(written, tree, data);
  const octets = octetsOf(written.slice(data.start, data.end));
  const base64 = head.base64 ? readRfcBase64(written, data.start, data.end) : null;
  if (base64?.problem && problems.length < maxRfcProblems) add(base64.problem.code, base64.problem, null);
  return {
    problems,
    said: {
      mimeType: head.mimeType,
      charset: head.charset,
      base64: head.base64,
      body: head.base64 ? parseBase64(octets) : octets,
      ignored: base64?.ignored ?? 0,
    },
  };
}

interface HeadByRfc {
  mimeType: string;
  charset: string | null;
  base64: boolean;
}

/** The media type, and whether `;base64` comes between the media type and the comma. */
function readHeadByRfc(written: string, { parts: [first] }: GrammarNode, data: Span): HeadByRfc {
  const mediatype = first?.production === 'mediatype' ? first : null;
  const base64 = data.start - 1 > (mediatype?.end ?? 5);
  const parameters = mediatype?.parts.filter(({ production }) => production === 'parameter') ?? [];
  const type = written.slice(5, (parameters[0]?.start ?? (mediatype?.end ?? 5) + 1) - 1);
  // The grammar's delimiters must not be escaped, but the meaning of an escaped "/" is evident.
  const essence = textOf(type).toLowerCase();
  const isType = isEssence(essence);
  let charset: string | null = null;
  const said: string[] = [];
  for (const { parts } of parameters) {
    const [attribute, given] = parts.map(({ start, end }) => written.slice(start, end));
    const name = textOf(attribute ?? '');
    const value = given === undefined ? null : valueByRfc(given);
    if (!isToken(name) || value === null) continue;
    if (name.toLowerCase() === 'charset') charset ??= value;
    said.push(`;${name}=${isToken(value) ? value : `"${value.replace(/["\\\r]/g, '\\$&')}"`}`);
  }
  const named = isType ? essence : 'text/plain';
  // "If <mediatype> is omitted, it defaults to text/plain;charset=US-ASCII."
  if (type === '' && said.length === 0) said.push(';charset=US-ASCII');
  return {
    mimeType: named + said.join(''),
    charset: charset ?? (named.startsWith('text/') ? 'US-ASCII' : null),
    base64,
  };
}

const isEssence = (text: string): boolean => {
  const [type = '', subtype = '', ...more] = text.split('/');
  return isToken(type) && isToken(subtype) && more.length === 0;
};
