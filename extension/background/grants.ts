/** Which sites the user has granted. */
import { browser } from '../platform/browser.ts';
import { sitePattern } from '../platform/origins.ts';

/**
 * Asks the browser once for each site, however many of its addresses are asked for. A grant may come or go: this is
 * for one round of questions.
 *
 * @returns whether the script may enter what stands at an address, or all sites where it belongs to none
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
