/** The five documents next to the checkout, divided into sections and laid out as they were printed. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sharedFolder } from '../support/shared.ts';

const files = {
  'RFC 2397': '000_dc5d5f44a6d5a91a.txt',
  'the draft of 2013': '001_85716d66f9477c40.txt',
  'RFC 2017': '002_d339c0fb6637717a.txt',
  'the draft of 1997': '003_a5df19b9d0d91704.txt',
  'the draft of 2004': '004_0c931957cca424c1.txt',
} as const;
export type Document = keyof typeof files;

const folder = sharedFolder('seeds');

/** Whether the documents exist. They are not part of a clone. */
export const hasSeeds = folder !== null;

/**
 * Returns the text of a document. Removes the backslashes before underscores, which only the copy of the 2004 document
 * contains.
 */
export function seed(document: Document): string {
  return readFileSync(path.join(folder ?? '', files[document]), 'utf8').replaceAll('\\_', '_');
}

/** Returns the text from the first mark (inclusive) to the next mark (exclusive). Both marks must exist. */
export function between(text: string, from: string, to: string): string {
  const start = text.indexOf(from);
  assert.ok(start >= 0, `no “${from}” in the document`);
  const end = text.indexOf(to, start + from.length);
  assert.ok(end >= 0, `no “${to}” behind “${from}”`);
  return text.slice(start, end);
}

/** Returns the text as the RFC Editor prints it: indented lines of 72 characters, with unchanged words. */
function printed(text: string, indent: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.trim().split(/\s+/)) {
    if (line !== '' && indent + line.length + 1 + word.length > 72) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  return [...lines, line].map((each) => ' '.repeat(indent) + each).join('\n');
}

const pageBreak =
  '\n\nBerners-Lee, et al.      Expires March 26, 2005             [Page 52]\n\f\nInternet-Draft              URI Generic Syntax            September 2004\n\n';

/** Returns a mail as the RFC prints it: each field on its own line, indented, followed by the page break. */
const printedMail = (text: string): string =>
  text
    .trim()
    .replace(/ (?=URL=|\d+\/)/g, `\n${' '.repeat(20)}`)
    .replace(/ (?=file\.html)/g, `\n${' '.repeat(25)}`)
    .replace(/ (?=Content-type: message)/g, '\n\n')
    .replace(/ (?=Content-type: text|THIS)/g, '\n\n')
    .replace(/ (?=Content-Transfer|Freed|RFC 2017|Some)/g, '\n')
    .replace(/^(?=Content|THIS)/gm, '     ');

/** Returns a mail in several layouts: on one line, as in the copy, and as printed. */
export const mailLayouts = (text: string): string[] => [
  text,
  printedMail(text),
  `${pageBreak}${printedMail(text)}\n${pageBreak}`,
  printedMail(text).replaceAll('\n', '\r\n'),
];

/** Returns a text in several layouts: as in the copy, as printed, and as printed between two page breaks. */
export const layouts = (text: string): string[] => [
  text,
  printed(text, 3),
  `${pageBreak}${printed(text, 6)}\n${pageBreak}`,
  printed(text, 3).replaceAll('\n', '\r\n'),
];
