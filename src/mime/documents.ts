/**
 * Lists the media types that browsers load as documents that can run scripts, in frames, objects, and embeds alike. The
 * list was measured, because no standard contains one. test/attack/active.ts contains all types that were tried in both
 * browsers.
 */

import { type Browser, browsers } from '../vocabulary.ts';

export { type Browser, browsers };

const byType: Readonly<Record<string, readonly Browser[]>> = {
  'text/html': browsers,
  'text/xml': browsers,
  'application/xml': browsers,
  'application/xhtml+xml': browsers,
  'image/svg+xml': browsers,
  'application/atom+xml': ['Chromium'],
  'application/rss+xml': ['Chromium'],
  // Chromium reads this type as HTML.
  'text/xsl': ['Chromium'],
  'application/mathml+xml': ['Firefox'],
  'application/rdf+xml': ['Firefox'],
  'application/vnd.wap.xhtml+xml': ['Firefox'],
  // This type means unknown content, which Firefox sniffs for HTML and XML.
  '*/*': ['Firefox'],
  'application/x-unknown-content-type': ['Firefox'],
};

/** @returns the browsers in which a body of this essence becomes a document with scripts */
export const documentIn = (essence: string): readonly Browser[] =>
  Object.hasOwn(byType, essence) ? (byType[essence] as readonly Browser[]) : [];
