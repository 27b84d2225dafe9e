/**
 * Documents that a viewer of the browser shows, and documents of data: frames. This is a part of the content script: see
 * `script-parts.ts`.
 */
import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import { contentTypeOf, elementsOf, urlOf } from './dom.ts';
import type { Found } from './finder.ts';
import type { Tree } from './listener.ts';

/**
 * Selects the element that contains the page's XML in Chromium's viewer. XML without a style sheet is shown in a
 * document of the browser.
 */
const xmlSource = '#webkit-xml-viewer-source-xml';

/**
 * The element that contains the page's own XML if the browser shows the XML in a document of its own. A page can
 * imitate such a document, so the rest of the document is walked as well, except for its running text.
 */
const shownSourceOf = (document: Document): Element | undefined =>
  contentTypeOf(document).endsWith('xml') ? elementsOf(document, xmlSource)[0] : undefined;

/**
 * Matches the arrows in Chromium's viewer: one path in one color. A page that imitates them can't hide anything else
 * this way.
 */
const viewerArrow =
  /^data:image\/svg\+xml,<svg xmlns='[\w:/.]{1,40}' fill='%23\w{1,8}' width='\d\d' height='\d\d'><path d='[\w ]{1,40}'\/><\/svg>$/;

/**
 * Whether one of the browser's own viewers shows the document of a data: frame. HTML and XML are shown without a
 * viewer. Any URL in such a document is the frame's own URL or text.
 */
const isViewer = (document: Document): boolean =>
  urlOf(document).startsWith('data:') && !/^text\/(?:html|xsl)$|[/+]xml$/.test(contentTypeOf(document));

/** The URL of a frame that shows a data: URL, because the page may no longer contain that URL anywhere else. */
function ownAddress(): Found[] {
  const written = urlOf(document);
  return window === window.top || !isDataUrl(written)
    ? []
    : [{ written, place: 'location', name: 'url', destination: 'iframe' }];
}

/** How the browser shows a document, the element with the document's own XML, and the URL of its data: frame. */
export function viewerOf(document: Document): {
  viewer: Tree['viewer'];
  source: Element | undefined;
  address: Found[];
} {
  const source = shownSourceOf(document);
  const url = urlOf(document);
  const viewer =
    source || isViewer(document)
      ? { adds: (written: string) => written === url || viewerArrow.test(written) }
      : undefined;
  return { viewer, source, address: ownAddress() };
}
