/** Finds data: URLs in the attributes of a file's elements, by the same table and in the same order as on a page. */

import { isDataUrl, mayHoldUrl } from '../data-url/is-data-url.ts';
import { type ElementView, mayOpenInFrame, urlUseOf } from '../elements.ts';
import { HTML } from '../namespaces.ts';
import { cssPrefix, placeOf, valueParts } from '../payload/markup/attribute-urls.ts';
import { parseSrcset } from '../payload/markup/srcset.ts';
import {
  kindOfAttribute,
  looksLikeDataUrl,
  mayQuoteDataUrl,
  textOfAttribute,
} from '../payload/quoted-data-urls.ts';
import { frameUse } from '../vocabulary.ts';
import { decodeScriptUrl } from './decode-escapes.ts';
import { moved, type Part } from './found-in-file.ts';
import { asIs } from './mapped-text.ts';
import { isMeantInFile } from './meant-in-file.ts';
import { attributeOf, type ParsedAttribute, type ParsedElement, type ParsedTree } from './parsed-element.ts';
import { cssParts, quotedParts } from './quoted-parts.ts';

const viewOf = (element: ParsedElement): ElementView => ({
  namespace: element.namespace,
  name: element.name,
  get parent() {
    return element.parent && viewOf(element.parent);
  },
  attribute: (name, namespace) => attributeOf(element, name, namespace),
  isFramed: element.tree.host?.name === 'iframe',
  byId(id) {
    const found = element.tree.ids.get(id);
    return found ? viewOf(found) : null;
  },
});

/** Whether a tree or one around it matches `targetSelector`. */
const hasTargets = (tree: ParsedTree): boolean =>
  tree.hasTargets || (tree.host !== null && hasTargets(tree.host.tree));

/** The data: URLs in an attribute. Positions are in code units of the attribute's value. */
export function attributeParts(element: ParsedElement, attribute: ParsedAttribute): Part[] {
  if (!mayHoldUrl(attribute.value) && !/;base64,/i.test(attribute.value)) return [];
  const known = [...knownParts(element, attribute)];
  return known.length > 0 ? known : [...otherParts(element, attribute)];
}

/** The place and use of a URL in an attribute that was cut off by a nested quotation mark of the same kind. */
export function cutPart(
  element: ParsedElement,
  { namespace, local, name }: ParsedAttribute,
): Pick<Part, 'place' | 'name' | 'destination'> {
  const use = urlUseOf(viewOf(element), local, namespace);
  return {
    place: placeOf(use?.syntax),
    name,
    destination: use?.destination ?? 'none',
  };
}

function* knownParts(
  element: ParsedElement,
  { namespace, local, name, value }: ParsedAttribute,
): Generator<Part, void, void> {
  const view = viewOf(element);
  const use = urlUseOf(view, local, namespace);
  if (!use) return;
  const { syntax, destination } = use;
  const isInFrame = mayOpenInFrame(view, local, use, () => hasTargets(element.tree));
  const found = { place: placeOf(syntax), name, destination, ...(isInFrame && { use: frameUse }) };
  const prefix = cssPrefix[syntax];
  for (const { url, start, end } of valueParts(value, syntax)) {
    if (prefix === undefined) {
      if (isDataUrl(url) || isMeantInFile(url)) yield { ...found, written: url, start, end };
    } else if (syntax === 'declarations') {
      for (const part of cssParts(url, found.place)) yield { ...part, name };
    } else {
      const inValue = asIs(value, start - prefix.length);
      for (const part of cssParts(prefix + url, found.place, false))
        yield { ...moved(part, inValue), ...found };
    }
  }
}

/** Finds the data: URLs in attributes whose values browsers do not parse as URLs. */
function* otherParts(element: ParsedElement, { name, value }: ParsedAttribute): Generator<Part, void, void> {
  // html-file.ts parses the document in `srcdoc`.
  if (name === 'srcdoc' && element.name === 'iframe' && element.namespace === HTML) return;
  if (textOfAttribute(name, value) !== value) {
    const code = decodeScriptUrl(value);
    for (const part of quotedParts(code.text, 'script', 'other-attribute', name)) yield moved(part, code);
    return;
  }
  const kind = kindOfAttribute(name, value);
  if (!mayQuoteDataUrl(value, kind)) return;
  const found = { place: 'other-attribute', name, destination: 'none' } as const;
  if (!isDataUrl(value)) {
    yield* quotedParts(value, kind, 'other-attribute', name);
  } else if (name.endsWith('srcset')) {
    for (const { url, start, end } of parseSrcset(value))
      if (looksLikeDataUrl(url)) yield { ...found, written: url, start, end };
  } else if (looksLikeDataUrl(value)) {
    yield { ...found, written: value, start: 0, end: value.length };
  }
}
