/**
 * The content script's one call of the extension API. What it calls is the same in both browsers, and the polyfill
 * would be most of the script.
 */
import type { Runtime } from 'webextension-polyfill';

type Api = { readonly runtime?: Pick<Runtime.Static, 'connect'> & { readonly id?: string } };
declare const browser: Api | undefined;
declare const chrome: Api | undefined;

const runtime = () => (typeof browser === 'undefined' ? chrome : browser)?.runtime;

/** Whether the extension that put this script here is still there, as it was. */
export const isExtensionThere = (): boolean => runtime()?.id !== undefined;

/** Opens a port to the worker, which it starts if need be. @throws where the extension has gone or was updated */
export function connectToWorker(name: string): Runtime.Port {
  const api = runtime();
  if (!api) throw new Error('The extension has gone.');
  return api.connect({ name });
}
