/** `srcset` of img and source, `imagesrcset` of link: each image candidate's URL, as HTML's own parser cuts it. */
import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import { parseSrcset } from '../../src/payload/srcset.ts';
import { HTML, localName, namespaceOf } from './dom.ts';
import type { Finder } from './finder.ts';

const attributes: Record<string, string> = { img: 'srcset', source: 'srcset', link: 'imagesrcset' };

export const findInSrcset: Finder = (element, name, value, tell) => {
  if (name !== 'srcset' && name !== 'imagesrcset') return;
  if (attributes[localName(element)] !== name || namespaceOf(element) !== HTML) return;
  for (const { url } of parseSrcset(value)) {
    if (isDataUrl(url)) tell({ written: url, place: 'srcset', name, destination: 'image' });
  }
};
