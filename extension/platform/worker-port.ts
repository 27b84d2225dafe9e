/**
 * The content script's one call of the extension API. What it calls is the same in both browsers, and the polyfill
 * would be most of the script.
 */
import type { Runtime } from 'webextension-polyfill';

interface Api {
  readonly runtime?: Pick<Runtime.Static, 'connect'> & { readonly id?: string };
  readonly dom?: { openOrClosedShadowRoot?(element: HTMLElement): ShadowRoot | null };
}

declare const browser: Api | undefined;
declare const chrome: Api | undefined;

/**
 * A part of the API. A frame or an element of the page may have taken the name of one of them; then the other is the
 * browser's, or none is.
 *
 * @param method what it has to have
 */
export function apiPart<Part extends keyof Api>(part: Part, method: string): Api[Part] | undefined {
  for (const api of [() => browser, () => chrome, () => globalThis.dataUrlInspectorApi as Api]) {
    try {
      const found = api()?.[part];
      if (found && typeof Reflect.get(found, method) === 'function') return found;
    } catch {
      // A name that is not there, or a frame of another site.
    }
  }
  return undefined;
}

const runtime = () => apiPart('runtime', 'connect');

/** Whether the extension that put this script here is still there, as it was. */
export const isExtensionThere = (): boolean => runtime()?.id !== undefined;

/** Opens a port to the worker, which it starts if need be. @throws where the extension has gone or was updated */
export function connectToWorker(name: string): Runtime.Port {
  const api = runtime();
  if (!api) throw new Error('The extension has gone.');
  return api.connect({ name });
}
