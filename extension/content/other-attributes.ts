/** Attributes that are not URLs to the browser but may hold one: `data-src`, JSON, event handlers, markup. */

import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import { HTML } from '../../src/namespaces.ts';
import {
  findQuotedDataUrls,
  kindOfAttribute,
  looksLikeDataUrl,
  mayQuoteDataUrl,
} from '../../src/payload/quoted-data-urls.ts';
import { parseSrcset } from '../../src/payload/srcset.ts';
import { localName, namespaceOf } from './dom.ts';
import { type Finder, type Found, nothing, spelled } from './finder.ts';

function* urlsIn(
  name: string,
  value: string,
): Generator<Pick<Found, 'written' | 'bytes'> | null, void, void> {
  if (!isDataUrl(value)) {
    for (const url of findQuotedDataUrls(value, kindOfAttribute(name, value)))
      yield url && { written: url.written, ...spelled(value, url) };
  } else if (name.endsWith('srcset')) {
    for (const { url } of parseSrcset(value)) yield looksLikeDataUrl(url) ? { written: url } : null;
  } else if (looksLikeDataUrl(value)) {
    yield { written: value };
  }
}

function* findIn(name: string, value: string): Generator<Found | null, void, void> {
  for (const url of urlsIn(name, value))
    yield url && { ...url, place: 'other-attribute', name, destination: 'none' };
}

/** Gets only attributes, of any namespace, in which `findInKnownAttribute` has found no URL. */
export const findInOtherAttribute: Finder = (element, { name, value }) => {
  if (!mayQuoteDataUrl(value, kindOfAttribute(name, value))) return nothing;
  // A frame's document is read in the frame, reported as unreachable, or read as markup.
  if (name === 'srcdoc' && localName(element) === 'iframe' && namespaceOf(element) === HTML) return nothing;
  return findIn(name, value);
};
