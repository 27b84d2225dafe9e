/**
 * The site of the inspected page as reported by DevTools. Without access to the page, the worker doesn't know the site.
 */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { browser } from '../platform/browser.ts';
import { sharedSite, sitePattern } from '../platform/origins.ts';
import type { ReportState } from '../ui/report-client.ts';

/** Chromium's API, which the polyfill's types don't include. */
declare const chrome: {
  devtools: {
    inspectedWindow: { getResources?(done: (resources: { url: string; type?: string }[]) => void): void };
  };
};

/** Stands for an unknown site. */
export const anySite = '<all_urls>';

/** The Report with the page's own site, if DevTools knows it, so that surfaces don't ask for access to all sites. */
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
    // The list is in no particular order, so if it contains documents of several sites, any of them may be the page.
    // Firefox provides no such list, so the site becomes known only at the next navigation.
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
