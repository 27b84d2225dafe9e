/** Comments and running text, and the processing instructions that bring style sheets. */
import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import { findQuotedDataUrls, mayQuoteDataUrl } from '../../src/payload/quoted-data-urls.ts';
import { decodeReferences } from './character-references.ts';
import { dataOf, localName, parentElement } from './dom.ts';
import type { Found, Tell } from './finder.ts';

const COMMENT = 8;
const PROCESSING_INSTRUCTION = 7;

/** Whether a text is one that other finders read, or markup that the walk reads. */
function isReadElsewhere(text: string, parent: Element): boolean {
  const name = localName(parent);
  return name === 'script' || name === 'style' || (name === 'noscript' && text.includes('<'));
}

/** An href among the pseudo-attributes of `<?xml-stylesheet?>`. */
const sheetHref = /(?:^|\s)href\s*=\s*(?:"([^"]*)"|'([^']*)')/;

/** Finds what a text, comment or processing instruction quotes. @yields null where the caller may pause */
export function* findInText(node: CharacterData): Generator<Found | null, void, void> {
  const text = dataOf(node);
  if (text.length < 6 || !mayQuoteDataUrl(text)) return;
  const parent = parentElement(node);
  // Only in front of the root element does an instruction bring a sheet.
  if (node.nodeType === PROCESSING_INSTRUCTION && !parent) {
    const sheets: Found[] = [];
    if (findInInstruction(node as ProcessingInstruction, (found) => sheets.push(found))) return yield* sheets;
  }
  if (parent && node.nodeType !== COMMENT && isReadElsewhere(text, parent)) return;
  const place = node.nodeType === COMMENT ? 'comment' : 'text';
  for (const url of findQuotedDataUrls(text, 'prose')) {
    yield url && { written: url.written, place, name: '', destination: 'none' };
  }
}

/** @returns whether it brings a data: sheet */
function findInInstruction(node: ProcessingInstruction, tell: Tell): boolean {
  const href = node.target === 'xml-stylesheet' ? sheetHref.exec(dataOf(node)) : null;
  const written = decodeReferences(href?.[1] ?? href?.[2] ?? '');
  if (!isDataUrl(written)) return false;
  tell({ written, place: 'attribute', name: 'href', destination: 'style' });
  return true;
}
