/**
 * A data: URL as RFC 2397 itself reads it (section 3, with the characters of RFC 2396 and the tokens of RFC 2045),
 * which is not what browsers do: there the media type is escaped like all of the URL, and what the grammar does not
 * allow means nothing. Linear; never throws.
 */
import { parseBase64, rfcBase64Problem } from './base64-by-rfc.ts';
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

/** The first thing that the grammar does not allow. */
export interface RfcProblem extends Span {
  code: RfcProblemCode;
  /** What stands there, a few characters of it. */
  text: string;
}

export interface RfcReading {
  /** Null for a data: URL as the RFC has it. */
  problem: RfcProblem | null;
  /** What it says where one looks past the problem; null where there is nothing to be read. */
  said: {
    /** With its parameters, their escapes undone. */
    mimeType: string;
    /** The one declared, else the default of RFC 2046 for text. */
    charset: string | null;
    base64: boolean;
    body: Uint8Array;
  } | null;
}

const longestText = 40;
const isToken = (text: string): boolean => /^[!#$%&'*+\-.^_`{|}~0-9A-Za-z]+$/.test(text);

export function readByRfc(written: string): RfcReading {
  const problemAt = (code: RfcProblemCode, start: number, end: number): RfcProblem => ({
    code,
    start,
    end,
    text: written.slice(start, Math.min(end, start + longestText)),
  });
  if (!/^data:/i.test(written))
    return { problem: problemAt('scheme', 0, Math.min(5, written.length)), said: null };
  // A fragment is no part of a URL (RFC 2396 section 4.1).
  const hash = written.indexOf('#');
  const end = hash < 0 ? written.length : hash;
  const comma = written.slice(0, end).indexOf(',', 5);
  if (comma < 0) return { problem: problemAt('comma', end, end), said: null };
  const head = readHead(written.slice(5, comma));
  const unescaped = decoded(written.slice(comma + 1, end));
  const base64Problem = head.base64 ? rfcBase64Problem(written, comma + 1, end) : null;
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
    },
  };
}

/** What is neither reserved, nor unreserved, nor an escape (RFC 2396 section 2). */
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

/** All between the colon and the comma: `[ mediatype ] [ ";base64" ]`. */
function readHead(head: string): HeadByRfc {
  const parts = head.split(';');
  const base64 = parts.length > 1 && /^base64$/i.test(parts.at(-1)!);
  if (base64) parts.pop();
  const [type = '', ...parameters] = parts;
  let problem: HeadByRfc['problem'] = null;
  const essence = textOf(type).toLowerCase();
  const [major = '', minor = '', ...more] = essence.split('/');
  const isType = isToken(major) && isToken(minor) && more.length === 0;
  if (type !== '' && !isType) problem = { code: 'media-type', start: 0, end: type.length };
  let at = type.length + 1;
  let charset: string | null = null;
  const said: string[] = [];
  for (const parameter of parameters) {
    const text = textOf(parameter);
    const equals = text.indexOf('=');
    const value = unquoted(text.slice(equals + 1));
    if (equals < 0 || !isToken(text.slice(0, equals)) || value === null) {
      problem ??= { code: 'parameter', start: at, end: at + parameter.length };
    } else {
      if (/^charset=/i.test(text)) charset ??= value;
      said.push(`;${text}`);
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

/** A token or a quoted string, without its quotes; null for what is neither. */
function unquoted(text: string): string | null {
  if (isToken(text)) return text;
  const quoted = /^"((?:[^"\\\r]|\\[\s\S])*)"$/.exec(text)?.[1];
  return quoted === undefined ? null : quoted.replace(/\\([\s\S])/g, '$1');
}

const textOf = (escaped: string): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(decoded(escaped));

/** Escapes undone; characters beyond ASCII, which may not be there, as their UTF-8. */
function decoded(escaped: string): Uint8Array {
  const source = new TextEncoder().encode(escaped);
  const out = new Uint8Array(source.length);
  const state = percentState();
  const at = percentDecode(state, source, source.length, out, 0);
  return out.subarray(0, percentFlush(state, out, at));
}
