/**
 * Runs in a browser's page: compares the elements that the content script creates from markup with those that the
 * browser's own parser creates with scripting disabled.
 */
import fc from 'fast-check';
import { namespaceOf } from '../../extension/content/dom.ts';
import { treeOfMarkup } from '../../extension/content/markup-trees.ts';
import { HTML } from '../../src/namespaces.ts';
import { atOnce } from '../../src/yield-to-event-loop.ts';
import { confusingHtml } from './confusing-html.ts';

export interface Outcome {
  /** Each text for which the elements differ, with both lists of elements. The test expects none. */
  wrong: string[];
  /** Number of elements compared. */
  elements: number;
}

const elementsIn = (root: Document | DocumentFragment): Element[] =>
  [...root.querySelectorAll('*')].flatMap((element) =>
    element instanceof HTMLTemplateElement ? [element, ...elementsIn(element.content)] : [element],
  );

/** Lists the elements that contain a URL, each once. A reopened element has the same URL. */
function elementsWith(document: Document): string {
  const found = elementsIn(document).flatMap((element) =>
    [...element.attributes]
      .filter(({ name }) => name.startsWith('data-'))
      .map(({ value }) => `${namespaceOf(element)} ${element.localName.toLowerCase()} ${value}`),
  );
  return [...new Set(found)].sort().join(', ');
}

const html = confusingHtml((index) => `data-${index}="data:,&eacute;&amp;${index}"`, ['select', 'image']);
const parser = new DOMParser();
/** The beginning of the document, by the name of the element that contains the text. */
const before = { noscript: '<!doctype html><p>x</p><noscript>', iframe: '' };

export function compare(numRuns: number, seed: number): Outcome {
  const outcome: Outcome = { wrong: [], elements: 0 };
  for (const text of fc.sample(html, { numRuns, seed })) {
    for (const name of ['noscript', 'iframe'] as const) {
      // A noscript's text ends at the first end tag.
      if (name === 'noscript' && /<\/noscript/i.test(text)) continue;
      const document = parser.parseFromString(before[name] + text, 'text/html');
      // A late frameset removes all elements before it.
      if (document.body.localName === 'frameset') continue;
      const parsed = elementsWith(document);
      const made = elementsWith(
        atOnce(treeOfMarkup(window.document.createElement(name), text, name === 'noscript')),
      );
      // Chromium treats the end tag of an HTML element named `foreignobject` like that of the SVG element.
      if (made.includes(`${HTML} foreignobject`)) continue;
      outcome.elements += parsed.split(',').length;
      if (made !== parsed) outcome.wrong.push(`${name}: ${text}\n  made: ${made}\n  parsed: ${parsed}`);
    }
  }
  return outcome;
}
