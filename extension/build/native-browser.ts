/**
 * Builds the worker without webextension-polyfill. The worker needs only the namespace: `chrome` returns promises, too.
 * Before version 152, Chromium has no `browser` in an extension with a DevTools page. Pages keep the polyfill, because
 * the functions of `devtools` take callbacks, and because listeners of `onMessage` there can't answer with a promise.
 */
import type { Plugin } from 'esbuild';

export const nativeBrowser: Plugin = {
  name: 'native-browser',
  setup(build) {
    build.onLoad({ filter: /[\\/]webextension-polyfill[\\/]dist[\\/]browser-polyfill\.js$/ }, () => ({
      contents: 'export default globalThis.browser ?? globalThis.chrome;',
      loader: 'js',
    }));
  },
};
