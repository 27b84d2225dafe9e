/**
 * The content script's only access to the extension API. The functions that it uses are the same in both browsers, and
 * the polyfill would make up most of the script.
 */
import type { Runtime } from 'webextension-polyfill';

interface Api {
  /** Only Firefox has `getFrameId`. */
  readonly runtime?: Pick<Runtime.Static, 'connect'> &
    Partial<Pick<Runtime.Static, 'getFrameId'>> & { readonly id?: string };
  readonly dom?: { openOrClosedShadowRoot?(element: HTMLElement): ShadowRoot | null };
}

declare const browser: Api | undefined;
declare const chrome: Api | undefined;

/**
 * A part of the API under `browser` or `chrome`, or of its replacement (`polling-port.ts`), because a frame or an
 * element of the page may have taken one or both of these names.
 *
 * @param method a method that the part must have
 */
export function apiPart<Part extends keyof Api>(part: Part, method: string): Api[Part] | undefined {
  for (const api of [() => browser, () => chrome, () => globalThis.dataUrlInspectorApi as Api]) {
    try {
      const found = api()?.[part];
      if (found && typeof Reflect.get(found, method) === 'function') return found;
    } catch {
      // The name does not exist, or it is a frame of another site.
    }
  }
  return undefined;
}

const runtime = () => apiPart('runtime', 'connect');

/** Whether the extension that injected this script is still running. */
export const isExtensionThere = (): boolean => runtime()?.id !== undefined;

/** Opens a port to the worker, and starts the worker if needed. @throws if the extension was removed or updated */
export function connectToWorker(name: string): Runtime.Port {
  const api = runtime();
  if (!api) throw new Error('The extension has gone.');
  return api.connect({ name });
}
