/**
 * Header fields of a MIME entity: RFC 822, sections 3.1 to 3.4 (folding, comments, quoted strings), and the
 * Content-Type field of RFC 1521, section 4. Positions are UTF-16 code units of the given text.
 */

import { hasEnglish } from '../has-english.ts';
import type { Problem } from '../problem.ts';
import { joinParts, type Parameter } from './parameter-parts.ts';

/**
 * Maximum number of fields or parameters of one entity. No real entity contains as many. If an entity contains more, a
 * problem reports this.
 */
const maxHeaderItems = 10_000;

export interface HeaderField {
  /** The name as written. Names are compared case-insensitively. */
  name: string;
  /** The unfolded value: without line ends, and without whitespace at both ends. */
  value: string;
  start: number;
  /** The position after the last character of the value, without the line end. */
  end: number;
  /** The position at which the (folded) value begins, directly after the colon. */
  valueStart: number;
}

export interface HeaderBlock {
  fields: HeaderField[];
  /** The position at which the body begins, after the blank line; the length of the text if there is none. */
  bodyStart: number;
  problems: Problem[];
}

/**
 * Reads header fields from `start` up to the first blank line. Lines end with LF or CRLF; a line that begins with
 * whitespace continues the previous one. A line without a name or colon is skipped. Problem codes:
 * header-line-malformed, header-too-many. Takes linear time, and never throws.
 *
 * @param indent whitespace that indents the lines of the document; it is skipped at the beginning of each line
 */
export function readHeaders(text: string, start = 0, indent = ''): HeaderBlock {
  const fields: HeaderField[] = [];
  const problems: Problem[] = [];
  let i = start;
  while (i < text.length) {
    let [end, next] = lineAt(text, i);
    if (isBlank(text, i, end)) return { fields, bodyStart: next, problems };
    i = behind(text, i, indent);
    while (isSpace(text.charCodeAt(behind(text, next, indent)))) {
      const line = lineAt(text, next);
      if (isBlank(text, next, line[0])) break;
      [end, next] = line;
    }
    if (fields.length + problems.length >= maxHeaderItems) {
      problems.push({
        code: 'header-too-many',
        args: { most: maxHeaderItems },
        message: hasEnglish && `Only the first ${maxHeaderItems} header fields are read.`,
        start: i,
        end: text.length,
      });
      return { fields, bodyStart: text.length, problems };
    }
    const field = readField(text, i, end);
    if (field === undefined) {
      problems.push({
        code: 'header-line-malformed',
        args: {},
        message: hasEnglish && 'A header line is a name, a colon and a value; this one is left aside.',
        start: i,
        end,
      });
    } else {
      fields.push(field);
    }
    i = next;
  }
  return { fields, bodyStart: text.length, problems };
}

/** The index after the indentation of the line at `index`; `index` if the line isn't indented. */
const behind = (text: string, index: number, indent: string): number =>
  text.startsWith(indent, index) ? index + indent.length : index;

/** The end of the line that begins at `index`, and the beginning of the next. */
function lineAt(text: string, index: number): [end: number, next: number] {
  const feed = text.indexOf('\n', index);
  if (feed < 0) return [text.length, text.length];
  return [text.charCodeAt(feed - 1) === 0x0d ? feed - 1 : feed, feed + 1];
}

/**
 * Whether a line is empty or whitespace. In an indented text, such lines are blank, although RFC 822 would fold them.
 */
function isBlank(text: string, start: number, end: number): boolean {
  let i = start;
  while (isSpace(text.charCodeAt(i))) i++;
  return i === end;
}

/** The whitespace with which a line begins. */
export function indentAt(text: string, index: number): string {
  let i = index;
  while (isSpace(text.charCodeAt(i))) i++;
  return text.slice(index, i);
}

/** The index after all blank lines at the beginning of the text. */
export function skipBlankLines(text: string): number {
  let i = 0;
  while (i < text.length) {
    const [end, next] = lineAt(text, i);
    if (!isBlank(text, i, end)) break;
    i = next;
  }
  return i;
}

/**
 * Reads a field; undefined if the line isn't one. The name consists of printable characters except the colon
 * (field-name, RFC 822, section 3.2). Whitespace before the colon is allowed.
 */
function readField(text: string, start: number, end: number): HeaderField | undefined {
  let i = start;
  // `end` need not be checked, because these conditions are false at a line end and at the end of the text.
  while (text.charCodeAt(i) > 0x20 && text.charCodeAt(i) < 0x7f && text[i] !== ':') i++;
  const name = text.slice(start, i);
  while (isSpace(text.charCodeAt(i))) i++;
  if (name === '' || text[i] !== ':') return undefined;
  return { name, value: unfold(text.slice(i + 1, end)).trim(), start, end, valueStart: i + 1 };
}

/** RFC 822, section 3.4.8: removes line ends before whitespace, which are not part of the value. */
export function unfold(text: string): string {
  return text.replace(/\r?\n(?=[ \t])/g, '');
}

/** The first field with this name, compared case-insensitively; undefined if there is none. */
export function field(fields: readonly HeaderField[], name: string): HeaderField | undefined {
  const lower = name.toLowerCase();
  return fields.find((candidate) => candidate.name.toLowerCase() === lower);
}

export interface ContentType {
  /** The type and subtype are in lower case. */
  type: string;
  subtype: string;
  parameters: Parameter[];
  problems: Problem[];
}

export type ContentTypeResult = ({ ok: true } & ContentType) | { ok: false; problem: Problem };

/**
 * Reads a Content-Type value, which may still be folded, between two positions of a text (RFC 1521, section 4).
 * Comments, even nested, and whitespace are allowed between any two tokens. An unquoted value that is not a token
 * extends to the next ";" or whitespace. Fails with content-type-malformed if there is no "type/subtype". Values in
 * parts, or with a charset, are joined and decoded (RFC 2231). Problem codes: comment-not-closed,
 * quoted-string-not-closed, parameter-malformed, parameter-not-quoted, parameter-repeated, parameter-part-missing,
 * parameter-too-many. Takes linear time, and never throws.
 */
export function readContentType(text: string, start = 0, end = text.length): ContentTypeResult {
  const problems: Problem[] = [];
  const addProblem = (
    code: string,
    message: string,
    from: number,
    to: number,
    args: Problem['args'] = {},
  ) => {
    problems.push({ code, args, message, start: from, end: to });
  };
  const skip = (index: number): number => {
    const after = skipComments(text, index, end);
    if (after >= 0) return after;
    addProblem(
      'comment-not-closed',
      hasEnglish && 'A comment is opened by "(" and never closed.',
      index,
      end,
    );
    return end;
  };

  let i = skip(start);
  const typeEnd = tokenEnd(text, i, end);
  const slash = skip(typeEnd);
  const subtypeStart = text[slash] === '/' ? skip(slash + 1) : slash;
  const subtypeEnd = tokenEnd(text, subtypeStart, end);
  if (typeEnd === i || subtypeEnd === subtypeStart || subtypeStart === slash) {
    const problem: Problem = {
      code: 'content-type-malformed',
      args: {},
      message: hasEnglish && 'A content type is a type, a slash and a subtype.',
      start: i,
      end: Math.max(i, typeEnd),
    };
    return { ok: false, problem };
  }
  const type = text.slice(i, typeEnd).toLowerCase();
  const subtype = text.slice(subtypeStart, subtypeEnd).toLowerCase();

  const parameters: Parameter[] = [];
  const names = new Set<string>();
  i = skip(subtypeEnd);
  while (i < end) {
    if (parameters.length + problems.length >= maxHeaderItems) {
      addProblem(
        'parameter-too-many',
        hasEnglish && `Only the first ${maxHeaderItems} parameters are read.`,
        i,
        end,
        {
          most: maxHeaderItems,
        },
      );
      break;
    }
    if (text[i] !== ';') {
      const semicolon = findSemicolon(text, i, end);
      addProblem(
        'parameter-malformed',
        hasEnglish && 'Only a ";" and a parameter can follow here.',
        i,
        semicolon,
      );
      i = semicolon;
    }
    const nameStart = skip(i + 1);
    if (nameStart >= end) break;
    const nameEnd = tokenEnd(text, nameStart, end);
    const equals = skip(nameEnd);
    if (nameEnd === nameStart || text[equals] !== '=' || equals >= end) {
      i = findSemicolon(text, nameStart, end);
      addProblem(
        'parameter-malformed',
        hasEnglish && 'A parameter is a name, a "=" and a value.',
        nameStart,
        i,
      );
      continue;
    }
    const name = text.slice(nameStart, nameEnd).toLowerCase();
    const valueStart = skip(equals + 1);
    let parameter: Parameter;
    if (text[valueStart] === '"' && valueStart < end) {
      const close = quotedEnd(text, valueStart + 1, end);
      if (close === end)
        addProblem(
          'quoted-string-not-closed',
          hasEnglish && 'A quoted value is never closed.',
          valueStart,
          end,
        );
      const value = unquote(text.slice(valueStart + 1, close));
      parameter = { name, value, quoted: true, start: valueStart + 1, end: close };
      i = skip(close + 1);
    } else {
      const strict = tokenEnd(text, valueStart, end);
      const lenient = wordEnd(text, valueStart, end);
      // After a token, "(" begins a comment.
      const stop = text[strict] === '(' ? strict : lenient;
      if (stop > strict) {
        addProblem(
          'parameter-not-quoted',
          hasEnglish && 'A value with characters such as ":" or "/" must be quoted.',
          strict,
          stop,
          {
            name,
          },
        );
      } else if (stop === valueStart) {
        addProblem('parameter-malformed', hasEnglish && 'A parameter has no value.', nameStart, valueStart);
      }
      parameter = { name, value: text.slice(valueStart, stop), quoted: false, start: valueStart, end: stop };
      i = skip(stop);
    }
    if (names.has(name)) {
      addProblem(
        'parameter-repeated',
        hasEnglish && 'A parameter stands twice; the first one counts.',
        nameStart,
        nameEnd,
        {
          name,
        },
      );
    } else {
      names.add(name);
      parameters.push(parameter);
    }
  }
  const joined = joinParts(parameters);
  for (const { name, part, start: from, end: to } of joined.missing)
    addProblem(
      'parameter-part-missing',
      hasEnglish && 'A part of a parameter is missing; those after it are not used.',
      from,
      to,
      {
        name,
        part,
      },
    );
  return { ok: true, type, subtype, parameters: joined.parameters, problems };
}

/**
 * A value without its comments (RFC 822, section 3.4.3), trimmed. An unclosed comment extends to the end. Takes linear
 * time.
 */
export function withoutComments(value: string): string {
  let text = '';
  let depth = 0;
  let from = 0;
  for (let i = 0; i < value.length; i++) {
    const unit = value.charCodeAt(i);
    if (unit === 0x5c) i++;
    // Parentheses in a quoted string don't begin a comment.
    else if (unit === 0x22 && depth === 0) i = quotedEnd(value, i + 1, value.length);
    else if (unit === 0x28 && depth++ === 0) text += value.slice(from, i);
    else if (unit === 0x29 && depth > 0 && --depth === 0) from = i + 1;
  }
  return (depth > 0 ? text : text + value.slice(from)).trim();
}

/** The index after all whitespace and comments from `index`; -1 if a comment is never closed. */
function skipComments(text: string, index: number, end: number): number {
  let depth = 0;
  let i = index;
  for (; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x28) depth++;
    else if (depth === 0) {
      if (!isSpace(unit) && unit !== 0x0a && unit !== 0x0d) return i;
    } else if (unit === 0x29) depth--;
    else if (unit === 0x5c) i++;
  }
  return depth > 0 ? -1 : end;
}

/** The index of the quote that closes a quoted string (RFC 822, section 3.3); `end` if there is none. */
function quotedEnd(text: string, start: number, end: number): number {
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x22) return i;
    if (unit === 0x5c) i++;
  }
  return end;
}

/** Removes folding and the backslashes of quoted-pairs. */
function unquote(text: string): string {
  return text.replace(/\r?\n/g, '').replace(/\\([\s\S])/g, '$1');
}

/**
 * The tspecials of RFC 1521, section 4. A token contains none of these, and no controls, spaces, or 8-bit characters.
 */
const TSPECIALS = new Set([...'()<>@,;:\\"/[]?='].map((character) => character.charCodeAt(0)));

function tokenEnd(text: string, start: number, end: number): number {
  let i = start;
  for (; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (unit <= 0x20 || unit >= 0x7f || TSPECIALS.has(unit)) break;
  }
  return i;
}

/** Whether a text is a token of RFC 1521, and therefore needs no quotes. */
export function isToken(text: string): boolean {
  return text !== '' && tokenEnd(text, 0, text.length) === text.length;
}

function wordEnd(text: string, start: number, end: number): number {
  let i = start;
  while (i < end && text.charCodeAt(i) > 0x20 && text[i] !== ';') i++;
  return i;
}

/** The index of the next semicolon outside of quoted strings; `end` if there is none. */
function findSemicolon(text: string, start: number, end: number): number {
  let i = start;
  for (; i < end && text.charCodeAt(i) !== 0x3b; i++)
    if (text.charCodeAt(i) === 0x22) i = quotedEnd(text, i + 1, end);
  return Math.min(i, end);
}

/** Whether a code unit is a space or tab (LWSP-char of RFC 822). */
function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x09;
}
