/** The sites that the user has granted. */
import { browser } from '../platform/browser.ts';
import { sitePattern } from '../platform/origins.ts';

/**
 * Asks the browser once per site. Grants may change, so the returned function is for one round of questions.
 *
 * @returns whether the script may run in the document at a URL; for a URL without a site, whether all sites are granted
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
