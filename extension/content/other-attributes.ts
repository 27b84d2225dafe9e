/**
 * Finds URLs in attributes that are not URLs to the browser but may contain one: `data-src`, JSON, event handlers,
 * markup.
 */

import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import { HTML } from '../../src/namespaces.ts';
import { parseSrcset } from '../../src/payload/markup/srcset.ts';
import {
  kindOfAttribute,
  looksLikeDataUrl,
  mayQuoteDataUrl,
  textOfAttribute,
} from '../../src/payload/quoted-data-urls.ts';
import type { AttributeNode } from './dom.ts';
import { localName, namespaceOf } from './dom.ts';
import { type Found, nothing, quotedIn, type ReadUses } from './finder.ts';

function* findIn(name: string, value: string, uses: ReadUses): Generator<Found | null, void, void> {
  const found = { place: 'other-attribute', name, destination: 'none' } as const;
  if (!isDataUrl(value)) return yield* quotedIn(value, kindOfAttribute(name, value), found, name, uses);
  for (const { url } of name.endsWith('srcset') ? parseSrcset(value) : [{ url: value }])
    yield looksLikeDataUrl(url) ? { ...found, written: url } : null;
}

/**
 * Searches an attribute of any namespace. Called only if `findInKnownAttribute` has found no URL in the attribute.
 *
 * @param uses reads what the code in the attribute does with the URLs
 */
export const findInOtherAttribute = (
  element: Element,
  { name, value }: AttributeNode,
  uses: ReadUses,
): Iterable<Found | null> => {
  const text = textOfAttribute(name, value);
  if (!mayQuoteDataUrl(text, kindOfAttribute(name, text))) return nothing;
  // The document in a `srcdoc` is scanned in its frame, reported as unreachable, or read as markup.
  if (name === 'srcdoc' && localName(element) === 'iframe' && namespaceOf(element) === HTML) return nothing;
  return findIn(name, text, uses);
};
