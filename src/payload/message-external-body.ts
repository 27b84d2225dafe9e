/** message/external-body with access-type=URL: RFC 2017, on RFC 1521 (section 7.3.3) and RFC 1864 (Content-MD5). */

import { md5 } from '@noble/hashes/legacy.js';
import { type Decoded, decodeDataUrl } from '../data-url/decode.ts';
import { encodeDataUrl } from '../data-url/encode.ts';
import { isDataUrl } from '../data-url/is-data-url.ts';
import { parseDataUrl, type Span } from '../data-url/parse.ts';
import { isSameCharset } from '../mime/charset.ts';
import {
  field,
  type HeaderField,
  isToken,
  type Parameter,
  readContentType,
  readHeaders,
  skipBlankLines,
  withoutComments,
} from '../mime/headers.ts';
import { type MimeType, parseMimeType } from '../mime/mime-type.ts';
import { type Problem, unlessTooLarge } from '../problem.ts';
import { encodeUnits, percentDecode } from '../uri/characters.ts';
import { components } from '../uri/components.ts';
import { fragmentStart } from '../uri/fragment.ts';
import { maxWordLength } from './limits.ts';

export interface ExternalBody {
  url: string;
  /** The URL-parameter as written, between its quotes, in the text that was given. */
  urlStart: number;
  urlEnd: number;
  /** All parameters of the outer Content-Type by their names in lower case: expiration, size … */
  parameters: ReadonlyMap<string, string>;
  /** The header of the entity that the URL stands for. What follows it, the phantom body, is no part of anything. */
  inner: HeaderField[];
  /** What is not as it should be and yet could be read; positions in the text that was given. */
  problems: Problem[];
}

export type ExternalBodyResult = ({ ok: true } & ExternalBody) | { ok: false; problem: Problem };

/** Schemes that retrieve nothing, which RFC 2017 section 2 rules out, and what they do instead. */
const RETRIEVE_NOTHING: Record<string, string> = {
  callto: 'starts a call',
  facetime: 'starts a call',
  fax: 'starts a call',
  geo: 'names a place',
  im: 'sends a message',
  intent: 'starts another application',
  javascript: 'runs a script',
  magnet: 'names a resource without saying where it is',
  mailto: 'sends a message',
  modem: 'starts a call',
  sip: 'starts a call',
  sips: 'starts a call',
  sms: 'sends a message',
  tel: 'starts a call',
  vbscript: 'runs a script',
  xmpp: 'sends a message',
};

/**
 * Reads an entity from its first header field (RFC 2017 section 3): the URL and the inner entity's header. Blank lines
 * in front are skipped. Refuses with the codes external-body-type-missing, content-type-malformed,
 * external-body-other-type, external-body-access-missing, external-body-other-access, external-body-url-missing,
 * external-body-url-relative, external-body-retrieves-nothing. Names further problems: those of headers.ts and
 * external-body-encoded, external-body-url-not-quoted, external-body-word-too-long, external-body-url-character.
 * Linear; never throws.
 *
 * @param indent what a document's layout puts in front of the entity's lines, as `readHeaders` takes it
 */
export function readExternalBody(text: string, indent = ''): ExternalBodyResult {
  const start = skipBlankLines(text);
  const outer = readHeaders(text, start, indent);
  const contentType = field(outer.fields, 'content-type');
  if (contentType === undefined) {
    return refuse('external-body-type-missing', 'There is no Content-Type field.', start, start);
  }
  const { valueStart, end } = contentType;
  const type = readContentType(text, valueStart, end);
  if (!type.ok) return type;
  if (type.type !== 'message' || type.subtype !== 'external-body') {
    const written = `${type.type}/${type.subtype}`;
    const message = `This is ${written}, not message/external-body.`;
    return refuse('external-body-other-type', message, valueStart, end, { type: written });
  }
  const named = namedUrl(type.parameters, end);
  if (!named.ok) return named;
  const { url, parameter } = named;
  const inner = readHeaders(text, outer.bodyStart, indent);
  const problems = [...outer.problems, ...type.problems, ...inner.problems];
  const encoded = transferEncoding(outer.fields);
  if (encoded !== undefined) {
    const { encoding, start, end } = encoded;
    problems.push({
      code: 'external-body-encoded',
      args: { encoding },
      message: `An entity of type message is never encoded, but this one says ${encoding}; it is read as it stands.`,
      start,
      end,
    });
  }
  if (!parameter.quoted) {
    problems.push({
      code: 'external-body-url-not-quoted',
      args: {},
      message: 'The URL parameter must be quoted, since every URL holds a colon.',
      start: parameter.start,
      end: parameter.end,
    });
  }
  problems.push(...wordProblems(text, parameter.start, parameter.end));
  return {
    ok: true,
    url,
    urlStart: parameter.start,
    urlEnd: parameter.end,
    parameters: new Map(type.parameters.map(({ name, value }) => [name, value])),
    inner: inner.fields,
    problems,
  };
}

/**
 * The same where the outer Content-Type is the media type of a data: URL, whose body begins with the inner entity's
 * header. RFC 2397 has the values of parameters percent-encoded, and browsers keep them so: both are understood. All
 * positions of what stands in the media type are 0.
 */
export function readExternalBodyOf(mimeType: MimeType, body: string): ExternalBodyResult {
  const parameters = [...mimeType.parameters].map(([name, value]) => ({
    name,
    value: unescaped(value),
    quoted: true,
    start: 0,
    end: 0,
  }));
  const named = namedUrl(parameters, 0);
  if (!named.ok) return named;
  const { fields, problems } = readHeaders(body, skipBlankLines(body));
  return {
    ok: true,
    url: named.url,
    urlStart: 0,
    urlEnd: 0,
    parameters: new Map(parameters.map(({ name, value }) => [name, value])),
    inner: fields,
    problems,
  };
}

/** A value that begins as no URL does, without its escapes and quotes; one that does keeps its own. */
function unescaped(value: string): string {
  if (components(value).scheme !== undefined) return value;
  const text = percentDecode(value);
  return /^"[^"]*"$/.test(text) ? text.slice(1, -1) : text;
}

/** What the outer parameters say: the URL of access-type=URL. @param end where a parameter is missing */
function namedUrl(
  parameters: readonly Parameter[],
  end: number,
): { ok: true; url: string; parameter: Parameter } | { ok: false; problem: Problem } {
  const parameter = (name: string) => parameters.find((candidate) => candidate.name === name);
  const access = parameter('access-type');
  if (access === undefined) {
    return refuse('external-body-access-missing', 'The access-type parameter is missing.', end, end);
  }
  if (access.value.trim().toLowerCase() !== 'url') {
    const message = `The access type is ${access.value}; only URL is understood.`;
    const args = { access: access.value };
    return refuse('external-body-other-access', message, access.start, access.end, args);
  }
  const parameterOfUrl = parameter('url');
  const url = parameterOfUrl && withoutSpace(parameterOfUrl.value);
  if (!parameterOfUrl || !url) {
    const at = parameterOfUrl?.start ?? end;
    return refuse('external-body-url-missing', 'The URL parameter, which is mandatory, is missing.', at, at);
  }
  const refusal = refuseScheme(url, parameterOfUrl.start, parameterOfUrl.end);
  return refusal === undefined
    ? { ok: true, url, parameter: parameterOfUrl }
    : { ok: false, problem: refusal };
}

function refuse(
  code: string,
  message: string,
  start: number,
  end: number,
  args: Problem['args'] = {},
): { ok: false; problem: Problem } {
  return { ok: false, problem: { code, args, message, start, end } };
}

/**
 * RFC 1521 section 5: the Content-Transfer-Encoding where it is one that changes the data. Entities of type message
 * must not have any; the data of an external body may be stored in one.
 */
function transferEncoding(fields: readonly HeaderField[]): (Span & { encoding: string }) | undefined {
  const found = field(fields, 'content-transfer-encoding');
  const encoding = found && withoutComments(found.value);
  if (found === undefined || !encoding || /^(?:7bit|8bit|binary)$/i.test(encoding)) return undefined;
  return { encoding: encoding.slice(0, 40), start: found.start, end: found.end };
}

/** Section 3.1: any linear white space goes. */
function withoutSpace(value: string): string {
  return value.replace(/[ \t\r\n]+/g, '');
}

/** Section 2: only URLs that retrieve something. Undefined where this one may. */
function refuseScheme(url: string, start: number, end: number): Problem | undefined {
  const scheme = components(url).scheme?.toLowerCase();
  if (scheme === undefined) {
    const message = 'A URL begins with a scheme; a relative one retrieves nothing here.';
    return { code: 'external-body-url-relative', args: {}, message, start, end };
  }
  const instead = Object.hasOwn(RETRIEVE_NOTHING, scheme) ? RETRIEVE_NOTHING[scheme] : undefined;
  if (instead === undefined) return undefined;
  const message = `A URL of the scheme "${scheme}" ${instead} and retrieves nothing, so it cannot stand for a body.`;
  return { code: 'external-body-retrieves-nothing', args: { scheme }, message, start, end };
}

/** The first word that is too long, and the first character that should have been escaped. */
function wordProblems(text: string, start: number, end: number): Problem[] {
  const problems: Problem[] = [];
  let word = start;
  for (let i = start; i <= end; i++) {
    const unit = text.charCodeAt(i);
    if (i < end && unit > 0x20) continue;
    if (i - word > maxWordLength) {
      problems.push({
        code: 'external-body-word-too-long',
        args: { length: i - word, most: maxWordLength },
        message: `A word of the URL has ${i - word} characters; ${maxWordLength} are allowed.`,
        start: word,
        end: i,
      });
      break;
    }
    word = i + 1;
  }
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (!mustEscape(unit) || unit === 0x20 || unit === 0x09 || unit === 0x0a || unit === 0x0d) continue;
    problems.push({
      code: 'external-body-url-character',
      args: {},
      message:
        'Controls, double quotes, backslashes and characters beyond ASCII must be percent-encoded here.',
      start: i,
      end: i + 1,
    });
    break;
  }
  return problems;
}

/** Section 3.1 (1): SPACE, CTLs, double quotes, backslashes and 8-bit characters. */
function mustEscape(unit: number): boolean {
  return unit <= 0x20 || unit === 0x22 || unit === 0x5c || unit >= 0x7f;
}

/**
 * Section 3.1 (1): the URL with all that a URL-word cannot hold percent-encoded, in UTF-8; triplets that are there
 * already stay. Idempotent; linear. Throws a RangeError where the result is longer than the platform's longest string.
 */
export function escapeUrl(url: string): string {
  return encodeUnits(url, mustEscape);
}

export interface WordOptions {
  /** Break behind the last "/" that fits, as one would by hand, and not wherever 40 characters are full. */
  breakAfterSlash?: boolean;
}

/** Section 3.1 (2): the escaped URL in words of 1 to 40 characters, which joined are the URL. Linear. */
export function urlWords(url: string, options: WordOptions = {}): string[] {
  const escaped = escapeUrl(url);
  const words: string[] = [];
  for (let i = 0; i < escaped.length; ) {
    let end = Math.min(i + maxWordLength, escaped.length);
    if (options.breakAfterSlash === true && end < escaped.length) {
      const slash = escaped.slice(i, end).lastIndexOf('/');
      if (slash >= 0) end = i + slash + 1;
    }
    words.push(escaped.slice(i, end));
    i = end;
  }
  return words;
}

/** Section 3.1 (3): the URL-parameter in its quotes, one word to a line. */
export function urlParameter(url: string, options: WordOptions = {}): string {
  return `"${urlWords(url, options).join('\r\n ')}"`;
}

export interface InnerField {
  name: string;
  value: string;
}

/**
 * The same resource in a URL that escaping makes no other one of. Browsers do not undo escapes in the media type of a
 * data: URL, and remove tabs and line breaks anywhere in it. As it is where it is no data: URL that can be read, or has
 * a parameter that cannot do without quotes.
 */
export function escapable(url: string): string {
  if (!isDataUrl(url)) return url;
  const plain = url.replace(/^[\0- ]+|[\t\n\r]+|[\0- ]+$/g, '');
  const comma = plain.indexOf(',');
  if (escapeUrl(plain.slice(0, comma)) === plain.slice(0, comma)) return plain;
  const decoded = decodeDataUrl(url);
  if (!decoded.ok) return url;
  const { body, mimeType } = decoded;
  const encoding = parseDataUrl(plain).base64 ? 'base64' : 'percent';
  const anew = encodeDataUrl(body, mimeType, { encoding }) + plain.slice(fragmentStart(plain));
  const head = escapeUrl(anew.slice(0, anew.indexOf(',') + 1));
  return parseDataUrl(head).mimeType === mimeType ? anew : url;
}

/**
 * Writes an entity that `readExternalBody` reads back as the escaped URL and the same inner fields (their values on
 * one line, trimmed). Escapes make another resource of some data: URLs: see `escapable`. Refuses, as reading does, a URL
 * without a scheme or one that retrieves nothing (positions in the URL), fields whose names are no names
 * (header-name-malformed), and what the platform has no string for (external-body-url-too-long).
 */
export function writeExternalBody(
  url: string,
  inner: readonly InnerField[] = [],
  options: WordOptions = {},
): { ok: true; text: string } | { ok: false; problem: Problem } {
  // Escaping makes nine characters of one, and there is a longest string.
  const { problem } = refuse(
    'external-body-url-too-long',
    'The URL is too long to be escaped.',
    0,
    url.length,
  );
  return unlessTooLarge(() => write(url, inner, options), problem);
}

function write(
  url: string,
  inner: readonly InnerField[],
  options: WordOptions,
): { ok: true; text: string } | { ok: false; problem: Problem } {
  const refusal = refuseScheme(url, 0, url.length);
  if (refusal !== undefined) return { ok: false, problem: refusal };
  const malformed = inner.find(({ name }) => !isToken(name));
  if (malformed !== undefined) {
    const message = 'The name of a header field holds letters, digits and hyphens.';
    return refuse('header-name-malformed', message, 0, 0, { name: malformed.name });
  }
  const lines = [
    'Content-Type: message/external-body; access-type=URL;',
    ` URL=${urlParameter(url, options)}`,
    '',
    // A line end in a value would begin another field.
    ...inner.map(({ name, value }) => `${name}: ${value.replace(/[\r\n]+[ \t]*/g, ' ').trim()}`),
    '',
    '',
  ];
  return { ok: true, text: lines.join('\r\n') };
}

export interface DataCheck {
  /** Whether the data: URL's type is the one that the inner header promises (RFC 2017 section 3.1). */
  type: 'agrees' | 'disagrees' | 'unreadable';
  /**
   * Whether the Content-MD5 of the inner header is that of the body (section 4): absent where it has none; unchecked
   * where the data is in a Content-Transfer-Encoding, since the digest is of what that stands for.
   */
  md5: 'matches' | 'mismatch' | 'malformed' | 'absent' | 'unchecked' | 'unreadable';
  /** Positions in the text that the entity was read from. */
  problems: Problem[];
}

export interface CheckOptions {
  decode?: (url: string) => Decoded;
  /** The 16 octets of the MD5 digest. */
  md5?: (bytes: Uint8Array) => Uint8Array;
}

/**
 * Holds the data: URL of an external body against the inner header; undefined where the URL is no data: URL. Without a
 * Content-Type the inner entity is text/plain in US-ASCII (RFC 1521 section 7.1). Types agree when their essence does,
 * and the charset if the inner header names one. A Content-Transfer-Encoding of the inner header, which RFC 1521
 * section 7.3.3 permits and does not need, is not undone. Problem codes: external-body-data-unreadable,
 * external-body-type-disagrees, content-type-malformed, external-body-data-encoded, external-body-md5-malformed,
 * external-body-md5-not-canonical, external-body-md5-mismatch.
 */
export function checkData(external: ExternalBody, options: CheckOptions = {}): DataCheck | undefined {
  const { url, urlStart, urlEnd, inner } = external;
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
    return { type: 'unreadable', md5: 'unreadable', problems: [problem] };
  }
  const ofType = checkType(field(inner, 'content-type'), decoded.mimeType, external);
  const encoded = transferEncoding(inner);
  const ofMd5 = checkMd5(field(inner, 'content-md5'), decoded, encoded !== undefined, options.md5 ?? md5);
  const problems = [...(ofType === undefined ? [] : [ofType]), ...ofMd5.problems];
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

/** Undefined where the types agree. */
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
  // RFC 1521 section 7.1: of text without a charset it is US-ASCII.
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
 * RFC 1864: the base64 of the digest's 16 octets, of the canonical form, in which lines of text end with CRLF. Text that
 * is written with other line ends is compared as it stands, too: that digest is not what the RFC says, but no doubt.
 */
function checkMd5(
  promised: HeaderField | undefined,
  { body, mimeType }: { body: Uint8Array; mimeType: string },
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
  const canonical = mimeType.startsWith('text/') ? withLineEnds(body) : body;
  const digest = String.fromCharCode(...digestOf(canonical));
  // Compared as octets: the last digit's spare bits may differ.
  if (atob(expected) === digest) return { md5: 'matches', problems: [] };
  const actual = btoa(digest);
  if (canonical !== body && atob(expected) === String.fromCharCode(...digestOf(body))) {
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

/** RFC 1521 appendix G: text with every CR, LF and CRLF as CRLF; the same array where it is so already. Linear. */
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
