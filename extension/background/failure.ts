/** Why a page cannot be read, from what the browser says and what address it has. */
import { browser } from '../platform/browser.ts';
import type { Failure } from '../platform/messages.ts';

const stores =
  /^https:\/\/(?:chromewebstore\.google\.com|chrome\.google\.com\/webstore|microsoftedge\.microsoft\.com\/addons|addons\.mozilla\.org)/;

/** @param url the tab's address, or undefined where the extension has no access to the tab at all */
export async function failureOf(url: string | undefined): Promise<Failure> {
  if (url === undefined || url === '') return 'needs-click';
  if (stores.test(url)) return 'store';
  const { protocol } = new URL(url);
  switch (protocol) {
    case 'http:':
    case 'https:':
      return 'needs-click';
    case 'data:':
      return 'data-page';
    case 'file:':
      return (await browser.extension.isAllowedFileSchemeAccess()) ? 'needs-click' : 'file-access';
    default:
      return 'browser-page';
  }
}
