/**
 * The worker without webextension-polyfill: in each supported version the browser's own `browser` is there, with which
 * the polyfill steps aside. Pages keep it, for those of DevTools before Chromium 152.
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
