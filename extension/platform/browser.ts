/** The one import of webextension-polyfill: Firefox's and Chromium's `browser`, passed through as they are. */
import browser, { type Menus, type Runtime, type Tabs } from 'webextension-polyfill';

export type { Menus, Runtime, Tabs };
export { browser };

/** The two differ in what a person has to do in the browser itself. */
export const isFirefox = (): boolean => browser.runtime.getURL('').startsWith('moz-extension:');

/** Opens the workbench in a tab; from the inspector tab, in its place. */
export function openWorkbench(): void {
  const url = browser.runtime.getURL('inspector.html#workbench');
  if (location.pathname === '/inspector.html') location.hash = '#workbench';
  else if (browser.tabs) void browser.tabs.create({ url });
  else window.open(url);
}

/** Opens the options page, or goes to it where it is open. */
export function openOptions(): void {
  // Firefox's developer tools give a panel no such function.
  if (browser.runtime.openOptionsPage) void browser.runtime.openOptionsPage();
  else window.open(browser.runtime.getURL('options.html'));
}
