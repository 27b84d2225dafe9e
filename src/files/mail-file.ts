/** Reads mail (RFC 5322, RFC 2045, and RFC 2046): the texts of its parts, with their transfer encodings decoded. */
import {
  field,
  type HeaderField,
  isToken,
  readContentType,
  readHeaders,
  withoutComments,
} from '../mime/headers.ts';
import type { Parameter } from '../mime/parameter-parts.ts';
import { isQuotedPrintable } from '../uri/escapes.ts';
import type { FileKind } from './file-kind.ts';
import { kindOfType } from './file-kind.ts';
import type { MailNotes } from './found-in-file.ts';
import { asIs, type Mapped, slice, within } from './mapped-text.ts';
import { maySpellScheme } from './scheme-search.ts';
import { base64, quotedPrintable, textOfOctets } from './transfer-encodings.ts';

/** Maximum depth of nested messages and multiparts, and maximum total number of parts. */
const maxMessageDepth = 8;
const maxMessageParts = 1000;

/** A text of a message: a header, or the body of a text part. */
export interface MailText {
  kind: FileKind;
  text: Mapped;
  /** The decoded text, with positions in `text`, if `text` looks like quoted-printable that the header doesn't declare. */
  decoded?: Mapped;
  /** The position in `text` of the URL of an external body that isn't quoted although it contains tspecials. */
  unquoted?: number;
}

/** Yields the texts of a message, in the order of the file, and adds to the notes. */
export function* mailTexts(message: string, notes: MailNotes = {}): Generator<MailText, void, void> {
  yield* textsIn(asIs(message), { depth: maxMessageDepth, quota: { parts: maxMessageParts }, notes });
}

interface Search {
  /** The depth that remains. */
  depth: number;
  quota: { parts: number };
  notes: MailNotes;
}

/** @param assumed the type of an entity that declares none */
function* textsIn(entity: Mapped, search: Search, assumed = 'text/plain'): Generator<MailText, void, void> {
  const { depth, quota, notes } = search;
  if (notes.tooMany !== undefined) return;
  const { fields, bodyStart } = readHeaders(entity.text);
  const fieldOf = (name: string) => field(fields, name)?.value;
  // RFC 2045, section 5.2: an entity whose type is malformed is text.
  const declared = readContentType(fieldOf('content-type') ?? assumed);
  const { type, subtype, parameters } = declared.ok ? declared : plainText;
  const kind = kindOfType(`${type}/${subtype}`);
  const isMessage = type === 'message' && /^(?:rfc822|global|external-body)$/.test(subtype);
  const header = slice(entity, 0, bodyStart);
  const limit = depth === 0 ? 'tooDeep' : quota.parts-- <= 0 && 'tooMany';
  if (limit) {
    // Attachments such as pictures aren't scanned in any case.
    if (kind !== null || isMessage || type === 'multipart' || maySpellScheme(header.text))
      notes[limit] ??= entity.at(0);
    return;
  }
  // The parameters of message/external-body contain the URL of its content (RFC 2017).
  const unquoted =
    type === 'message' && subtype === 'external-body' ? unquotedUrl(entity.text, fields) : null;
  yield { kind: 'text', text: header, ...(unquoted !== null && { unquoted }) };
  const encoding = encodingIn(fieldOf('content-transfer-encoding') ?? '');
  const written = slice(entity, bodyStart, entity.text.length);
  const inner = { ...search, depth: depth - 1 };
  if (type === 'multipart') {
    const each = subtype === 'digest' ? 'message/rfc822' : undefined;
    for (const part of partsIn(written, parameterOf(parameters, 'boundary')))
      yield* textsIn(part, inner, each);
    return;
  }
  if (kind === null && !isMessage) return;
  const charset = parameterOf(parameters, 'charset') || 'utf-8';
  const body = decodedBody(written, encoding, charset);
  if (isMessage) yield* textsIn(body, inner);
  else if (kind === null) return;
  else {
    const decoded = isIdentity.test(encoding) ? undeclaredPrintable(body.text, charset) : null;
    yield { kind, text: body, ...(decoded && { decoded }) };
  }
}

/**
 * RFC 2017, section 3.1, and RFC 2045, section 5.1: the position of a URL that must be quoted, because it contains
 * characters such as ":" and ";", but isn't; null if there is none.
 */
function unquotedUrl(text: string, fields: readonly HeaderField[]): number | null {
  const { valueStart, end } = field(fields, 'content-type') ?? { valueStart: 0, end: 0 };
  const declared = readContentType(text, valueStart, end);
  const url = declared.ok ? declared.parameters.find(({ name }) => name === 'url') : undefined;
  return url && !url.quoted && !isToken(url.value) ? url.start : null;
}

const plainText = { type: 'text', subtype: 'plain', parameters: [] };

const parameterOf = (parameters: readonly Parameter[], wanted: string): string =>
  parameters.find(({ name }) => name.toLowerCase() === wanted)?.value ?? '';

/** The encoding that a Content-Transfer-Encoding declares, also in quotation marks, or with parameters. */
const encodingIn = (value: string): string =>
  (/^"?([^\s";,]*)/.exec(withoutComments(value))?.[1] ?? '').toLowerCase();

/** Matches the encodings that change nothing (RFC 2045, section 6.2). */
const isIdentity = /^(?:7bit|8bit|binary|)$/;

/**
 * Whether a text looks like quoted-printable (RFC 2045, section 6.7): each "=" begins an escape or a soft line break, an
 * escaped "=" occurs besides a soft line break or another escape, and no line is too long. The section forbids
 * lower-case digits, but some programs write them.
 */
const looksPrintable = (text: string): boolean =>
  /=3d/i.test(text) &&
  /=(?:[ \t]*\r?\n|(?!3d)[\da-f]{2})/i.test(text) &&
  !/[^\r\n]{77}/.test(text) &&
  isQuotedPrintable(text.toUpperCase());

/** The decoded text, with positions in `text`, if `text` looks like quoted-printable; otherwise null. */
export const undeclaredPrintable = (text: string, charset = 'utf-8'): Mapped | null =>
  looksPrintable(text) ? textOfOctets(quotedPrintable(text), charset) : null;

function decodedBody(written: Mapped, encoding: string, charset: string): Mapped {
  if (encoding === 'quoted-printable')
    return within(written, textOfOctets(quotedPrintable(written.text), charset));
  if (encoding === 'base64') return within(written, textOfOctets(base64(written.text), charset));
  return written;
}

/** RFC 2046, section 5.1.1: the parts between the boundary lines. */
function* partsIn(body: Mapped, boundary: string): Generator<Mapped, void, void> {
  if (boundary === '') return;
  const { text } = body;
  const mark = `--${boundary}`;
  let start = -1;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) {
    if (at > 0 && text[at - 1] !== '\n') continue;
    const rest = /^(--)?[ \t]*(?:\r?\n|$)/.exec(text.slice(at + mark.length, at + mark.length + 100));
    if (!rest) continue;
    if (start >= 0) yield slice(body, start, at);
    start = at + mark.length + rest[0].length;
    if (rest[1]) return;
  }
  if (start >= 0) yield slice(body, start, text.length);
}
