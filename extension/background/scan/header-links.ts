/** Lists the data: URLs in the `Link` headers of documents, which browsers request before they parse the document. */

import { isDataUrl } from '../../../src/data-url/is-data-url.ts';
import { type ElementView, urlUseOf } from '../../../src/elements.ts';
import { parseLinkHeader } from '../../../src/mime/link-header.ts';
import { HTML } from '../../../src/namespaces.ts';
import { placeOf, valueParts } from '../../../src/payload/markup/attribute-urls.ts';
import { withoutFragment } from '../../../src/uri/fragment.ts';
import { invalidateAll } from '../model/entries.ts';
import type { Scan } from '../model/model.ts';
import { linksOf } from '../model/page-csp.ts';
import { awaitedFrames } from '../model/scan.ts';
import { postSoon } from '../posting.ts';
import { addFileSightings, type FileUrl } from '../sheets/file-sightings.ts';

/** Must be called when headers of the page become known, because its policies and links may have changed. */
export function headersCame(scan: Scan): void {
  scan.judged = null;
  postSoon(scan.tab, invalidateAll(scan.entries));
  listHeaderLinks(scan);
}

/**
 * Lists the data: URLs in the headers of documents, once per document, after everything received so far has been read.
 * Documents that are still being walked are handled later, so that their own data: URLs always come first.
 */
export function listHeaderLinks(scan: Scan): void {
  scan.inOrder(async () => {
    const awaited = new Set(awaitedFrames(scan));
    const links = linksOf(scan);
    for (const frame of scan.frames.values()) {
      const text = links.get(withoutFragment(frame.url));
      if (!text || frame.hasHeaderLinks || awaited.has(frame)) continue;
      frame.hasHeaderLinks = true;
      const holder = { url: '', holder: frame, element: 'link', selector: '' };
      postSoon(
        scan.tab,
        await addFileSightings(scan, [holder], { url: null, conditions: [], urls: urlsIn(text) }),
      );
    }
  });
}

/**
 * The data: URLs in a `Link` field. Each link is treated like a `link` element with the same attributes. Style sheets
 * are left out: only Firefox loads them, and the content script finds them among the document's sheets.
 */
const urlsIn = (text: string): FileUrl[] =>
  parseLinkHeader(text).flatMap(({ target, parameters }) => {
    const attributes = new Map([...parameters, ['href', target]]);
    const use = attributes.get('rel') ?? '';
    const view: ElementView = {
      ...{ namespace: HTML, name: 'link', parent: null, isFramed: false },
      attribute: (name) => attributes.get(name) ?? null,
      byId: () => null,
    };
    if (/\bstylesheet\b/i.test(use)) return [];
    return ['href', 'imagesrcset'].flatMap((name) => {
      const { syntax, destination } = urlUseOf(view, name, null) ?? { syntax: 'url', destination: 'none' };
      return [...valueParts(attributes.get(name) ?? '', syntax)]
        .filter(({ url }) => isDataUrl(url))
        .map(({ url }) => ({
          written: url,
          place: placeOf(syntax),
          name: 'Link',
          destination,
          use,
          nth: 0,
          rules: [],
        }));
    });
  });
