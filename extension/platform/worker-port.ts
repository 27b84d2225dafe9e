/**
 * The content script's one call of the extension API. What it calls is the same in both browsers, and the polyfill
 * would be most of the script.
 */
import type { Runtime } from 'webextension-polyfill';

interface Api {
  readonly runtime?: Pick<Runtime.Static, 'connect'> & { readonly id?: string };
}

declare const browser: Api | undefined;
declare const chrome: Api | undefined;

/** A frame or an element of the page may have taken the name of one of them; then the other is the browser's, or none is. */
const runtime = (): Api['runtime'] => {
  for (const api of [() => browser, () => chrome, () => globalThis.dataUrlInspectorApi]) {
    try {
      const found = api()?.runtime;
      if (typeof found?.connect === 'function') return found;
    } catch {
      // A name that is not there, or a frame of another site.
    }
  }
  return undefined;
};

/** Whether the extension that put this script here is still there, as it was. */
export const isExtensionThere = (): boolean => runtime()?.id !== undefined;

/** Opens a port to the worker, which it starts if need be. @throws where the extension has gone or was updated */
export function connectToWorker(name: string): Runtime.Port {
  const api = runtime();
  if (!api) throw new Error('The extension has gone.');
  return api.connect({ name });
}
