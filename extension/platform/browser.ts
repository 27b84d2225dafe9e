/** The only import of webextension-polyfill: the `browser` of Firefox and Chromium, unchanged. */
import browser, { type Menus, type Runtime, type Tabs } from 'webextension-polyfill';

export type { Menus, Runtime, Tabs };
export { browser };

/** Some instructions to the user differ between the two browsers. */
export const isFirefox = (): boolean => browser.runtime.getURL('').startsWith('moz-extension:');

/** Opens the workbench in a tab; from the inspector tab, in its place. */
export function openWorkbench(): void {
  const url = browser.runtime.getURL('inspector.html#workbench');
  if (location.pathname === '/inspector.html') location.hash = '#workbench';
  else if (browser.tabs) void browser.tabs.create({ url });
  else window.open(url);
}

/** Opens the options page, or switches to it where it is open. */
export function openOptions(): void {
  // Panels of Firefox's developer tools lack this function.
  if (browser.runtime.openOptionsPage) void browser.runtime.openOptionsPage();
  else window.open(browser.runtime.getURL('options.html'));
}
