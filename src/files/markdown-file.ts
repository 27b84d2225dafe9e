/**
 * data: URLs in Markdown (CommonMark 0.31): in images, links, reference definitions, autolinks, and HTML.
 * Code is searched as text. Other blocks are not distinguished, since none changes the position of a URL.
 */
import { isDataUrl } from '../data-url/is-data-url.ts';
import type { Span } from '../problem.ts';
import { decodeMarkup } from './decode-escapes.ts';
import { type Around, type Found, noElement, type Part, placed } from './found-in-file.ts';
import { findInHtml } from './html-file.ts';
import { asIs } from './mapped-text.ts';
import { proseParts } from './quoted-parts.ts';

/** The data: URLs of a Markdown text, in no particular order. */
export function findInMarkdown(text: string): Found[] {
  const code = [...fencesIn(text)];
  code.push(...codeSpans(blanked(text, code)));
  const found = code.flatMap(({ start, end }) =>
    [...proseParts(text.slice(start, end), 'text')].map((part) => placed(part, asIs('', start), noElement)),
  );
  const links = linksIn(blanked(text, code));
  for (const { span, element, destination } of links) {
    const { text: written, at } = decodeMarkup(text, span.start, span.end, 'text');
    const name = element === 'img' ? 'src' : 'href';
    const part: Part = { written, start: 0, end: written.length, place: 'attribute', name, destination };
    const around: Around = { ...noElement, element };
    found.push(placed(part, { at }, around));
  }
  const rest = blanked(text, [...code, ...links.map(({ span }) => span)]);
  // The facts are dropped: a page made from the Markdown has its own title and quirks mode.
  for (const one of findInHtml(rest).found) found.push({ ...one, selector: '' });
  return found;
}

/** A text with some parts replaced by spaces. Line ends are kept, so that all positions stay the same. */
function blanked(text: string, spans: readonly Span[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start < from) continue;
    parts.push(text.slice(from, start), text.slice(start, end).replace(/[^\r\n]/g, ' '));
    from = end;
  }
  parts.push(text.slice(from));
  return parts.join('');
}

/** 4.5: fenced code blocks. */
function* fencesIn(text: string): Generator<Span, void, void> {
  let open: { start: number; mark: string } | null = null;
  for (const { 0: line, index } of text.matchAll(/[^\n]+/g)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark === undefined) continue;
    if (open === null) open = { start: index, mark };
    else if (mark.startsWith(open.mark) && line.trim() === mark) {
      yield { start: open.start, end: index + line.length };
      open = null;
    }
  }
  if (open) yield { start: open.start, end: text.length };
}

/** Runs of backticks that are searched for the end of a code span. */
const maxRuns = 100;

/** 6.1: code spans, from a run of backticks to the next one of the same length. */
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
    if (/\n[ \t]*\r?\n/.test(text.slice(span.start, span.end))) continue;
    yield span;
    n = close;
  }
}

interface Link {
  /** The URL as written. */
  span: Span;
  element: 'img' | 'a';
  destination: 'image' | 'document';
}

/** 6.3 and 6.4: inline links and images; the URL is in angle brackets, or has no white space. */
const inline =
  /(!?)\[[^\]\n]{0,1000}\]\(\s{0,100}(?:<([^<>\n]*)>|([^\s()<>]+(?:\([^\s()]*\)[^\s()<>]*)*))(?=\s{0,100}(?:\)|["'(]))/g;
/** 4.7: link reference definitions. */
const definition = /^ {0,3}\[([^\]\n]{1,999})\]:\s{0,100}(?:<([^<>\n]*)>|([^\s<>]+))/gm;
/** 6.5: autolinks. */
const autolink = /()<(data:[^\s<>]*)>()/gi;
/** 6.4: images that name a definition. */
const imageReference = /!\[([^\]\n]{0,1000})\](?:\[([^\]\n]{0,999})\])?/g;

function linksIn(text: string): Link[] {
  const images = new Set(
    Array.from(text.matchAll(imageReference), ([, alt = '', label]) => (label || alt).toLowerCase()),
  );
  const link = (isImage: boolean, match: RegExpExecArray): Link[] => {
    const { 0: whole, 2: angled, 3: bare, index } = match;
    const url = angled || bare || '';
    if (!isDataUrl(url)) return [];
    const start = index + whole.length - url.length - (angled ? 1 : 0);
    return [
      {
        span: { start, end: start + url.length },
        element: isImage ? 'img' : 'a',
        destination: isImage ? 'image' : 'document',
      },
    ];
  };
  const named = [
    ...Array.from(text.matchAll(inline), (match) => link(match[1] === '!', match)),
    ...Array.from(text.matchAll(definition), (match) =>
      link(images.has((match[1] ?? '').toLowerCase()), match),
    ),
  ].flat();
  // Angle brackets also stand around the URL of a link.
  const known = new Set(named.map(({ span }) => span.start));
  const auto = Array.from(text.matchAll(autolink), (match) => link(false, match)).flat();
  return [...named, ...auto.filter(({ span }) => !known.has(span.start))];
}
