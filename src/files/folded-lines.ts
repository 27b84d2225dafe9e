/** Decodes texts whose lines are folded, escaped, or prefixed, and maps positions. */
import type { Span } from '../problem.ts';
import { decoding, type Mapped, within } from './mapped-text.ts';
import { quotedPrintable, textOfOctets } from './transfer-encodings.ts';

/** A span of a text, and its replacement. */
interface Replacement extends Span {
  by: string;
}

function replaced(text: string, replacements: Iterable<Replacement>): Mapped {
  const result = decoding(text);
  let from = 0;
  for (const { start, end, by } of replacements) {
    result.keep(from, start);
    result.put(by, start);
    from = end;
  }
  result.keep(from, text.length);
  return result.done(text.length);
}

const decodedBy = (text: string, pattern: RegExp, decoded: (match: RegExpExecArray) => string): Mapped =>
  replaced(
    text,
    Array.from(text.matchAll(pattern), (match) => {
      const { 0: whole, index: start } = match;
      return { start, end: start + whole.length, by: decoded(match) };
    }),
  );

/** Decodes vCard and iCalendar: RFC 6350, sections 3.2 and 3.4; RFC 5545, sections 3.1 and 3.3.11. */
export function unfoldedContact(text: string): Mapped {
  const octets = replaced(text, /quoted-printable/i.test(text) ? printableIn(text) : []);
  const unfolded = decodedBy(octets.text, /\r?\n[ \t]|\\[\\;,:]/g, ([match]) =>
    match.startsWith('\\') ? match.slice(1) : '',
  );
  return within(octets, unfolded);
}

/** Matches a property in quoted-printable, whose lines end at a soft line break (vCard 2.1, section 2.1.3). */
const printableProperty =
  /^([^:\r\n]{0,1000};[ \t]*(?:encoding[ \t]*=[ \t]*)?quoted-printable\b[^:\r\n]{0,1000}:)((?:=\r?\n|[^\r\n])*)/gim;

function* printableIn(text: string): Generator<Replacement, void, void> {
  for (const { 1: head = '', 2: value = '', index } of text.matchAll(printableProperty)) {
    const charset = /;[ \t]*charset[ \t]*=[ \t]*"?([\w-]+)/i.exec(head)?.[1] ?? 'utf-8';
    const from = index + head.length;
    for (const { 0: run, index: at } of value.matchAll(/(?:=[\da-f]{2}|=\r?\n)+/gi))
      yield {
        ...{ start: from + at, end: from + at + run.length },
        by: textOfOctets(quotedPrintable(run), charset).text,
      };
  }
}

const controls: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' };

/**
 * Decodes .properties files as `java.util.Properties.load` does: a backslash continues a line, and any character may be
 * escaped.
 */
export const decodedProperties = (text: string): Mapped =>
  decodedBy(text, /\\(?:\r?\n[ \t\f]*|u([\da-fA-F]{4})|([^\n\r]))/g, ([, code, character = '']) =>
    code === undefined ? (controls[character] ?? character) : String.fromCharCode(Number.parseInt(code, 16)),
  );

/** Removes the prefix of each line from a patch, except for the header lines of each file. */
export const withoutMarks = (text: string): Mapped =>
  decodedBy(text, /^(?:\+(?!\+\+ )|-(?!-- )| )/gm, () => '');
