/** The one import of webextension-polyfill: Firefox's and Chromium's `browser`, passed through as they are. */
import type { Menus, Runtime, Tabs } from 'webextension-polyfill';

export { default as browser } from 'webextension-polyfill';
export type { Menus, Runtime, Tabs };
