/**
 * Finds data: URLs in Markdown (CommonMark 0.31): in images, links, reference definitions, autolinks, and HTML. Code is
 * searched as text. Other blocks are not distinguished, because none of them changes the position of a URL.
 */
import { isDataUrl } from '../data-url/is-data-url.ts';
import { looksLikeDataUrl } from '../payload/quoted-data-urls.ts';
import type { Span } from '../problem.ts';
import { decodeMarkup } from './decode-escapes.ts';
import { type Around, type Found, noElement, type Part, placed } from './found-in-file.ts';
import { findInHtml } from './html-file.ts';
import { asIs, blanked } from './mapped-text.ts';
import { isMeantInFile } from './meant-in-file.ts';
import { proseParts } from './quoted-parts.ts';

/** Finds the data: URLs in a Markdown text, in no particular order. */
export function findInMarkdown(text: string): Found[] {
  const code = [...fencesIn(text)];
  code.push(...codeSpans(blanked(text, code)));
  const found = code.flatMap(({ start, end }) =>
    [...proseParts(text.slice(start, end), 'text')].map((part) => placed(part, asIs('', start), noElement)),
  );
  const links = linksIn(blanked(text, code));
  for (const { span, element, destination, hasBlank } of links) {
    const { text: written, at } = decodeMarkup(text, span.start, span.end, 'text');
    const name = element === 'img' ? 'src' : 'href';
    const own = { start: 0, end: written.length };
    const part: Part = { written, ...own, place: 'attribute', name, destination };
    const blank = written.search(/\s/);
    if (hasBlank) part.dropped = { cause: 'link', ...own, at: blank, line: 1, column: 1 };
    const around: Around = { ...noElement, element };
    found.push(placed(part, { at }, around));
  }
  const rest = blanked(text, [...code, ...links.map(({ span }) => span)]);
  // The facts are dropped, because a page made from the Markdown has its own title and mode.
  for (const one of findInHtml(rest).found) found.push({ ...one, selector: '' });
  return found;
}

/** CommonMark 5: matches the mark of a quote, and that of a list item with the spaces up to its content. */
const quoteMark = /^ {0,3}> ?/;
const itemMark = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?: {1,4}(?! )| |$)/;
/** CommonMark 4.5: matches the beginning of a line that opens or closes a fence. */
const fence = /^( *)(`{3,}(?=[^`]*$)|~{3,})/;
/** Maximum indentation of a fence in its container. Text that is indented further is code, too. */
const maxIndent = 3;
/** Maximum nesting of quotes and list items. */
const maxContainers = 32;

/** CommonMark 4.5: finds fenced code blocks, each up to the end of the quote or list item around it. */
function* fencesIn(text: string): Generator<Span, void, void> {
  /** The open containers: null for a quote; for a list item, the number of columns before its content. */
  const containers: (number | null)[] = [];
  let open: { start: number; mark: string; indent: number } | null = null;
  for (const { 0: line, index } of text.matchAll(/[^\n]*\n?/g)) {
    let rest = withoutTabs(line.trimEnd());
    let depth = 0;
    for (const width of containers) {
      const own = width === null ? quoteMark.exec(rest)?.[0].length : rest === '' ? 0 : width;
      if (own === undefined || (width !== null && rest.slice(0, own).trim() !== '')) break;
      rest = rest.slice(own);
      depth++;
    }
    if (open && depth < containers.length) {
      yield { start: open.start, end: index };
      open = null;
    }
    containers.length = depth;
    while (!open && containers.length < maxContainers) {
      const item = itemMark.exec(rest)?.[0].length;
      const own = item ?? quoteMark.exec(rest)?.[0].length;
      if (own === undefined) break;
      containers.push(item ?? null);
      rest = rest.slice(own);
    }
    const [before = '', { length: indent } = '', mark] = fence.exec(rest) ?? [];
    if (mark === undefined) continue;
    if (open === null) {
      // Items may be indented further than the specification allows.
      if (indent <= maxIndent || containers.some((each) => each !== null))
        open = { start: index, mark, indent };
    } else if (mark.startsWith(open.mark) && rest === before && indent <= Math.max(maxIndent, open.indent)) {
      yield { start: open.start, end: index + line.length };
      open = null;
    }
  }
  if (open) yield { start: open.start, end: text.length };
}

/** CommonMark 2.2: replaces the tabs of a line with spaces. */
const withoutTabs = (line: string): string =>
  line.split('\t').reduce((before, after) => before + ' '.repeat(4 - (before.length % 4)) + after);

/** Matches the end of a paragraph. */
const blankLine = /\n[ \t]*\r?\n/;

/** Maximum number of runs of backticks that are searched for the end of a code span. */
const maxRuns = 100;

/** CommonMark 6.1: finds code spans, each from a run of backticks to the next run of the same length. */
function* codeSpans(text: string): Generator<Span, void, void> {
  const runs = [...text.matchAll(/`+/g)];
  for (let n = 0; n < runs.length; n++) {
    const run = runs[n]!;
    let close = n + 1;
    const last = Math.min(runs.length, close + maxRuns);
    while (close < last && runs[close]?.[0] !== run[0]) close++;
    if (close === last) continue;
    const span = { start: run.index, end: runs[close]!.index + run[0].length };
    // A paragraph ends at a blank line.
    if (blankLine.test(text.slice(span.start, span.end))) continue;
    yield span;
    n = close;
  }
}

interface Link {
  /** The span of the URL, as written. */
  span: Span;
  element: 'img' | 'a';
  destination: 'image' | 'document';
  /** Whether the URL contains whitespace, because of which CommonMark does not make it a link. */
  hasBlank?: true;
}

/** Matches the position before a data: URL, or before a URL that was meant as one. */
const mayBeUrl = String.raw`(?=<?[^\s<>()]{0,200}(?:data:|;base64,))`;
/** CommonMark 6.3 and 6.4: matches the end of the text of an inline link or image, before its URL. */
const inline = new RegExp(String.raw`\]\(\s{0,100}${mayBeUrl}`, 'gi');
/** CommonMark 4.7: matches link reference definitions, also in quotes and lists, before their URLs. */
const definition = new RegExp(
  String.raw`^[ \t>*+\-\d.)]{0,20}\[((?:\\.|[^\\\]\n]){1,999})\]:\s{0,100}${mayBeUrl}`,
  'gim',
);
/** CommonMark 6.5: matches autolinks. */
const autolink = /<data:[^\s<>]*>/gi;
/** CommonMark 6.4: matches images that refer to a definition. */
const imageReference = /!\[([^\]\n]{0,1000})\](?:\[([^\]\n]{0,999})\])?/g;

function linksIn(text: string): Link[] {
  const images = new Set(
    Array.from(text.matchAll(imageReference), ([, alt = '', label]) => (label || alt).toLowerCase()),
  );
  const link = (isImage: boolean, from: number): Link[] => {
    const span = destinationAt(text, from);
    if (span === null) return [];
    const url = text.slice(span.start, span.end);
    if (!isDataUrl(url) && !isMeantInFile(url)) return [];
    return [{ span, element: isImage ? 'img' : 'a', destination: isImage ? 'image' : 'document' }];
  };
  const named = [
    ...Array.from(text.matchAll(inline), ({ 0: whole, index }) => {
      const open = openingBracket(text, index);
      if (open < 0) return [];
      const [found] = link(text[open - 1] === '!', index + whole.length);
      if (!found) return [];
      const { start, end } = found.span;
      if (linkEnd.test(text.slice(end, end + 100))) return [found];
      const meant = destinationAt(text, start, true);
      const isUrl =
        meant !== null && text[meant.end] === ')' && looksLikeDataUrl(text.slice(start, meant.end));
      return isUrl ? [{ ...found, span: meant, hasBlank: true as const }] : [];
    }),
    ...Array.from(text.matchAll(definition), ({ 0: whole, 1: label = '', index }) =>
      link(images.has(label.toLowerCase()), index + whole.length),
    ),
  ].flat();
  // An autolink that is the URL of a link, in angle brackets, is already known.
  const known = new Set(named.map(({ span }) => span.start));
  const auto = Array.from(text.matchAll(autolink), ({ index }) => link(false, index)).flat();
  return [...named, ...auto.filter(({ span }) => !known.has(span.start))];
}

/** CommonMark 6.3: matches the end of an inline link after its URL, or the beginning of its title. */
const linkEnd = /^>?\s*[)"'(]/;

/** Maximum length, in code units, of a link's text. */
const maxTextLength = 1000;

/** CommonMark 6.3: the index of the bracket that the one at `close` closes; -1 if there is none in its paragraph. */
function openingBracket(text: string, close: number): number {
  let depth = 0;
  for (let at = close; at >= Math.max(0, close - maxTextLength); at--) {
    const c = text[at];
    if (c === '\n' && /^[ \t]*\r?\n/.test(text.slice(at + 1, at + 20))) return -1;
    if ((c !== '[' && c !== ']') || text[at - 1] === '\\') continue;
    depth += c === ']' ? 1 : -1;
    if (depth === 0) return at;
  }
  return -1;
}

const angled = /<[^<>\n]+>/y;

/** Maximum nesting of parentheses, as in the reference implementation. */
const maxParentheses = 32;

/**
 * CommonMark 6.3: the URL of a link, either in angle brackets or without whitespace and unbalanced parentheses.
 *
 * @param hasBlanks whether to allow whitespace in the URL
 */
function destinationAt(text: string, from: number, hasBlanks = false): Span | null {
  if (text[from] === '<') {
    angled.lastIndex = from;
    const whole = angled.exec(text)?.[0];
    return whole === undefined ? null : { start: from + 1, end: from + whole.length - 1 };
  }
  let depth = 0;
  let at = from;
  for (; at < text.length && (hasBlanks || text.charCodeAt(at) > 0x20); at++) {
    const c = text[at];
    if (c === '\\') at++;
    else if (c === '(' && ++depth > maxParentheses) return null;
    else if (c === ')' && --depth < 0) break;
    // Otherwise, a long row of link beginnings would take quadratic time.
    else if (hasBlanks && text.startsWith('](', at)) return null;
  }
  const end = Math.min(at, text.length);
  return depth > 0 || (hasBlanks && blankLine.test(text.slice(from, end))) ? null : { start: from, end };
}
