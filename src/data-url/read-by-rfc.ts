/**
 * Reads a data: URL by RFC 2397 itself (section 3, with the characters of RFC 2396 and the tokens of RFC
 * 2045). Browsers differ: by the RFC the media type is escaped like the rest of the URL, and text that the
 * grammar does not allow has no meaning. Linear; never throws.
 */

import { fragmentStart } from '../uri/fragment.ts';
import { parseBase64, readRfcBase64 } from './base64-by-rfc.ts';
import { maxExcerptLength } from './limits.ts';
import type { Span } from './parse.ts';
import { percentDecode, percentFlush, percentState } from './percent-decode.ts';

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

/** The first violation of the grammar. */
export interface RfcProblem extends Span {
  code: RfcProblemCode;
  /** A few characters of the text there. */
  text: string;
}

export interface RfcReading {
  /** Null for a data: URL that is valid by the RFC. */
  problem: RfcProblem | null;
  /** The meaning of the URL if the problem is ignored; null where it has none. */
  said: {
    /** With its parameters, their escapes decoded. */
    mimeType: string;
    /** The declared charset, else the default of RFC 2046 for text. */
    charset: string | null;
    base64: boolean;
    body: Uint8Array;
    /** The number of line breaks and other white space in base64, which RFC 2045 section 6.8 ignores. */
    ignored: number;
  } | null;
}

/** RFC 2045 section 5.1; `%` is one of its characters. */
const isToken = (text: string): boolean => /^[!#$%&'*+\-.^_`{|}~0-9A-Za-z]+$/.test(text);

export function readByRfc(written: string): RfcReading {
  const problemAt = (code: RfcProblemCode, start: number, end: number): RfcProblem => ({
    code,
    start,
    end,
    text: written.slice(start, Math.min(end, start + maxExcerptLength)),
  });
  if (!/^data:/i.test(written))
    return { problem: problemAt('scheme', 0, Math.min(5, written.length)), said: null };
  // A fragment is not part of a URL (RFC 2396 section 4.1).
  const end = fragmentStart(written);
  const comma = written.slice(0, end).indexOf(',', 5);
  if (comma < 0) return { problem: problemAt('comma', end, end), said: null };
  const head = readHeadByRfc(written.slice(5, comma));
  const unescaped = decoded(written.slice(comma + 1, end));
  const base64 = head.base64 ? readRfcBase64(written, comma + 1, end) : null;
  const base64Problem = base64?.problem ?? null;
  const problem =
    firstCharacter(written, end, problemAt) ??
    (head.problem && problemAt(head.problem.code, head.problem.start + 5, head.problem.end + 5)) ??
    (base64Problem && problemAt(base64Problem.code, base64Problem.start, base64Problem.end));
  return {
    problem,
    said: {
      mimeType: head.mimeType,
      charset: head.charset,
      base64: head.base64,
      body: head.base64 ? parseBase64(unescaped) : unescaped,
      ignored: base64?.ignored ?? 0,
    },
  };
}

/** The first character that is neither reserved, nor unreserved, nor an escape (RFC 2396 section 2). */
function firstCharacter(
  written: string,
  end: number,
  problemAt: (code: RfcProblemCode, start: number, end: number) => RfcProblem,
): RfcProblem | null {
  const odd = /[^;/?:@&=+$,A-Za-z0-9\-_.!~*'()%]|%(?![0-9A-Fa-f]{2})/u.exec(written.slice(0, end));
  if (odd === null) return null;
  const isEscape = odd[0] === '%';
  return problemAt(isEscape ? 'escape' : 'character', odd.index, odd.index + odd[0].length);
}

interface HeadByRfc {
  mimeType: string;
  charset: string | null;
  base64: boolean;
  problem: (Span & { code: RfcProblemCode }) | null;
}

/** Everything between the colon and the comma: `[ mediatype ] [ ";base64" ]`. */
function readHeadByRfc(head: string): HeadByRfc {
  const parts = head.split(';');
  const base64 = parts.length > 1 && /^base64$/i.test(parts.at(-1)!);
  if (base64) parts.pop();
  const [type = '', ...parameters] = parts;
  let problem: HeadByRfc['problem'] = null;
  const essence = textOf(type).toLowerCase();
  // The grammar's delimiters must not be escaped, but the meaning of an escaped "/" is evident.
  const isType = isEssence(essence);
  if (type !== '' && !(isType && type.includes('/'))) {
    problem = { code: 'media-type', start: 0, end: type.length };
  }
  let at = type.length + 1;
  let charset: string | null = null;
  const said: string[] = [];
  for (const parameter of parameters) {
    const equals = parameter.indexOf('=');
    const name = textOf(parameter.slice(0, Math.max(0, equals)));
    const value = equals < 0 ? null : valueByRfc(parameter.slice(equals + 1));
    if (!isToken(name) || value === null) {
      problem ??= { code: 'parameter', start: at, end: at + parameter.length };
    } else {
      if (name.toLowerCase() === 'charset') charset ??= value;
      said.push(`;${name}=${isToken(value) ? value : `"${value.replace(/["\\\r]/g, '\\$&')}"`}`);
    }
    at += parameter.length + 1;
  }
  const named = isType ? essence : 'text/plain';
  // "If <mediatype> is omitted, it defaults to text/plain;charset=US-ASCII."
  if (type === '' && said.length === 0) said.push(';charset=US-ASCII');
  return {
    mimeType: named + said.join(''),
    charset: charset ?? (named.startsWith('text/') ? 'US-ASCII' : null),
    base64,
    problem,
  };
}

const isEssence = (text: string): boolean => {
  const [type = '', subtype = '', ...more] = text.split('/');
  return isToken(type) && isToken(subtype) && more.length === 0;
};

/**
 * The value of a parameter by RFC 2397: a value of RFC 2045 (a token or quoted string of ASCII) "represented
 * using URL escaped encoding"; or any text of ASCII without a CR whose tspecials are escaped, as in section
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
const textOf = (escaped: string): string =>
  unescaped.test(escaped) ? escaped : new TextDecoder('utf-8', { ignoreBOM: true }).decode(decoded(escaped));

/** Decodes escapes; characters beyond ASCII, which are not allowed, become their UTF-8. */
function decoded(escaped: string): Uint8Array {
  const source = new TextEncoder().encode(escaped);
  const out = new Uint8Array(source.length);
  const state = percentState();
  const at = percentDecode(state, source, source.length, out, 0);
  return out.subarray(0, percentFlush(state, out, at));
}
