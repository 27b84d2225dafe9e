/** The reason why a page cannot be scanned, derived from the browser's error and the page's URL. */

import { browser, isFirefox } from '../../platform/browser.ts';
import { sitePattern } from '../../platform/origins.ts';
import type { Failure } from '../../platform/scan-state.ts';
import {
  browserPageErrorPattern,
  goneErrorPattern,
  nameTaken,
  storeErrorPattern,
} from '../frames/run-script.ts';

const stores =
  /^https:\/\/(?:chromewebstore\.google\.com|chrome\.google\.com\/webstore|microsoftedge\.microsoft\.com\/addons|addons\.mozilla\.org)/;

/**
 * The reason why a page cannot be scanned.
 *
 * @param url the tab's URL; undefined if the extension has no access to the tab
 * @param detail the browser's error message
 * @param byAction whether the user acted on the document; see `Tab.action`
 */
export async function failureOf(
  url: string | undefined,
  detail: string,
  byAction: boolean,
): Promise<Failure> {
  if (detail === nameTaken) return 'name-taken';
  if (storeErrorPattern.test(detail)) return 'store';
  if (goneErrorPattern.test(detail)) return 'page-gone';
  if (browserPageErrorPattern.test(detail)) return 'browser-page';
  // A page that is inaccessible even after a click has an opaque origin: its URL is a data: URL or empty.
  if (url === undefined || url === '') return byAction ? 'data-page' : 'needs-click';
  if (stores.test(url)) return 'store';
  const { protocol } = new URL(url);
  switch (protocol) {
    case 'http:':
    case 'https:':
      // Neither a click nor a grant gives access to pages that the browser or its administrator protects.
      if (!byAction && !(await mayRead(url))) return 'needs-click';
      // Firefox reports its viewers and error pages with the same message as protected sites.
      return isFirefox() ? 'restricted-firefox' : 'restricted';
    case 'data:':
      return 'data-page';
    case 'file:':
      return (await browser.extension.isAllowedFileSchemeAccess()) ? 'needs-click' : 'file-access';
    default:
      return 'browser-page';
  }
}

/** Whether the user has granted access to the site of a page. */
async function mayRead(url: string): Promise<boolean> {
  const site = sitePattern(url);
  return site !== null && browser.permissions.contains({ origins: [site] });
}
