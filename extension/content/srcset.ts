/** `srcset` of img and source, `imagesrcset` of link: each image candidate's URL, as HTML's own parser cuts it. */
import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import { parseSrcset } from '../../src/payload/srcset.ts';
import { attribute, HTML, localName, namespaceOf } from './dom.ts';
import type { Finder } from './finder.ts';

const attributes: Record<string, string> = { img: 'srcset', source: 'srcset', link: 'imagesrcset' };

export const findInSrcset: Finder = (element, tell) => {
  const name = attributes[localName(element)];
  if (name === undefined || namespaceOf(element) !== HTML) return;
  const value = attribute(element, name);
  if (value === null) return;
  for (const { url } of parseSrcset(value)) {
    if (isDataUrl(url)) tell({ written: url, place: 'srcset', name, destination: 'image' });
  }
};
