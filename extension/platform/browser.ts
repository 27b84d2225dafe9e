/** Provides one `browser` for Firefox and Chromium. Except for types, only this file imports webextension-polyfill. */
import browser, { type Menus, type Runtime, type Scripting, type Tabs } from 'webextension-polyfill';

export type { Menus, Runtime, Scripting, Tabs };
export { browser };

/** Whether this is Firefox, which differs in some APIs and in some instructions to the user. */
export const isFirefox = (): boolean => browser.runtime.getURL('').startsWith('moz-extension:');

const isPopup = (): boolean => location.pathname === '/popup.html';

/**
 * Opens a page of the extension in a new tab. Panels of Firefox's developer tools can't use `tabs`: from there, a page
 * that the panel opened earlier and that is still open is loaded again and brought to the front.
 *
 * @param active whether the tab is brought to the front, which closes the popup; always so from those panels
 */
export function openPage(page: string, active = true): void {
  const url = browser.runtime.getURL(page);
  // Firefox keeps the popup open over the new tab.
  if (browser.tabs)
    void browser.tabs.create({ url, active }).then(() => active && isPopup() && window.close());
  else window.open(url, page)?.focus();
}

/** The URL of the extension's page that inspects a tab. */
export const inspectorPage = (tabId: number, view: string | null = null): string =>
  `inspector.html?tab=${tabId}${view === null ? '' : `#${view}`}`;

/** Opens the workbench in a new tab or, from the inspector tab, in the same tab. */
export function openWorkbench(): void {
  if (location.pathname === '/inspector.html') location.hash = '#workbench';
  else openPage('inspector.html#workbench');
}

/**
 * Asks the user for access to sites. Must be called in a click handler. Panels of Firefox's developer tools cannot ask,
 * so they open the page that inspects the same tab, which can ask.
 *
 * @param origins match patterns
 * @returns false if the person refuses; the prompt may close the surface before that
 */
export async function requestSites(origins: string[]): Promise<boolean> {
  if (browser.permissions) return browser.permissions.request({ origins });
  openPage(inspectorPage(browser.devtools.inspectedWindow.tabId));
  return true;
}

/** Opens the options page, or switches to it if it is open. */
export function openOptions(): void {
  // Panels of Firefox's developer tools can't use this function.
  if (browser.runtime.openOptionsPage) void browser.runtime.openOptionsPage();
  else window.open(browser.runtime.getURL('options.html'));
}
