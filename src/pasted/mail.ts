/**
 * Finds the entities of type message/external-body in pasted text: a header, an entity, or a whole message (RFC 2017).
 */

import { readContentType } from '../mime/headers.ts';
import { checkData, type DataCheck } from '../payload/external-body/external-body-data.ts';
import { type BodyParameters, bodyParameters } from '../payload/external-body/external-body-parameters.ts';
import {
  type ExternalBody,
  type ExternalBodyResult,
  readExternalBody,
} from '../payload/external-body/message-external-body.ts';
import type { Problem } from '../problem.ts';

/** Maximum number of header lines before the Content-Type field. Mail typically has some dozens. */
const maxHeaderLines = 100;

/** Maximum length, in code units, of a field that is searched for its type, including comments. */
const maxTypeWindow = 1 << 14;

/**
 * Maximum number of message/external-body entities that are found in one text, because each may extend to the end of
 * the text.
 */
export const maxEntities = 1000;

/** An external body, with the problems of its header and its data. Positions are in the text. */
export interface PastedBody extends ExternalBody, Omit<BodyParameters, 'problems'> {
  /** The check of the data: URL; null for other URLs. */
  check: DataCheck | null;
  /** The text of the phantom body, which should be blank (section 3). It is cut off after some lines. */
  phantom: string;
}

export type MailEntity = { start: number } & (
  | ({ ok: true } & PastedBody)
  /** The entity is rejected: the access-type is not URL, there is no URL, or the URL retrieves nothing. */
  | { ok: false; problem: Problem }
);

/** Matches a Content-Type field anywhere in a line, because the text may have lost its line breaks. */
const contentType = /(?:^[ \t]*|(?<=[ \t]))content-type[ \t]*:/gim;

/**
 * The entities in order of position. Rejected entities include the reason. Lines may be indented, and the indentation
 * of the first line may differ. A text that begins with the type itself is parsed as the value of a Content-Type field.
 * Takes linear time, and never throws.
 */
export function mailEntities(text: string): MailEntity[] {
  const fields = [...text.matchAll(contentType)];
  if (fields.length === 0 && isExternalBody(text.slice(0, maxTypeWindow))) return [bareValue(text)];
  const found: MailEntity[] = [];
  for (const [n, { 0: name, index }] of fields.entries()) {
    const from = index + name.length;
    const end = Math.min(fields[n + 1]?.index ?? text.length, from + maxTypeWindow);
    if (!isExternalBody(text.slice(from, end))) continue;
    if (found.length === maxEntities) break;
    const [indent = ''] = /^[ \t]*/.exec(name) ?? [];
    const next = fields[n + 1]?.index;
    const isOneLine = next !== undefined && !text.slice(from, next).includes('\n');
    found.push(isOneLine ? entityOfLine(text, index, next) : entityAt(text, index, indent));
  }
  return found;
}

function isExternalBody(value: string): boolean {
  if (!/external-body/i.test(value)) return false;
  const type = readContentType(value);
  return type.ok && type.type === 'message' && type.subtype === 'external-body';
}

function entityAt(text: string, field: number, indent: string): MailEntity {
  const start = headerStart(text, field, indent);
  return moved(readExternalBody(text.slice(start), indent), text.slice(start), start, (at) => start + at);
}

const fieldName = 'Content-Type: ';

function bareValue(text: string): MailEntity {
  const entity = fieldName + text.trimStart();
  const before = text.length - text.trimStart().length - fieldName.length;
  return moved(readExternalBody(entity), entity, 0, (at) => Math.max(0, before + at));
}

/** Matches the space before a field of the inner header in a text that has lost its line breaks. */
const innerField = /(?<![ \t])[ \t]+(?=Content-[A-Za-z-]{1,40}[ \t]*:)/gi;
/** Matches a field whose value is one token. Any text after it can only be the phantom body. */
const encodingAndPhantom = /^(Content-Transfer-Encoding[ \t]*:[ \t]*[A-Za-z0-9-]+)[ \t]+/im;

/** Parses an entity whose two headers are on one line. The second header begins with the second Content-Type. */
function entityOfLine(text: string, start: number, second: number): MailEntity {
  const feed = text.indexOf('\n', second);
  const end = Math.min(feed < 0 ? text.length : feed, second + maxTypeWindow);
  const outer = text.slice(start, second).trimEnd();
  const inner = text.slice(second, end).trimStart();
  const lines = inner.replace(innerField, '\n').replace(encodingAndPhantom, '$1\n\n');
  const entity = `${outer}\n\n${lines}`;
  return moved(readExternalBody(entity), entity, start, (at) => Math.min(start + at, end));
}

/** Maximum number of lines and of code units of a phantom body that are kept. */
const maxPhantom = { lines: 20, length: 2000 };

/** Maps the positions of an entity to the text that contains it, with `at`. */
function moved(
  read: ExternalBodyResult,
  entity: string,
  start: number,
  at: (index: number) => number,
): MailEntity {
  const inText = (problem: Problem): Problem => ({
    ...problem,
    start: at(problem.start),
    end: at(problem.end),
  });
  if (!read.ok) return { start, ok: false, problem: inText(read.problem) };
  const check = checkData(read) ?? null;
  const { problems, ...parameters } = bodyParameters(read);
  return {
    ...read,
    ...parameters,
    start,
    urlStart: at(read.urlStart),
    urlEnd: at(read.urlEnd),
    phantomStart: at(read.phantomStart),
    problems: [...read.problems, ...problems, ...(check?.problems ?? [])].map(inText),
    check,
    phantom: phantomIn(entity, read.phantomStart),
  };
}

/** The text of the phantom body, up to the next boundary. */
function phantomIn(entity: string, from: number): string {
  const lines = entity.slice(from, from + maxPhantom.length).split(/\r?\n/, maxPhantom.lines);
  const boundary = lines.findIndex((line) => /^[ \t]*--\S/.test(line));
  return (boundary < 0 ? lines : lines.slice(0, boundary)).join('\n').trim();
}

/** The start of the header that contains a field, after the preceding blank line or boundary. */
function headerStart(text: string, field: number, indent: string): number {
  let start = field;
  for (let left = maxHeaderLines; start > 0 && left > 0; left--) {
    const before = text.lastIndexOf('\n', start - 2) + 1;
    if (before >= start || !text.startsWith(indent, before)) return start;
    const line = text.slice(before + indent.length, start).trimEnd();
    if (line === '' || line.startsWith('--') || !/^(?:[!-9;-~]+[\t ]*:|[\t ])/.test(line)) return start;
    start = before;
  }
  return start;
}
