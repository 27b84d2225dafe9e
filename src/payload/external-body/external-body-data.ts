/** Compares the data: URL of a message/external-body with the inner header: RFC 2017 and RFC 1864 (Content-MD5). */

import { md5 } from '@noble/hashes/legacy.js';
import { type Decoded, decodeDataUrl } from '../../data-url/decode.ts';
import { isDataUrl } from '../../data-url/is-data-url.ts';
import { isSameCharset } from '../../mime/charset.ts';
import { field, type HeaderField, readContentType, withoutComments } from '../../mime/headers.ts';
import { parseMimeType } from '../../mime/mime-type.ts';
import type { Problem } from '../../problem.ts';
import { checkObject } from '../../url-text.ts';
import { type ExternalBody, transferEncoding } from './message-external-body.ts';

/** The data: URL of an external body, compared with its inner header. */
export interface DataCheck {
  /** Whether the types of the data: URL and of the inner header agree (RFC 2017 section 3.1). */
  type: 'agrees' | 'disagrees' | 'unreadable';
  /**
   * Whether the Content-MD5 of the inner header is the digest of the body (section 4): `absent` if the header contains
   * none; `unchecked` if the data has a Content-Transfer-Encoding, because the digest is of the decoded data.
   */
  md5: 'matches' | 'mismatch' | 'malformed' | 'absent' | 'unchecked' | 'unreadable';
  /** Positions in the text that the entity was read from. */
  problems: Problem[];
  /** The reason why browsers reject the data: URL, with positions in it; absent if they don't. */
  rejected?: Problem;
}

/** Replacements for the functions that decode and hash. */
export interface CheckOptions {
  decode?: (url: string) => Decoded;
  /** Returns the 16 octets of the MD5 digest. */
  md5?: (bytes: Uint8Array) => Uint8Array;
}

/**
 * Compares the data: URL of an external body with the inner header; undefined for other URLs. Without a Content-Type,
 * the inner entity is text/plain in US-ASCII (RFC 1521 section 7.1). Types agree if their essences do and, if the
 * inner header declares a charset, their charsets. A Content-Transfer-Encoding in the inner header, which RFC 1521
 * section 7.3.3 permits but does not require, is not decoded. Problem codes: external-body-data-unreadable,
 * external-body-type-disagrees, content-type-malformed, external-body-size-differs, external-body-data-encoded,
 * external-body-md5-malformed, external-body-md5-not-canonical, external-body-md5-mismatch.
 */
export function checkData(external: ExternalBody, options: CheckOptions = {}): DataCheck | undefined {
  const { url, urlStart, urlEnd, inner } = checkObject(
    external,
    'checkData',
    'an external body',
    'url',
    'inner',
  );
  if (!isDataUrl(url)) return undefined;
  const decoded = (options.decode ?? decodeDataUrl)(url);
  if (!decoded.ok) {
    const problem: Problem = {
      code: 'external-body-data-unreadable',
      args: { reason: decoded.problem.message },
      message: `The data: URL cannot be read: ${decoded.problem.message}`,
      start: urlStart,
      end: urlEnd,
    };
    return { type: 'unreadable', md5: 'unreadable', problems: [problem], rejected: decoded.problem };
  }
  const ofType = checkType(field(inner, 'content-type'), decoded.mimeType, external);
  const encoded = transferEncoding(inner);
  const ofMd5 = checkMd5(field(inner, 'content-md5'), decoded, encoded !== undefined, options.md5 ?? md5);
  const ofSize = encoded === undefined ? checkSize(external, decoded) : undefined;
  const problems = [ofType, ofSize, ...ofMd5.problems].filter((each) => each !== undefined);
  if (encoded !== undefined) {
    const { encoding, start, end } = encoded;
    problems.push({
      code: 'external-body-data-encoded',
      args: { encoding },
      message: `The header says that the data is encoded as ${encoding}, which is not undone, nor its Content-MD5 checked.`,
      start,
      end,
    });
  }
  return { type: ofType === undefined ? 'agrees' : 'disagrees', md5: ofMd5.md5, problems };
}

/**
 * Compares the parameter `size` with the size of the data, or of its text with CRLF line ends. Undefined if they agree,
 * or if there is no valid parameter.
 */
function checkSize(
  { parameters, urlStart, urlEnd }: ExternalBody,
  { body, mimeType }: Data,
): Problem | undefined {
  const said = parameters.get('size');
  if (said === undefined || !/^[0-9]{1,15}$/.test(said)) return undefined;
  const { length } = body;
  if ([length, canonical({ body, mimeType }).length].includes(Number(said))) return undefined;
  const message = `The message says ${said} bytes, but the data: URL holds ${length}.`;
  const args = { expected: Number(said), actual: length };
  return { code: 'external-body-size-differs', args, message, start: urlStart, end: urlEnd };
}

type Data = { body: Uint8Array; mimeType: string };

/** RFC 1864: the canonical form, in which lines of text end with CRLF. */
const canonical = ({ body, mimeType }: Data): Uint8Array =>
  mimeType.startsWith('text/') ? withLineEnds(body) : body;

/** The Content-MD5 of data (RFC 1864), as 24 characters of base64. Linear. */
export const contentMd5 = (data: Data): string => btoa(String.fromCharCode(...md5(canonical(data))));

/** Compares the types; undefined if they agree. */
function checkType(
  promised: HeaderField | undefined,
  mimeType: string,
  { urlStart, urlEnd }: ExternalBody,
): Problem | undefined {
  const type = readContentType(promised?.value ?? 'text/plain; charset=us-ascii');
  const start = promised?.start ?? urlStart;
  const end = promised?.end ?? urlEnd;
  if (!type.ok) return { ...type.problem, start, end };
  const actual = parseMimeType(mimeType);
  const essence = `${type.type}/${type.subtype}`;
  const charset = type.parameters.find(({ name }) => name === 'charset')?.value.toLowerCase();
  // RFC 1521 section 7.1: text without a charset is US-ASCII.
  const actualCharset = actual?.parameters.get('charset') ?? (actual?.type === 'text' ? 'us-ascii' : '');
  const sameCharset = charset === undefined || isSameCharset(charset, actualCharset);
  if (actual?.essence === essence && sameCharset) return undefined;
  const expected = charset === undefined ? essence : `${essence};charset=${charset}`;
  return {
    code: 'external-body-type-disagrees',
    args: { expected, actual: mimeType },
    message: `The header promises ${expected}, but the data: URL is ${mimeType}.`,
    start,
    end,
  };
}

/**
 * RFC 1864: checks the digest of the canonical form, in which lines of text end with CRLF, as base64 of its 16 octets.
 * The digest of text with other line ends is accepted, too: it violates the RFC, but certainly belongs to the data.
 */
function checkMd5(
  promised: HeaderField | undefined,
  { body, mimeType }: Data,
  isEncoded: boolean,
  digestOf: (bytes: Uint8Array) => Uint8Array,
): { md5: DataCheck['md5']; problems: Problem[] } {
  if (promised === undefined) return { md5: 'absent', problems: [] };
  const { start, end } = promised;
  const expected = /^[A-Za-z0-9+/]{22}==$/.exec(withoutComments(promised.value))?.[0];
  if (expected === undefined) {
    const message = 'A Content-MD5 is 24 characters of base64.';
    return {
      md5: 'malformed',
      problems: [{ code: 'external-body-md5-malformed', args: {}, message, start, end }],
    };
  }
  if (isEncoded) return { md5: 'unchecked', problems: [] };
  const lines = canonical({ body, mimeType });
  const digest = String.fromCharCode(...digestOf(lines));
  // Compared as octets: the unused bits of the last digit may differ.
  if (atob(expected) === digest) return { md5: 'matches', problems: [] };
  const actual = btoa(digest);
  if (lines !== body && atob(expected) === String.fromCharCode(...digestOf(body))) {
    const message = `The Content-MD5 is that of the text as it stands; with lines that end in CRLF it would be ${actual}.`;
    const code = 'external-body-md5-not-canonical';
    return { md5: 'matches', problems: [{ code, args: { expected, actual }, message, start, end }] };
  }
  const message = `The Content-MD5 is ${expected}, but that of the data is ${actual}: it is not what was meant.`;
  return {
    md5: 'mismatch',
    problems: [{ code: 'external-body-md5-mismatch', args: { expected, actual }, message, start, end }],
  };
}

/** RFC 1521 appendix G: replaces every CR, LF and CRLF with CRLF; returns the same array if nothing changes. Linear. */
function withLineEnds(text: Uint8Array): Uint8Array {
  let missing = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === LF && text[i - 1] !== CR) missing++;
    else if (text[i] === CR && text[i + 1] !== LF) missing++;
  }
  if (missing === 0) return text;
  const out = new Uint8Array(text.length + missing);
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === LF && text[i - 1] !== CR) out[at++] = CR;
    out[at++] = text[i]!;
    if (text[i] === CR && text[i + 1] !== LF) out[at++] = LF;
  }
  return out;
}

const CR = 0x0d;
const LF = 0x0a;
