/** Reads message/external-body with access-type=URL: RFC 2017, based on RFC 1521 (section 7.3.3). */

import { hasEnglish } from '../../has-english.ts';
import {
  field,
  type HeaderField,
  indentAt,
  readContentType,
  readHeaders,
  skipBlankLines,
  withoutComments,
} from '../../mime/headers.ts';
import type { MimeType } from '../../mime/mime-type.ts';
import { joinParts, type Parameter } from '../../mime/parameter-parts.ts';
import type { Problem, Span } from '../../problem.ts';
import { percentDecode } from '../../uri/characters.ts';
import { components } from '../../uri/components.ts';
import { checkText } from '../../url-text.ts';
import { maxWordLength } from '../limits.ts';

/** An external body: its URL, and the inner entity's header. */
export interface ExternalBody {
  url: string;
  /**
   * The span of the URL-parameter as written, between its quotes, in the given text. If the parameter has several parts
   * (RFC 2231), this is the span of all parts.
   */
  urlStart: number;
  urlEnd: number;
  /** All parameters of the outer Content-Type (expiration, size …), by name in lower case. */
  parameters: ReadonlyMap<string, string>;
  /** The header of the entity whose body is at the URL. */
  inner: HeaderField[];
  /** Position of the phantom body, which is ignored (section 3). */
  phantomStart: number;
  /** Mistakes that did not prevent reading; positions in the given text. */
  problems: Problem[];
}

/** Codes for the reasons why a message/external-body entity contains no URL that could be fetched. */
export const refusalCodes = [
  'content-type-malformed',
  'external-body-access-missing',
  'external-body-other-access',
  'external-body-url-missing',
  'external-body-url-relative',
  'external-body-retrieves-nothing',
] as const;

/** An external body with its problems, or the reason why there is none. */
export type ExternalBodyResult = ({ ok: true } & ExternalBody) | { ok: false; problem: Problem };

/** Schemes that retrieve nothing, which RFC 2017 section 2 excludes, and the action that each performs instead. */
const RETRIEVE_NOTHING: readonly [schemes: RegExp, instead: string][] = [
  [/^(?:callto|facetime|fax|modem|sips?|tel)$/, hasEnglish && 'starts a call'],
  [/^(?:im|mailto|sms|xmpp)$/, hasEnglish && 'sends a message'],
  [/^(?:javascript|vbscript)$/, hasEnglish && 'runs a script'],
  [/^geo$/, hasEnglish && 'names a place'],
  [/^intent$/, hasEnglish && 'starts another application'],
  [/^magnet$/, hasEnglish && 'names a resource without saying where it is'],
];

/**
 * Reads an entity from its first header field (RFC 2017 section 3): the URL and the inner entity's header. Blank lines
 * before it are skipped. Fails with the codes external-body-type-missing, content-type-malformed,
 * external-body-other-type, external-body-access-missing, external-body-other-access, external-body-url-missing,
 * external-body-url-relative, external-body-retrieves-nothing. Reports further problems: those of headers.ts and
 * external-body-encoded, external-body-url-not-quoted, external-body-word-too-long, external-body-url-character.
 * Linear; never throws.
 *
 * @param indent the indentation of the entity's lines, as for `readHeaders`
 */
export function readExternalBody(text: string, indent = ''): ExternalBodyResult {
  checkText(text, 'readExternalBody');
  const start = skipBlankLines(text);
  const outer = readHeaders(text, start, indent);
  const contentType = field(outer.fields, 'content-type');
  if (contentType === undefined) {
    return refuse(
      'external-body-type-missing',
      hasEnglish && 'There is no Content-Type field.',
      start,
      start,
    );
  }
  const { valueStart, end } = contentType;
  const type = readContentType(text, valueStart, end);
  if (!type.ok) return type;
  if (type.type !== 'message' || type.subtype !== 'external-body') {
    const written = `${type.type}/${type.subtype}`;
    const message = hasEnglish && `This is ${written}, not message/external-body.`;
    return refuse('external-body-other-type', message, valueStart, end, { type: written });
  }
  const named = namedUrl(type.parameters, end);
  if (!named.ok) return named;
  const { url, parameter } = named;
  // A header's first line begins with a name, so whitespace before it is the document's indentation.
  const inner = readHeaders(text, outer.bodyStart, indentAt(text, outer.bodyStart));
  const problems = [...outer.problems, ...type.problems, ...inner.problems];
  const encoded = transferEncoding(outer.fields);
  if (encoded !== undefined) {
    const { encoding, start, end } = encoded;
    problems.push({
      code: 'external-body-encoded',
      args: { encoding },
      message:
        hasEnglish &&
        `An entity of type message is never encoded, but this one says ${encoding}; it is read as it stands.`,
      start,
      end,
    });
  }
  if (!parameter.quoted) {
    problems.push({
      code: 'external-body-url-not-quoted',
      args: {},
      message: hasEnglish && 'The URL parameter must be quoted, since every URL holds a colon.',
      start: parameter.start,
      end: parameter.end,
    });
  }
  // The span of several parts also contains their names and quotes, so it isn't checked.
  if (!parameter.inParts) problems.push(...wordProblems(text, parameter.start, parameter.end));
  return {
    ok: true,
    url,
    urlStart: parameter.start,
    urlEnd: parameter.end,
    parameters: new Map(type.parameters.map(({ name, value }) => [name, value])),
    inner: inner.fields,
    phantomStart: inner.bodyStart,
    problems,
  };
}

/**
 * Like `readExternalBody`, for an outer Content-Type that is the media type of a data: URL, whose body begins with
 * the inner entity's header. RFC 2397 percent-encodes the values of parameters, but browsers keep the escapes, so
 * both forms are read. All positions in the media type are 0.
 */
export function readExternalBodyOf(mimeType: MimeType, body: string): ExternalBodyResult {
  const { parameters } = joinParts(
    [...mimeType.parameters].map(([name, value]) => ({
      name,
      // Names with "*" mark the escapes of RFC 2231, which are not those of the data: URL.
      value: name.endsWith('*') ? value : unescaped(value),
      quoted: true,
      start: 0,
      end: 0,
    })),
  );
  for (const each of parameters) if (each.inParts) each.value = unescaped(each.value);
  const named = namedUrl(parameters, 0);
  if (!named.ok) return named;
  const { fields, bodyStart, problems } = readHeaders(body, skipBlankLines(body));
  return {
    ok: true,
    url: named.url,
    urlStart: 0,
    urlEnd: 0,
    parameters: new Map(parameters.map(({ name, value }) => [name, value])),
    inner: fields,
    phantomStart: bodyStart,
    problems,
  };
}

/** Decodes the escapes and quotes of a value, unless it begins with a scheme: a URL keeps its escapes. */
function unescaped(value: string): string {
  if (components(value).scheme !== undefined) return value;
  const text = percentDecode(value);
  return /^"[^"]*"$/.test(text) ? text.slice(1, -1) : text;
}

/**
 * The URL of access-type=URL in the outer parameters.
 *
 * @param end position for problems about missing parameters
 */
function namedUrl(
  parameters: readonly Parameter[],
  end: number,
): { ok: true; url: string; parameter: Parameter } | { ok: false; problem: Problem } {
  const parameter = (name: string) => parameters.find((candidate) => candidate.name === name);
  const access = parameter('access-type');
  if (access === undefined) {
    return refuse(
      'external-body-access-missing',
      hasEnglish && 'The access-type parameter is missing.',
      end,
      end,
    );
  }
  if (access.value.trim().toLowerCase() !== 'url') {
    const message = hasEnglish && `The access type is ${access.value}; only URL is understood.`;
    // RFC 1521 section 7.3.3: the parameters with which other access types locate the data.
    const resource = ['site', 'server', 'directory', 'name'].flatMap((each) => parameter(each)?.value ?? []);
    const args = { access: access.value, resource: resource.join('/') };
    return refuse('external-body-other-access', message, access.start, access.end, args);
  }
  const parameterOfUrl = parameter('url');
  const url = parameterOfUrl && withoutSpace(parameterOfUrl.value);
  if (!parameterOfUrl || !url) {
    const at = parameterOfUrl?.start ?? end;
    return refuse(
      'external-body-url-missing',
      hasEnglish && 'The URL parameter, which is mandatory, is missing.',
      at,
      at,
    );
  }
  const refusal = refuseScheme(url, parameterOfUrl.start, parameterOfUrl.end);
  return refusal === undefined
    ? { ok: true, url, parameter: parameterOfUrl }
    : { ok: false, problem: refusal };
}

export function refuse(
  code: string,
  message: string,
  start: number,
  end: number,
  args: Problem['args'] = {},
): { ok: false; problem: Problem } {
  return { ok: false, problem: { code, args, message, start, end } };
}

/**
 * RFC 1521 section 5: the Content-Transfer-Encoding, if it changes the data. Entities of type message must not have
 * one, but the data of an external body may be stored with one.
 */
export function transferEncoding(fields: readonly HeaderField[]): (Span & { encoding: string }) | undefined {
  const found = field(fields, 'content-transfer-encoding');
  const encoding = found && withoutComments(found.value);
  if (found === undefined || !encoding || /^(?:7bit|8bit|binary)$/i.test(encoding)) return undefined;
  return { encoding: encoding.slice(0, 40), start: found.start, end: found.end };
}

/** Section 3.1: removes all linear whitespace. */
function withoutSpace(value: string): string {
  return value.replace(/[ \t\r\n]+/g, '');
}

/** Section 2: refuses a URL that retrieves nothing. Undefined if the scheme is allowed. */
export function refuseScheme(url: string, start: number, end: number): Problem | undefined {
  const scheme = components(url).scheme?.toLowerCase();
  if (scheme === undefined) {
    const message = hasEnglish && 'A URL begins with a scheme; a relative one retrieves nothing here.';
    return { code: 'external-body-url-relative', args: {}, message, start, end };
  }
  const found = RETRIEVE_NOTHING.find(([schemes]) => schemes.test(scheme));
  if (found === undefined) return undefined;
  const message =
    hasEnglish &&
    `A URL of the scheme "${scheme}" ${found[1]} and retrieves nothing, so it cannot stand for a body.`;
  return { code: 'external-body-retrieves-nothing', args: { scheme }, message, start, end };
}

/** Reports the first word that is too long, and the first character that should have been escaped. */
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
        message: hasEnglish && `A word of the URL has ${i - word} characters; ${maxWordLength} are allowed.`,
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
        hasEnglish &&
        'Controls, double quotes, backslashes and characters beyond ASCII must be percent-encoded here.',
      start: i,
      end: i + 1,
    });
    break;
  }
  return problems;
}

/**
 * Section 3.1 (1): whether a character must be escaped: SPACE, CTLs, double quotes, backslashes and 8-bit characters.
 */
export function mustEscape(unit: number): boolean {
  return unit <= 0x20 || unit === 0x22 || unit === 0x5c || unit >= 0x7f;
}
