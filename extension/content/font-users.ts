/** Finds the elements whose text may be in the font of an `@font-face` rule. */
import { mayHaveShadowRoot } from '../../src/shadow-hosts.ts';
import { elementsOf, firstChild, isHtml, isText, localName, nextSibling, shadowRootOf } from './dom.ts';
import { isDrawn } from './highlight.ts';
import { listItems } from './rule-selectors.ts';

/** Maximum number of elements whose computed fonts are compared with the font of a rule. */
const maxFontTests = 50_000;

/** Matches the weight and style that follow the family in the name of a face. */
const variant = /^(?: (?:\d{1,4}(?: \d{1,4})?|bold|normal|auto|italic|oblique(?: -?[\d.]+[a-z]+){0,2}))*$/;

/**
 * The rendered elements with text, in a document and its shadow trees, whose font list contains the family of a face.
 * For any of these elements, the browser may still choose another font of the list or another face of the family.
 *
 * @param face family, weight, and style: `Inter 700 italic`
 */
export function elementsOfFont(document: Document, face: string): { elements: Element[]; isCut: boolean } {
  const name = face.toLowerCase();
  const isOfFace = (family: string) => name.startsWith(family) && variant.test(name.slice(family.length));
  // Most elements have the same font list as others, so each distinct list is tested only once.
  const known = new Map<string, boolean>();
  const lists = ({ fontFamily }: CSSStyleDeclaration): boolean => {
    const isListed = known.get(fontFamily) ?? familiesOf(fontFamily).some(isOfFace);
    known.set(fontFamily, isListed);
    return isListed;
  };
  const elements: Element[] = [];
  let tests = 0;
  for (const element of allElements(document)) {
    if (++tests > maxFontTests) return { elements, isCut: true };
    const isUser =
      (hasText(element) && lists(getComputedStyle(element))) ||
      pseudos.some((pseudo) => {
        const style = getComputedStyle(element, pseudo);
        return style.content !== 'none' && style.content !== 'normal' && lists(style);
      });
    if (isUser && isDrawn(element)) elements.push(element);
  }
  return { elements, isCut: false };
}

/** The pseudo-elements that usually contain the characters of icon fonts. */
const pseudos = ['::before', '::after'];

/** The families in a computed `font-family`, in lower case because browsers ignore their case. */
const familiesOf = (list: string): string[] =>
  listItems(list).map((family) =>
    family
      .replace(/^"(.*)"$/s, '$1')
      .replaceAll(/\\(.)/g, '$1')
      .toLowerCase(),
  );

/**
 * All elements of a document, including those in shadow trees. Not recursive, because shadow trees may be nested to any
 * depth.
 */
function* allElements(document: Document): Generator<Element, void, void> {
  const roots: Node[] = [document];
  for (const root of roots) {
    for (const element of Array.from(elementsOf(root, '*'))) {
      yield element;
      const tree = mayHaveShadowRoot(localName(element)) ? shadowRootOf(element) : null;
      if (tree) roots.push(tree);
    }
  }
}

/** Whether an element contains text of its own, or is a field that may show a value. */
function hasText(element: Element): boolean {
  if (isHtml(element, 'input') || isHtml(element, 'textarea')) return true;
  for (let node = firstChild(element); node; node = nextSibling(node))
    if (isText(node) && /\S/.test(node.data)) return true;
  return false;
}
