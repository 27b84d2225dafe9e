/** Finds the data: URLs in a text according to the kind of its file. */

import { isDataUrl } from '../data-url/is-data-url.ts';
import { causing } from '../repair/causes.ts';
import { undoQuotedPrintable } from '../uri/escapes.ts';
import { atOnce } from '../yield-to-event-loop.ts';
import { contactFaults } from './contact-faults.ts';
import type { FileKind } from './file-kind.ts';
import { kindOfName, languagesOf, programOf } from './file-kind.ts';
import { decodedProperties, unfoldedContact, withoutMarks } from './folded-lines.ts';
import {
  type Around,
  allPlaced,
  type FileFacts,
  type Found,
  type MailNotes,
  moved,
  noElement,
  noFacts,
} from './found-in-file.ts';
import { findInHtml } from './html-file.ts';
import { mayEncodeText, readJsonFile } from './json-file.ts';
import { type MailText, mailTexts, undeclaredPrintable } from './mail-file.ts';
import { asIs, type Mapped } from './mapped-text.ts';
import { findInMarkdown } from './markdown-file.ts';
import { isMeantInFile } from './meant-in-file.ts';
import { maySpellScheme } from './scheme-search.ts';
import { scriptParts } from './script-file.ts';
import { sheetParts } from './sheet-parts.ts';
import { findAroundPlaceholders } from './template-urls.ts';
import { bareParts, textParts } from './text-file.ts';
import { findInXml } from './xml-file.ts';

export interface FoundInFile {
  /** The data: URLs in file order, without duplicates. */
  found: Found[];
  facts: FileFacts;
}

/**
 * Finds all data: URLs in a text.
 *
 * @param text the text without a byte order mark; it need not be valid for its kind
 * @param isBare whether base64 outside of URLs counts if its first bytes prove its type
 * @param name the file's name; its extensions determine which placeholders the file may contain
 * @returns the data: URLs, with positions in code units of the text
 */
export function findInFile(kind: FileKind, text: string, isBare = false, name = ''): FoundInFile {
  const file = findByKind(kind, text, name);
  const { found, facts } = kind === 'html' ? withPrintable(file, text) : file;
  return { found: inOrder(isBare ? withOthers(found, findBare(kind, text)) : found), facts };
}

/** Adds the URLs of a page that was saved from mail without the decoding of its quoted-printable. */
function withPrintable(page: FoundInFile, text: string): FoundInFile {
  const decoded = undeclaredPrintable(text);
  if (!decoded) return page;
  const mail: MailNotes = {};
  const found = findInMailText({ kind: 'html', text: asIs(text), decoded }, mail);
  return { found, facts: { ...page.facts, mail } };
}

function findByKind(kind: FileKind, text: string, name = ''): FoundInFile {
  let facts = noFacts;
  const file = { name, isMarkup: kind === 'html' || kind === 'xml', program: programOf(kind, name) };
  const around = findAroundPlaceholders(text, file, (unfilled) => {
    if (kind === 'mail') {
      const mail: MailNotes = {};
      facts = { ...noFacts, mail };
      return findInMail(unfilled, mail);
    }
    if (kind === 'contact') facts = { ...noFacts, contact: contactFaults(unfilled) };
    if (kind !== 'html') return findUnfilled(kind, unfilled, name);
    const page = findInHtml(unfilled);
    facts = page.facts;
    return page.found;
  });
  const isMail = kind === 'mail' && !languagesOf(name).some(({ isPage }) => isPage);
  return { found: around, facts: isMail ? { ...facts, isMail } : facts };
}

function findUnfilled(kind: Exclude<FileKind, 'html' | 'mail'>, text: string, name: string): Found[] {
  switch (kind) {
    case 'xml':
      return findInXml(text);
    case 'css':
      return allPlaced(sheetParts(text, name));
    case 'script':
      return allPlaced(scriptParts(text));
    case 'json':
      return maySpellScheme(text) || mayEncodeText(text) ? findInJson(text) : [];
    case 'markdown':
      return maySpellScheme(text) ? findInMarkdown(text) : [];
    case 'contact':
      return findInContact(unfoldedContact(text));
    case 'properties':
    case 'patch':
      return findInText('text', decodedLines[kind](text));
    case 'text':
      return allPlaced(textParts(text));
  }
}

/** Finds URLs in JSON and in the texts that the JSON contains. Invalid JSON is searched as a script and as text. */
function findInJson(text: string): Found[] {
  const json = readJsonFile(text);
  if (json === null) {
    // Omits URLs that only a text search decodes. Otherwise, the search before parsing would have to look for them in
    // all JSON.
    const spelled = textParts(text).filter(({ start, end }) => maySpellScheme(text.slice(start, end)));
    return withOthers(allPlaced(scriptParts(text)), allPlaced(spelled));
  }
  const around: Around = { ...noElement, inert: true };
  return [
    ...allPlaced(json.parts),
    ...json.encoded.flatMap(({ kind, content }) => findInText(kind, content)),
    ...json.sources.flatMap(({ name, content }) =>
      findInText(kindOfName(fileName(name)) ?? 'script', content, fileName(name)).map((found) => ({
        ...found,
        ...around,
        element: found.element,
        selector: [name, found.selector].filter(Boolean).join(' >>> '),
      })),
    ),
  ];
}

/** The file name of a source in a source map. A source may be a URL, so its query and fragment are removed. */
const fileName = (source: string): string => source.replace(/[?#].*/s, '');

const decodedLines = { contact: unfoldedContact, properties: decodedProperties, patch: withoutMarks };

/** Finds bare base64 in a file. In mail, only decoded texts are searched, because attachments are base64, too. */
const findBare = (kind: FileKind, text: string): Found[] =>
  textsOf(kind, text).flatMap((part) => allPlaced(bareParts(part.text)).map((found) => moved(found, part)));

/** The texts of a file after decoding. */
function textsOf(kind: FileKind, text: string): Mapped[] {
  if (kind === 'mail') return Array.from(mailTexts(text), (part) => part.text);
  return [kind in decodedLines ? decodedLines[kind as keyof typeof decodedLines](text) : asIs(text)];
}

/** Adds the others that don't overlap any of the found URLs. */
function withOthers(found: readonly Found[], others: readonly Found[]): Found[] {
  const known = found.toSorted((a, b) => a.start - b.start);
  let at = 0;
  let end = 0;
  const alone = others.filter((each) => {
    for (; at < known.length && known[at]!.start < each.end; at++) end = Math.max(end, known[at]!.end);
    return end <= each.start;
  });
  return [...found, ...alone];
}

const findInMail = (message: string, notes: MailNotes): Found[] =>
  Array.from(mailTexts(message, notes), (part) =>
    findInMailText(part, notes).map((found) => moved(found, part.text)),
  ).flat();

/**
 * Finds the URLs in a part as mail programs do, which don't decode undeclared quoted-printable, and the URLs of which
 * this leaves less or nothing. All of them stay encoded.
 */
function findInMailText({ kind, text, decoded, unquoted }: MailText, notes: MailNotes): Found[] {
  const { found } = findByKind(kind, text.text);
  if (!decoded)
    return found.map((each) => {
      if (each.start !== unquoted) return each;
      notes.unquoted ??= text.at(each.start);
      return text.text[each.end] === ';' ? { ...each, isUnquoted: true } : each;
    });
  const wholes = new Map<number, Found>();
  for (const each of findByKind(kind, decoded.text).found) {
    const whole = asEncoded(moved(each, decoded), text.text);
    if (whole) wholes.set(whole.start, whole);
  }
  const longest = found.map((each) => {
    const whole = wholes.get(each.start);
    return whole && whole.end >= each.end ? whole : (asEncoded(each, text.text) ?? each);
  });
  const all = withOthers(longest, [...wholes.values()]);
  const unchanged = new Set(found);
  if (!all.every((each) => unchanged.has(each))) notes.undeclared ??= text.at(0);
  return all;
}

/** A URL without the decoding of its quoted-printable; null if nothing or more than that was decoded. */
function asEncoded(found: Found, text: string): Found | null {
  const { start, end } = found;
  const written = withoutLastBreaks(text.slice(start, end));
  if (written === found.written || undoQuotedPrintable(written) !== found.written) return null;
  // A line break within the scheme leaves nothing that can be judged.
  if (!isDataUrl(written)) return { ...found };
  const isDamaged = atOnce(causing(written))?.code === 'quoted-printable-left';
  return { ...found, written, end: start + written.length, ...(isDamaged && { meant: true }) };
}

/** Removes soft line breaks from the end of a URL, because they belong to the text around it. */
function withoutLastBreaks(url: string): string {
  let end = url.length;
  for (let at = end; at > 0 && /^(?:=\s+)?$/.test(url.slice(at, end)); at = url.lastIndexOf('=', at - 1))
    end = at;
  return url.slice(0, end);
}

/**
 * Finds data: URLs in contacts. RFC 6350, section 3.3: a value begins after the first colon, so "data" is a parameter
 * in `PHOTO;data:image/png;base64,`.
 */
const findInContact = (text: Mapped): Found[] =>
  findByKind('text', text.text).found.map((found) => {
    const { written, start } = found;
    const value = written.slice(schemeLength);
    const isCut =
      isDataUrl(written) &&
      /(?:^|\n)[^:\n]*;$/.test(text.text.slice(Math.max(0, start - maxNameLength), start));
    const own = { ...found, written: value, start: start + schemeLength };
    return moved(isCut && isMeantInFile(value) ? own : found, text);
  });

const schemeLength = 'data:'.length;
/** Maximum length, in code units, of a property's name and parameters. */
const maxNameLength = 1000;

/** Finds the URLs in a text within a file, with positions in the file. */
const findInText = (kind: FileKind, text: Mapped, name = ''): Found[] =>
  findByKind(kind, text.text, name).found.map((found) => moved(found, text));

/**
 * Sorts the URLs and removes duplicates, because an HTML parser moves attributes to other elements and repeats unclosed
 * ones.
 */
function inOrder(found: readonly Found[]): Found[] {
  const known = new Set<string>();
  return found
    .toSorted((a, b) => a.start - b.start)
    .filter(({ start, end, destination, written }) => {
      const key = `${start} ${end} ${destination} ${start === end ? written : ''}`;
      return known.size < known.add(key).size;
    });
}
