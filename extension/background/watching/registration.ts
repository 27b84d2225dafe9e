/** Makes the browser inject the content script into pages of the sites on the watch list. */
import { browser } from '../../platform/browser.ts';
import { contentScripts } from '../../platform/content-scripts.ts';
import { watchedSites } from '../../platform/watched-sites.ts';

const scriptId = 'watched-sites';

/**
 * Registers the content script for the sites on the watch list. Must be repeated after every update of the extension,
 * which ends the registration.
 */
export function registerSites(): Promise<void> {
  return navigator.locks.request(scriptId, async () => {
    const matches = await watchedSites();
    const script = { id: scriptId, matches, js: contentScripts, runAt: 'document_start' as const };
    const ids = [scriptId];
    const isRegistered = (await browser.scripting.getRegisteredContentScripts({ ids })).length > 0;
    // The registration is updated rather than removed and added back, because the worker may be stopped between the two
    // steps.
    if (matches.length === 0) {
      if (isRegistered) await browser.scripting.unregisterContentScripts({ ids });
    } else if (isRegistered) await browser.scripting.updateContentScripts([script]);
    else await browser.scripting.registerContentScripts([script]);
  });
}
