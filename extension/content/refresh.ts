/** `<meta http-equiv=refresh>`: HTML 4.2.5.3, "shared declarative refresh steps". */
import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import { attribute, HTML, localName, namespaceOf } from './dom.ts';
import { type Finder, nothing } from './finder.ts';

/** Seconds, a separator, and a URL, with or without `url=` in front. */
const refresh = /^[\t\n\f\r ]*[\d.]*[\t\n\f\r ]*[;,\t\n\f\r ][\t\n\f\r ]*(?:url[\t\n\f\r ]*=[\t\n\f\r ]*)?/i;

export const findInRefresh: Finder = (element, name, value) => {
  if (name !== 'content' || localName(element) !== 'meta' || namespaceOf(element) !== HTML) return nothing;
  if (attribute(element, 'http-equiv')?.toLowerCase() !== 'refresh') return nothing;
  let written = value.slice(refresh.exec(value)?.[0].length ?? value.length);
  const quote = written[0];
  if (quote === '"' || quote === "'") written = written.slice(1).split(quote, 1)[0] as string;
  return isDataUrl(written) ? [{ written, place: 'meta-refresh', name, destination: 'document' }] : nothing;
};
