/** Finds the data: URLs of a text by the kind of its file. */

import { isDataUrl } from '../data-url/is-data-url.ts';
import { isCompiledAsIs } from '../drop-causes.ts';
import type { Span } from '../problem.ts';
import type { FileKind } from './file-kind.ts';
import { kindOfName, languagesOf, programOf } from './file-kind.ts';
import { decodedProperties, unfoldedContact, withoutMarks } from './folded-lines.ts';
import {
  type Around,
  allPlaced,
  type FileFacts,
  type Found,
  moved,
  noElement,
  noFacts,
  type Part,
} from './found-in-file.ts';
import { findInHtml } from './html-file.ts';
import { mayEncodeText, readJsonFile } from './json-strings.ts';
import { mailTexts } from './mail-file.ts';
import { asIs, blanked, type Mapped } from './mapped-text.ts';
import { findInMarkdown } from './markdown-file.ts';
import { isMeantInFile } from './meant-url.ts';
import { cssParts, proseParts } from './quoted-parts.ts';
import { maySpellScheme } from './scheme-search.ts';
import { scriptParts } from './script-file.ts';
import { findAroundPlaceholders } from './template-urls.ts';
import { bareParts, textParts } from './text-file.ts';
import { findInXml } from './xml-file.ts';

export interface FoundInFile {
  /** In the order of the file, each once. */
  found: Found[];
  facts: FileFacts;
}

/**
 * All data: URLs of a text.
 *
 * @param text without a byte order mark; it need not be valid for its kind
 * @param isBare whether base64 outside of URLs counts if its first bytes prove its type
 * @param name of the file: its extensions decide on the placeholders that it may have
 * @returns positions are code units of the text
 */
export function findInFile(kind: FileKind, text: string, isBare = false, name = ''): FoundInFile {
  const { found, facts } = findByKind(kind, text, name);
  return { found: inOrder(isBare ? withOthers(found, findBare(kind, text)) : found), facts };
}

function findByKind(kind: FileKind, text: string, name = ''): FoundInFile {
  let facts = noFacts;
  const file = { name, isMarkup: kind === 'html' || kind === 'xml', program: programOf(kind, name) };
  const around = findAroundPlaceholders(text, file, (unfilled) => {
    if (kind !== 'html') return findUnfilled(kind, unfilled, name);
    const page = findInHtml(unfilled);
    facts = page.facts;
    return page.found;
  });
  const isMail = kind === 'mail' && !languagesOf(name).some(({ isPage }) => isPage);
  return { found: around, facts: isMail ? { ...facts, isMail } : facts };
}

function findUnfilled(kind: Exclude<FileKind, 'html'>, text: string, name: string): Found[] {
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
    case 'mail':
      return findInMail(text);
    case 'contact':
      return findInContact(unfoldedContact(text));
    case 'properties':
    case 'patch':
      return findInText('text', decodedLines[kind](text));
    case 'text':
      return allPlaced(textParts(text));
  }
}

/** The parts of a style sheet. Preprocessors and template engines have syntax of their own in it. */
function* sheetParts(text: string, name: string): Generator<Part, void, void> {
  if (!maySpellScheme(text)) return;
  const languages = languagesOf(name);
  const isCompiled = languages.some(({ isPreprocessed, isEngine }) => isPreprocessed || isEngine);
  const comments = languages.some(({ hasLineComments }) => hasLineComments) ? lineComments(text) : [];
  for (const { start, end } of comments)
    for (const part of proseParts(text.slice(start, end), 'comment')) yield moved(part, asIs('', start));
  for (const { dropped, ...part } of cssParts(blanked(text, comments), 'stylesheet')) {
    if (isCompiled && part.place === 'text') yield withColors(part);
    else yield dropped && (!isCompiled || isCompiledAsIs(dropped.cause)) ? { ...part, dropped } : part;
  }
}

/** All is escaped, even what `encodeURI` leaves, except the colors: functions of the sheet replace these, as in UIkit. */
const replacedColor = /(?<=%3D%22)#[\da-f]{3,8}(?=%22)/gi;

/** A URL in a string of a preprocessor, with the colors in it that are placeholders. */
function withColors(part: Part): Part {
  const placeholders = Array.from(part.written.matchAll(replacedColor), ({ 0: color, index }) => ({
    start: index,
    end: index + color.length,
  }));
  return placeholders.length > 0 ? { ...part, placeholders } : part;
}

/** A comment that ends with its line, or what may contain its mark: a string, a URL, another comment. */
const lineComment =
  /"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|'[^'\\\n]*(?:\\.[^'\\\n]*)*'?|url\([^)"'\n]*|\/\*[\s\S]*?(?:\*\/|$)|\/\/.*/gi;

const lineComments = (text: string): Span[] =>
  Array.from(text.matchAll(lineComment), ({ 0: whole, index }) => ({
    start: index,
    end: index + whole.length,
  })).filter(({ start }) => text.startsWith('//', start));

/** In JSON and the texts that it contains. What is not JSON is read as a script, and as text. */
function findInJson(text: string): Found[] {
  const json = readJsonFile(text);
  if (json === null) {
    // Not those that only a search of text decodes: the search before would have to find them in all JSON.
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

/** The name of a source in a source map, which may be a URL. */
const fileName = (source: string): string => source.replace(/[?#].*/s, '');

const decodedLines = { contact: unfoldedContact, properties: decodedProperties, patch: withoutMarks };

/** Bare base64 of a file. Of mail only decoded texts are searched, as base64 also encodes its attachments. */
const findBare = (kind: FileKind, text: string): Found[] =>
  textsOf(kind, text).flatMap((part) => allPlaced(bareParts(part.text)).map((found) => moved(found, part)));

/** The texts of a file as they are meant. */
function textsOf(kind: FileKind, text: string): Mapped[] {
  if (kind === 'mail') return Array.from(mailTexts(text), (part) => part.text);
  return [kind in decodedLines ? decodedLines[kind as keyof typeof decodedLines](text) : asIs(text)];
}

/** Adds those that overlap none of the first. */
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

const findInMail = (text: string): Found[] =>
  [...mailTexts(text)].flatMap((part) => findInText(part.kind, part.text));

/**
 * RFC 6350, section 3.3: a value begins behind the first colon, so that "data" is a parameter in `PHOTO;data:image/png;base64,`.
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
/** Code units of the name and the parameters of a property. */
const maxNameLength = 1000;

/** The URLs of a text within a file, with positions in the file. */
const findInText = (kind: FileKind, text: Mapped, name = ''): Found[] =>
  findByKind(kind, text.text, name).found.map((found) => moved(found, text));

/** Without duplicates: an HTML parser moves attributes to other elements, and repeats unclosed elements. */
function inOrder(found: readonly Found[]): Found[] {
  const known = new Set<string>();
  return found
    .toSorted((a, b) => a.start - b.start)
    .filter(({ start, end, destination, written }) => {
      const key = `${start} ${end} ${destination} ${start === end ? written : ''}`;
      return known.size < known.add(key).size;
    });
}
