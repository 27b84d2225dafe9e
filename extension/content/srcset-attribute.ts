/** `srcset` of img and source, `imagesrcset` of link: each image candidate's URL, as HTML's own parser cuts it. */
import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import { parseSrcset } from '../../src/payload/srcset.ts';
import { srcsetAttributes } from '../../src/payload/url-attributes.ts';
import { HTML, localName, namespaceOf } from './dom.ts';
import { type Finder, type Found, nothing } from './finder.ts';

export const findInSrcset: Finder = (element, name, value) => {
  if (name !== 'srcset' && name !== 'imagesrcset') return nothing;
  if (srcsetAttributes[localName(element)] !== name || namespaceOf(element) !== HTML) return nothing;
  return candidatesOf(name, value);
};

function* candidatesOf(name: string, value: string): Generator<Found | null, void, void> {
  for (const { url } of parseSrcset(value))
    yield isDataUrl(url) ? { written: url, place: 'srcset', name, destination: 'image' } : null;
}
