/** Checks which sites the user has granted access to. */
import { browser } from '../platform/browser.ts';
import { sitePattern } from '../platform/origins.ts';

/**
 * Returns a function that checks whether the script may run in the document at a URL or, for a URL without a site,
 * whether all sites are granted. The function asks the browser once per site. Because grants may change, it must be
 * used for one round of checks only.
 */
export function grantsNow(): (url: string) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  return (url) => {
    const site = sitePattern(url) ?? '<all_urls>';
    const isGranted = known.get(site) ?? browser.permissions.contains({ origins: [site] });
    known.set(site, isGranted);
    return isGranted;
  };
}
