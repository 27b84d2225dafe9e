/**
 * The content script's only access to the extension API. The functions that the script uses are the same in both
 * browsers, so it does without the polyfill, which would make up most of the script.
 */
import type { Runtime } from 'webextension-polyfill';

interface Api {
  /** `getFrameId` exists only in Firefox. */
  readonly runtime?: Pick<Runtime.Static, 'connect'> &
    Partial<Pick<Runtime.Static, 'getFrameId'>> & { readonly id?: string };
  readonly dom?: { openOrClosedShadowRoot?(element: HTMLElement): ShadowRoot | null };
}

declare const browser: Api | undefined;
declare const chrome: Api | undefined;

/**
 * A part of the API, from `browser`, `chrome` or the API's replacement (`polling-port.ts`). A frame or an element of
 * the page may have taken either of these names.
 *
 * @param method a method that the part must have
 */
export function apiPart<Part extends keyof Api>(part: Part, method: string): Api[Part] | undefined {
  for (const api of [() => browser, () => chrome, () => globalThis.dataUrlInspectorApi as Api]) {
    try {
      const found = api()?.[part];
      if (found && typeof Reflect.get(found, method) === 'function') return found;
    } catch {
      // The name does not exist, or it belongs to a frame of another site.
    }
  }
  return undefined;
}

const runtime = () => apiPart('runtime', 'connect');

/** Whether the extension that injected this script is still running. */
export const isExtensionThere = (): boolean => runtime()?.id !== undefined;

/** Opens a port to the worker, which is started if needed. @throws if the extension was removed or updated */
export function connectToWorker(name: string): Runtime.Port {
  const api = runtime();
  if (!api) throw new Error('The extension has gone.');
  return api.connect({ name });
}
