/**
 * Builds the worker without webextension-polyfill. In all supported versions of the browsers, the worker has its own
 * `browser`, for which the polyfill does nothing. Pages keep the polyfill for DevTools pages in Chromium before version
 * 152.
 */
import type { Plugin } from 'esbuild';

export const nativeBrowser: Plugin = {
  name: 'native-browser',
  setup(build) {
    build.onLoad({ filter: /[\\/]webextension-polyfill[\\/]dist[\\/]browser-polyfill\.js$/ }, () => ({
      contents: 'module.exports = globalThis.browser;',
      loader: 'js',
    }));
  },
};
