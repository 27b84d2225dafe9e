/** Finds the URLs in comments, running text, and the processing instructions that load style sheets. */
import { mayQuoteDataUrl } from '../../src/payload/quoted-data-urls.ts';
import type { CodeReader } from './code-reader.ts';
import { localName, parentElement } from './dom.ts';
import { type Found, quotedIn } from './finder.ts';
import type { Listener } from './listener.ts';
import { loadedPart } from './script-parts.ts';

const COMMENT = 8;

/** Whether a text is read by other finders, or as markup by the walk. */
function isReadElsewhere(text: string, parent: Element): boolean {
  const name = localName(parent);
  return name === 'script' || name === 'style' || (name === 'noscript' && text.includes('<'));
}

/**
 * Finds the URLs that are quoted in the value of a field, if a person or script has changed the value.
 *
 * @yields as `findInText` does
 */
export function* findInField({ value, defaultValue }: HTMLInputElement | HTMLTextAreaElement) {
  // This finder reads only a value that differs from the initial one. Other finders read the initial value.
  if (value !== defaultValue)
    yield* quotedIn(value, 'prose', { place: 'text', name: 'value', destination: 'none' });
}

/**
 * Finds the URLs that are quoted in a text, comment, processing instruction or document type.
 *
 * @yields null wherever the caller may pause
 */
export function* findInText(
  node: CharacterData & { systemId?: string; target?: string },
  listener: Listener,
): Generator<Found | null, void, void> {
  const text = node.data ?? `"${node.systemId}"`;
  const parent = parentElement(node);
  // A processing instruction loads a sheet only if it is a child of the document.
  if (node.target === 'xml-stylesheet' && !parent) {
    const reader = yield* loadedPart<CodeReader>('code', listener);
    if (!reader) throw new Error();
    const found = reader.sheetOfInstruction(node as ProcessingInstruction, text);
    if (found) return yield found;
  }
  if (text.length < 6 || !mayQuoteDataUrl(text, 'prose')) return;
  if (parent && node.nodeType !== COMMENT && isReadElsewhere(text, parent)) return;
  const place = node.nodeType === COMMENT ? 'comment' : 'text';
  yield* quotedIn(text, 'prose', { place, name: '', destination: 'none' });
}
