/** Texts whose lines are folded, escaped or marked, as they are meant, with positions. */
import { decoding, type Mapped } from './mapped-text.ts';

function decodedBy(text: string, pattern: RegExp, decoded: (match: RegExpExecArray) => string): Mapped {
  const result = decoding(text);
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    result.keep(from, match.index);
    result.put(decoded(match), match.index);
    from = match.index + match[0].length;
  }
  result.keep(from, text.length);
  return result.done(text.length);
}

/** vCard and iCalendar: RFC 6350, sections 3.2 and 3.4; RFC 5545, sections 3.1 and 3.3.11. */
export const unfoldedContact = (text: string): Mapped =>
  decodedBy(text, /\r?\n[ \t]|\\[\\;,:]/g, ([match]) => (match.startsWith('\\') ? match.slice(1) : ''));

const controls: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' };

/** `java.util.Properties.load`: a line goes on after a backslash, and any character may be escaped. */
export const decodedProperties = (text: string): Mapped =>
  decodedBy(text, /\\(?:\r?\n[ \t\f]*|u([\da-fA-F]{4})|([^\n\r]))/g, ([, code, character = '']) =>
    code === undefined ? (controls[character] ?? character) : String.fromCharCode(Number.parseInt(code, 16)),
  );

/** A patch without the mark at the beginning of each line; the lines before a file's part are kept. */
export const withoutMarks = (text: string): Mapped =>
  decodedBy(text, /^(?:\+(?!\+\+ )|-(?!-- )| )/gm, () => '');
