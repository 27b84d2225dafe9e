/** Finds the URLs in attributes, according to the table in `src/elements.ts`. */
import { isMeantUrl } from '../../src/data-url/meant-data-url.ts';
import {
  compoundAttributes,
  type ElementView,
  mayOpenInFrame,
  type Syntax,
  targetSelector,
  urlUseOf,
} from '../../src/elements.ts';
import { cutUrlAt, headOfCut } from '../../src/payload/html/cut-attribute.ts';
import { cssPrefix, placeOf, valueParts } from '../../src/payload/markup/attribute-urls.ts';
import { frameUse } from '../../src/vocabulary.ts';
import { findInCss, mayHoldDataUrl } from './css.ts';
import {
  type AttributeNode,
  attributeNS,
  elementById,
  elementsOf,
  localName,
  namespaceOf,
  parentElement,
  rootOf,
} from './dom.ts';
import { type Finder, type Found, nothing } from './finder.ts';

/** Whether the document matched `targetSelector` when a scan first asked, because a search may take 50 milliseconds. */
let isTargeted: boolean | undefined;

/** A view of an element of the page. The element's parent is read only when the table needs it, which is rare. */
const viewOf = (element: Element): ElementView => ({
  namespace: namespaceOf(element),
  name: localName(element),
  get parent() {
    const parent = parentElement(element);
    return parent && viewOf(parent);
  },
  attribute: (name, namespace) => attributeNS(element, namespace ?? null, name),
  isFramed: window !== window.top,
  byId(id) {
    const named = elementById(rootOf(element), id);
    return named && viewOf(named);
  },
});

/**
 * The syntax of an attribute, and how its URLs are reported. The syntax is undefined if browsers don't know the
 * attribute.
 */
function useOf(element: Element, { namespaceURI, localName: local, name }: AttributeNode) {
  const view = viewOf(element);
  // The targets in a shadow tree are not searched.
  const hasTargets = () => {
    isTargeted ??= elementsOf(document, targetSelector).length > 0;
    return isTargeted || rootOf(element) !== document;
  };
  const use = urlUseOf(view, local, namespaceURI);
  const found = {
    place: placeOf(use?.syntax),
    name,
    destination: use?.destination ?? 'none',
    ...(use && mayOpenInFrame(view, local, use, hasTargets) && { use: frameUse }),
  };
  return { syntax: use?.syntax, found };
}

/** Finds the URLs in an attribute whose syntax browsers know. */
export const findInKnownAttribute: Finder = (element, one) => {
  const { value } = one;
  const isMeant = isMeantUrl(value);
  if (!isMeant && !compoundAttributes.has(one.localName)) return nothing;
  const { syntax, found } = useOf(element, one);
  if (!syntax) return nothing;
  if (syntax === 'url') return isMeant ? [{ ...found, written: value }] : nothing;
  return syntax in cssPrefix && !mayHoldDataUrl(value) ? nothing : findInParts(value, syntax, found);
};

/**
 * The URL that ends early, at a quotation mark of the same kind as the attribute's own, if the name of the next
 * attribute continues the URL.
 */
export const cutFrom = (element: Element, before: AttributeNode, name: string): Found | undefined =>
  cutUrlAt(before.value, name) < 0
    ? undefined
    : {
        ...useOf(element, before).found,
        written: headOfCut(name),
        dropped: { cause: 'attribute', start: 0, end: 0, line: 1, column: before.value.length + 1 },
      };

function* findInParts(
  value: string,
  syntax: Syntax,
  found: Omit<Found, 'written'>,
): Generator<Found | null, void, void> {
  const prefix = cssPrefix[syntax];
  for (const { url } of valueParts(value, syntax)) {
    if (prefix === undefined) yield isMeantUrl(url) ? { ...found, written: url } : null;
    else {
      const isWhole = syntax === 'declarations';
      for (const one of findInCss(prefix + url, found.place, true, isWhole)) {
        if (one?.dropped?.line === 1) one.dropped.column -= prefix.length;
        yield one && (isWhole ? { ...one, name: found.name } : { ...one, ...found, isUnsupported: false });
      }
    }
  }
}
