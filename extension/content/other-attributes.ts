/** Attributes that bear no URL to the browser, and hold one all the same: `data-src`, JSON, handlers, markup. */
import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import { findQuotedDataUrls, looksLikeDataUrl, mayQuoteDataUrl } from '../../src/payload/quoted-data-urls.ts';
import { parseSrcset } from '../../src/payload/srcset.ts';
import { isConnected } from './dom.ts';
import type { Finder } from './finder.ts';

/** A handler is a script, and JSON is read like one. */
const isScript = (name: string, value: string) => name.startsWith('on') || /^[\t\n\f\r ]*[[{]/.test(value);

function* urlsIn(name: string, value: string): Generator<string, void, void> {
  if (!isDataUrl(value)) {
    for (const url of findQuotedDataUrls(value, isScript(name, value) ? 'script' : 'prose'))
      if (url) yield url.written;
  } else if (name.endsWith('srcset')) {
    for (const { url } of parseSrcset(value)) if (looksLikeDataUrl(url)) yield url;
  } else if (looksLikeDataUrl(value)) {
    yield value;
  }
}

/** To be shown only attributes that no other finder knows. */
export const findInOtherAttribute: Finder = (element, name, value, tell) => {
  if (!mayQuoteDataUrl(value)) return;
  // What a frame shows is found there, or said not to have been looked into; a frame of a template shows nothing.
  if (name === 'srcdoc' && isConnected(element)) return;
  for (const written of urlsIn(name, value))
    tell({ written, place: 'other-attribute', name, destination: 'none' });
};
