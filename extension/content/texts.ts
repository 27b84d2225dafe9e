/** Comments and running text, and the processing instructions that load style sheets. */
import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import { mayQuoteDataUrl } from '../../src/payload/quoted-data-urls.ts';
import { localName, parentElement } from './dom.ts';
import { type Found, quotedIn } from './finder.ts';

const COMMENT = 8;
const PROCESSING_INSTRUCTION = 7;

/** Whether other finders read a text, or the walk reads it as markup. */
function isReadElsewhere(text: string, parent: Element): boolean {
  const name = localName(parent);
  return name === 'script' || name === 'style' || (name === 'noscript' && text.includes('<'));
}

/**
 * Finds the URLs that the value of a field quotes, if a person or script has changed the value.
 *
 * @yields as `findInText` does
 */
export function* findInField({ value, defaultValue }: HTMLInputElement | HTMLTextAreaElement) {
  // Other finders read the initial value.
  if (value !== defaultValue)
    yield* quotedIn(value, 'prose', { place: 'text', name: 'value', destination: 'none' });
}

/**
 * Finds the URLs that a text, comment, processing instruction or document type quotes.
 *
 * @yields null where the caller may pause
 */
export function* findInText(
  node: CharacterData & { systemId?: string },
): Generator<Found | null, void, void> {
  const text = node.data ?? `"${node.systemId}"`;
  const parent = parentElement(node);
  // An instruction loads a sheet only if it is a child of the document.
  if (node.nodeType === PROCESSING_INSTRUCTION && !parent) {
    const written = sheetOfInstruction(node as ProcessingInstruction, text);
    if (isDataUrl(written)) return yield { written, place: 'attribute', name: 'href', destination: 'style' };
  }
  if (text.length < 6 || !mayQuoteDataUrl(text, 'prose')) return;
  if (parent && node.nodeType !== COMMENT && isReadElsewhere(text, parent)) return;
  const place = node.nodeType === COMMENT ? 'comment' : 'text';
  yield* quotedIn(text, 'prose', { place, name: '', destination: 'none' });
}

/** The URL of the style sheet that an instruction loads; '' if none. */
function sheetOfInstruction(node: ProcessingInstruction, text: string): string {
  if (node.target !== 'xml-stylesheet') return '';
  // "PseudoAtt" in https://www.w3.org/TR/xml-stylesheet/ has the grammar of attributes, but no document type.
  const { documentElement } = new DOMParser().parseFromString(`<x ${text}/>`, 'text/xml');
  const written = documentElement.getAttribute('href') ?? '';
  // A browser's parser may be more lenient.
  return isDataUrl(written) ? written : (node.sheet?.href ?? '');
}
