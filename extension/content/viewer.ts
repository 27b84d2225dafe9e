/**
 * Documents that a viewer of the browser shows, and documents of data: frames. This is a part of the content script: see
 * `script-parts.ts`.
 */
import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import { contains, contentTypeOf, elementsOf, isFirefox, urlOf } from './dom.ts';
import type { Found } from './finder.ts';
import type { Tree } from './listener.ts';

/**
 * Selects the element that contains the page's XML in Chromium's viewer. XML without a style sheet is shown in a
 * document of the browser.
 */
const xmlSource = '#webkit-xml-viewer-source-xml';

/**
 * The element that contains the page's own XML if the browser shows the XML in a document of its own. A page can
 * imitate such a document, so the rest of the document is walked as well.
 */
const shownSourceOf = (document: Document): Element | undefined =>
  !isFirefox && contentTypeOf(document).endsWith('xml') ? elementsOf(document, xmlSource)[0] : undefined;

/** Matches the two arrows in the style sheet of Chromium's viewer, and nothing else. */
const viewerArrow =
  /^data:image\/svg\+xml,<svg xmlns='[\w:/.]{26}' fill='%23909090' width='10' height='10'><path d='M0 0 L(?:8 0 L4 7|0 8 L7 4) Z'\/><\/svg>$/;

/**
 * Whether one of the browser's own viewers shows the document of a data: frame. HTML and XML are shown without a
 * viewer. Any URL in such a document is the frame's own URL or text.
 */
const isViewer = (document: Document): boolean =>
  urlOf(document).startsWith('data:') && !/^text\/(?:html|xsl)$|[/+]xml$/.test(contentTypeOf(document));

/**
 * A viewer of XML adds its arrows, and repeats the source as text: a URL that was found there, or the value of an
 * attribute. A page that imitates the viewer can therefore hide nothing else.
 */
function xmlViewerOf(source: Element): Tree['viewer'] {
  const known = new Set<string>();
  return {
    adds({ written, place }, at) {
      const { nodeType, data } = at as Partial<Text>;
      if (nodeType && contains(source, at as Node)) return !known.add(written);
      return data !== undefined
        ? known.has(written) || known.has(data)
        : place === 'stylesheet' && viewerArrow.test(written);
    },
  };
}

/** How the browser shows a document, the element with the document's own XML, and the URL of its data: frame. */
export function viewerOf(document: Document): {
  viewer: Tree['viewer'];
  source: Element | undefined;
  address: Found[];
} {
  const source = shownSourceOf(document);
  const url = urlOf(document);
  const viewer: Tree['viewer'] = isViewer(document)
    ? { adds: ({ written, place }) => place === 'text' || written === url }
    : source && xmlViewerOf(source);
  // The page may no longer contain the URL of its data: frame anywhere else.
  const address: Found[] =
    window === window.top || !isDataUrl(url)
      ? []
      : [{ written: url, place: 'location', name: 'url', destination: 'iframe' }];
  return { viewer, source, address };
}
