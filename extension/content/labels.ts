/** Determines the page's own label for an element. */
import { invisible } from '../../src/invisible.ts';
import { type Label, labelSources } from '../../src/vocabulary.ts';
import { maxLabelLength } from '../platform/limits.ts';
import { attribute, isText, iteratorOf, localName } from './dom.ts';

/** Maximum number of a link's nodes that are read for its text. */
const maxLabelNodes = 64;

export function labelOf(element: Element): Label | undefined {
  for (const by of labelSources) {
    const own = by === 'link' ? linkText(element) : attribute(element, by);
    const text = (own ?? '').trim().slice(0, maxLabelLength);
    if (text.replace(invisible, '')) return { by, text };
  }
  return undefined;
}

/** The beginning of a link's text. It is limited because links may be nested and contain the whole page. */
function linkText(element: Element): string {
  if (localName(element) !== 'a') return '';
  const nodes = iteratorOf(document, element, NodeFilter.SHOW_ALL);
  let text = '';
  let count = 0;
  for (let node = nodes.nextNode(); node && count++ < maxLabelNodes; node = nodes.nextNode())
    if (isText(node)) text += node.data;
  return text;
}
