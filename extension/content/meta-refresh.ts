/** `<meta http-equiv=refresh>`: HTML 4.2.5.3, "shared declarative refresh steps". */
import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import { refreshFront } from '../../src/payload/refresh-front.ts';
import { attribute, HTML, localName, namespaceOf } from './dom.ts';
import { type Finder, nothing } from './finder.ts';

export const findInRefresh: Finder = (element, name, value) => {
  if (name !== 'content' || localName(element) !== 'meta' || namespaceOf(element) !== HTML) return nothing;
  if (attribute(element, 'http-equiv')?.toLowerCase() !== 'refresh') return nothing;
  const found = refreshFront.exec(value);
  if (!found) return nothing;
  const rest = value.slice(found[0].length);
  const written = found[1] ? (rest.split(found[1], 1)[0] as string) : rest;
  return isDataUrl(written) ? [{ written, place: 'meta-refresh', name, destination: 'document' }] : nothing;
};
