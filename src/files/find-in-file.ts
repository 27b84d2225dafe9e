/** Finds the data: URLs of a text by the kind of its file. */

import type { DropCause } from '../vocabulary.ts';
import type { FileKind } from './file-kind.ts';
import { kindOfName, programOf } from './file-kind.ts';
import { decodedProperties, unfoldedContact, withoutMarks } from './folded-lines.ts';
import {
  type Around,
  type FileFacts,
  type Found,
  noElement,
  noFacts,
  type Part,
  placed,
} from './found-in-file.ts';
import { findInHtml } from './html-file.ts';
import { mayEncodeText, readJsonFile } from './json-strings.ts';
import { mailTexts } from './mail-file.ts';
import { asIs, type Mapped } from './mapped-text.ts';
import { findInMarkdown } from './markdown-file.ts';
import { cssParts } from './quoted-parts.ts';
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
  const { found, facts } = findAs(kind, text, name);
  return { found: inOrder(isBare ? withOthers(found, bareIn(kind, text)) : found), facts };
}

function findAs(kind: FileKind, text: string, name = ''): FoundInFile {
  let facts = noFacts;
  const file = { name, isMarkup: kind === 'html' || kind === 'xml', program: programOf(kind, name) };
  const around = findAroundPlaceholders(text, file, (unfilled) => {
    if (kind !== 'html') return foundAs(kind, unfilled, name);
    const page = findInHtml(unfilled);
    facts = page.facts;
    return page.found;
  });
  const isMail = kind === 'mail' && !/\.mht(?:ml)?$/i.test(name);
  return { found: around, facts: isMail ? { ...facts, isMail } : facts };
}

function foundAs(kind: Exclude<FileKind, 'html'>, text: string, name: string): Found[] {
  switch (kind) {
    case 'xml':
      return findInXml(text);
    case 'css':
      return foundIn(sheetParts(text, name));
    case 'script':
      return foundIn(scriptParts(text));
    case 'json':
      return maySpellScheme(text) || mayEncodeText(text) ? findInJson(text) : [];
    case 'markdown':
      return maySpellScheme(text) ? findInMarkdown(text) : [];
    case 'mail':
      return findInMail(text);
    case 'contact':
    case 'properties':
    case 'patch':
      return inText('text', decodedLines[kind](text));
    case 'text':
      return foundIn(textParts(text));
  }
}

/** Causes within a URL, which a preprocessor leaves as they are; around it, its own syntax is no CSS. */
const ofUrl: ReadonlySet<DropCause> = new Set<DropCause>([
  'blank',
  'quote',
  'parenthesis',
  'control',
  'line-break',
]);

function* sheetParts(text: string, name: string): Generator<Part, void, void> {
  const isCompiled = /\.(?:scss|sass|less|pcss|postcss|styl)(?:\.|$)/i.test(name);
  for (const { dropped, ...part } of cssParts(text, 'stylesheet'))
    yield dropped && !(isCompiled && !ofUrl.has(dropped.cause)) ? { ...part, dropped } : part;
}

const foundIn = (parts: Iterable<Part>): Found[] =>
  Array.from(parts, (part) => placed(part, asIs(''), noElement));

/** In JSON and the texts that it contains. What is not JSON is read as a script, and as text. */
function findInJson(text: string): Found[] {
  const json = readJsonFile(text);
  if (json === null) {
    // Not those that only a search of text decodes: the search before would have to find them in all JSON.
    const spelled = textParts(text).filter(({ start, end }) => maySpellScheme(text.slice(start, end)));
    return withOthers(foundIn(scriptParts(text)), foundIn(spelled));
  }
  const around: Around = { ...noElement, inert: true };
  return [
    ...foundIn(json.parts),
    ...json.encoded.flatMap(({ kind, content }) => inText(kind, content)),
    ...json.sources.flatMap(({ name, content }) =>
      inText(kindOfName(name.replace(/[?#].*/s, '')) ?? 'script', content).map((found) => ({
        ...found,
        ...around,
        element: found.element,
        selector: [name, found.selector].filter(Boolean).join(' >>> '),
      })),
    ),
  ];
}

const decodedLines = { contact: unfoldedContact, properties: decodedProperties, patch: withoutMarks };

/** Bare base64 of a file. Of mail only decoded texts are searched, as base64 also encodes its attachments. */
const bareIn = (kind: FileKind, text: string): Found[] =>
  textsOf(kind, text).flatMap(({ text: part, at }) =>
    foundIn(bareParts(part)).map((found) => ({ ...found, start: at(found.start), end: at(found.end) })),
  );

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
  [...mailTexts(text)].flatMap((part) => inText(part.kind, part.text));

/** The URLs of a text within a file, with positions in the file. */
function inText(kind: FileKind, { text, at }: Mapped): Found[] {
  return findAs(kind, text).found.map((found) => {
    const { start, end, dropped } = found;
    const mapped = dropped && { dropped: { ...dropped, at: at(dropped.at) } };
    return { ...found, start: at(start), end: at(end), ...mapped };
  });
}

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
