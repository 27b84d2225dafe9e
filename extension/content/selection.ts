/**
 * Finds the texts that a click or selection of the user refers to: texts in the selection, on an element, or at a URL.
 * This is a part of the content script: see `script-parts.ts`.
 */
import { contains } from './dom.ts';
import type { OwnedText } from './owned-texts.ts';

/** Maximum length, in code units, of a URL in a context menu event. Chromium omits longer URLs. */
const maxMenuUrl = 2_000_000;

/** The keys of the texts on some elements. */
export const keysOn = (texts: readonly OwnedText[], elements: readonly Element[]): number[] => {
  const wanted = new Set<Element | undefined>(elements);
  return texts.flatMap(({ key, elements }) =>
    elements.some((each) => wanted.has(each.deref())) ? [key] : [],
  );
};

/** The keys of the texts in the user's selection. */
export const selectedKeys = (texts: readonly OwnedText[]): number[] =>
  keysOn(texts, selectedOf(texts.flatMap(({ elements }) => elements.flatMap((each) => each.deref() ?? []))));

/**
 * The keys of the texts that the browser resolves to this href. If `href` is '', the keys of the texts that are too
 * long for a context menu event.
 */
export const keysAt = (texts: readonly OwnedText[], href: string): number[] =>
  (href
    ? texts.filter(({ written }) => written === href || hrefOf(written) === href).slice(0, 1)
    : // An escape takes three characters for each byte.
      texts.filter(({ written }) => 9 * written.length > maxMenuUrl && hrefOf(written).length > maxMenuUrl)
  ).map(({ key }) => key);

const hrefOf = (written: string) => URL.parse(written)?.href ?? written;

/**
 * The given elements that the selection touches but that do not contain the selection. If there are none, the innermost
 * given element that contains the selection.
 */
function selectedOf(elements: readonly Element[]): Element[] {
  const selection = window.getSelection();
  if (!selection || selection.isCollapsed) return [];
  const ranges = Array.from({ length: selection.rangeCount }, (_, at) => selection.getRangeAt(at));
  const within: Element[] = [];
  let around: Element | undefined;
  for (const element of elements) {
    const range = ranges.find((each) => each.intersectsNode(element));
    if (!range) continue;
    if (!contains(element, range.commonAncestorContainer)) within.push(element);
    else if (!around || contains(around, element)) around = element;
  }
  return within.length > 0 || !around ? within : [around];
}
