/** Comments and running text, and the processing instructions that bring style sheets. */
import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import { findQuotedDataUrls, mayQuoteDataUrl } from '../../src/payload/quoted-data-urls.ts';
import { dataOf, localName, parentElement } from './dom.ts';
import type { Tell } from './finder.ts';

export const COMMENT = 8;
const PROCESSING_INSTRUCTION = 7;

/** Text that other finders read, or that is markup which the walk reads. */
const readElsewhere = new Set(['script', 'style', 'noscript']);

/** An href among the pseudo-attributes of `<?xml-stylesheet?>`. */
const sheetHref = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/;

/** Tells what a text, comment or processing instruction quotes. */
export function findInText(node: CharacterData, tell: Tell): void {
  const text = dataOf(node);
  if (text.length < 6 || !mayQuoteDataUrl(text)) return;
  if (node.nodeType === PROCESSING_INSTRUCTION) {
    findInInstruction(node as ProcessingInstruction, tell);
    return;
  }
  const parent = parentElement(node);
  if (parent && node.nodeType !== COMMENT && readElsewhere.has(localName(parent))) return;
  const place = node.nodeType === COMMENT ? 'comment' : 'text';
  for (const url of findQuotedDataUrls(text, 'prose')) {
    if (url) tell({ written: url.written, place, name: '', destination: 'none' });
  }
}

function findInInstruction(node: ProcessingInstruction, tell: Tell): void {
  const href = node.target === 'xml-stylesheet' ? sheetHref.exec(dataOf(node)) : null;
  const written = href?.[1] ?? href?.[2];
  if (written !== undefined && isDataUrl(written)) {
    tell({ written, place: 'attribute', name: 'href', destination: 'style' });
  }
}
