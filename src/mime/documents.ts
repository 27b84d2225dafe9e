/**
 * Of which media types browsers make documents in which scripts run, in frames, objects and embeds alike. Measured,
 * for no standard says it: test/attack/active.ts has all types that were tried, and both browsers are asked.
 */

export const browsers = ['Chromium', 'Firefox'] as const;
export type Browser = (typeof browsers)[number];

const byType: Readonly<Record<string, readonly Browser[]>> = {
  'text/html': browsers,
  'text/xml': browsers,
  'application/xml': browsers,
  'application/xhtml+xml': browsers,
  'image/svg+xml': browsers,
  'application/atom+xml': ['Chromium'],
  'application/rss+xml': ['Chromium'],
  // Read as HTML.
  'text/xsl': ['Chromium'],
  'application/mathml+xml': ['Firefox'],
  'application/rdf+xml': ['Firefox'],
  'application/vnd.wap.xhtml+xml': ['Firefox'],
  // Unknown content, in which Firefox looks for HTML and XML.
  '*/*': ['Firefox'],
  'application/x-unknown-content-type': ['Firefox'],
};

/** @returns the browsers in which what has this essence is a document with scripts */
export const documentIn = (essence: string): readonly Browser[] =>
  Object.hasOwn(byType, essence) ? (byType[essence] as readonly Browser[]) : [];
