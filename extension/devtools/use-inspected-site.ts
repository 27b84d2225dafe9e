/** The site of the inspected page as reported by DevTools. The worker doesn't know it without access to the page. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { browser } from '../platform/browser.ts';
import { sharedSite, sitePattern } from '../platform/origins.ts';
import type { ReportState } from '../ui/report-client.ts';

/** Chromium's API, which is missing from the polyfill's types. */
declare const chrome: {
  devtools: {
    inspectedWindow: { getResources?(done: (resources: { url: string; type?: string }[]) => void): void };
  };
};

/** Represents a site that isn't known. */
export const anySite = '<all_urls>';

/** The Report with the page's own site if it is known, so that no surface asks for access to all sites. */
export function useInspectedSite<Report extends ReportState | null>(report: Report): Report {
  const [site, setSite] = useState<string | null>(null);
  useEffect(() => {
    const { network } = browser.devtools;
    let hasNavigated = false;
    const navigated = (url: string) => {
      hasNavigated = true;
      setSite(sitePattern(url));
    };
    network.onNavigated.addListener(navigated);
    // The list has no particular order, so if there are documents of several sites, any of them may be the page. Firefox
    // has no such list, so only the next page is known there.
    chrome.devtools.inspectedWindow.getResources?.((resources) => {
      const documents = resources.filter(({ type }) => type === 'document');
      if (!hasNavigated) setSite(sharedSite(documents.map(({ url }) => url)));
    });
    return () => network.onNavigated.removeListener(navigated);
  }, []);
  return useMemo(
    () => (report?.origin === anySite && site !== null ? { ...report, origin: site } : report),
    [report, site],
  );
}
