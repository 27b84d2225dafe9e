/** Reads mail (RFC 5322, RFC 2045, and RFC 2046): the texts of its parts, with their transfer encodings decoded. */
import { field, readContentType, readHeaders } from '../mime/headers.ts';
import type { FileKind } from './file-kind.ts';
import { kindOfType } from './file-kind.ts';
import { asIs, type Mapped, within } from './mapped-text.ts';
import { base64, quotedPrintable, textOfOctets } from './transfer-encodings.ts';

/** Maximum depth of nested messages and multiparts, and maximum total number of parts. */
const maxMessageDepth = 8;
const maxMessageParts = 1000;

/** A text part of a message. */
export interface MailText {
  kind: FileKind;
  text: Mapped;
}

/** Yields the texts of a message, in the order of the file. */
export function* mailTexts(message: string): Generator<MailText, void, void> {
  const quota = { parts: maxMessageParts };
  yield* textsIn(asIs(message), maxMessageDepth, quota);
}

function* textsIn(entity: Mapped, depth: number, quota: { parts: number }): Generator<MailText, void, void> {
  if (depth === 0 || quota.parts-- <= 0) return;
  const { fields, bodyStart } = readHeaders(entity.text);
  const declared = readContentType(field(fields, 'content-type')?.value ?? 'text/plain');
  if (!declared.ok) return;
  const { type, subtype, parameters } = declared;
  const parameter = (name: string) =>
    parameters.find((each) => each.name.toLowerCase() === name)?.value ?? '';
  const encoding = (field(fields, 'content-transfer-encoding')?.value ?? '').trim().toLowerCase();
  const written = within(entity, asIs(entity.text.slice(bodyStart), bodyStart));
  if (type === 'multipart') {
    for (const part of partsIn(written, parameter('boundary'))) yield* textsIn(part, depth - 1, quota);
    return;
  }
  const kind = kindOfType(`${type}/${subtype}`);
  const isMessage = type === 'message' && subtype === 'rfc822';
  if (kind === null && !isMessage) return;
  const body = decodedBody(written, encoding, parameter('charset') || 'utf-8');
  if (isMessage) yield* textsIn(body, depth - 1, quota);
  else if (kind !== null) yield { kind, text: body };
}

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
    if (start >= 0) yield within(body, asIs(text.slice(start, at), start));
    start = at + mark.length + rest[0].length;
    if (rest[1]) return;
  }
  if (start >= 0) yield within(body, asIs(text.slice(start), start));
}
