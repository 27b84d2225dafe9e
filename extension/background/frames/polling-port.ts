/**
 * Transports messages without the extension API. If a frame or an element of a page is named `chrome`, Chromium does
 * not install the API, so the page's content script can't open a port. Its messages then wait in the document, and the
 * worker polls them by injecting scripts that return them.
 */

import { browser, type Runtime } from '../../platform/browser.ts';
import { maxPerScan, portNames } from '../../platform/limits.ts';
import type { Scan } from '../model/model.ts';
import { delay } from '../timeout.ts';
import { resultOf } from './run-script.ts';

/** The document's link to the worker. A new link replaces the previous one. */
interface PolledLink {
  /**
   * Resolves with the waiting messages as JSON, each after the pieces of its Blobs; with an empty list if no message
   * arrives in time.
   */
  take(): Promise<(string | { piece: string })[]>;
  /** Delivers a command to the content script; null ends the link. */
  put(command: unknown): void;
}

declare global {
  /** The replacement for the extension API. */
  var dataUrlInspectorApi:
    | {
        scan: string;
        runtime: Pick<Runtime.Static, 'connect'> & { id?: string };
        link: PolledLink | undefined;
      }
    | undefined;
}

/**
 * Prepares a document for the content script, which is injected afterwards. The browser injects only this function's
 * source, so the function must contain everything that it uses.
 *
 * @param scan the scan's name
 * @returns the document's URL if Chromium installed no API, so that messages must be polled; otherwise null
 */
export function prepare(scan: string): string | null {
  globalThis.dataUrlInspectorScanName = scan;
  const world = globalThis as unknown as Record<'browser' | 'chrome', typeof browser | undefined>;
  for (const name of ['browser', 'chrome'] as const) {
    try {
      if (typeof world[name]?.runtime?.connect === 'function') return null;
    } catch {
      // Accessing a frame of another site throws an error.
    }
  }
  const own = Object.hasOwn(globalThis, 'dataUrlInspectorApi') ? globalThis.dataUrlInspectorApi : undefined;
  if (own?.scan === scan) return location.href;

  /**
   * Maximum size, in bytes, of a piece of a Blob. A call stops taking messages when their pieces and code units add up
   * to this number.
   */
  const maxSize = 1 << 20;
  /**
   * Maximum number of milliseconds that a call waits for a message, and maximum number of milliseconds between two
   * calls before the link ends.
   */
  const [maxWait, maxAway] = [10_000, 60_000];
  const binary = (blob: Blob) =>
    new Promise<string>((resolve, reject) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result as string);
      reader.onerror = () => reject(reader.error);
      reader.readAsBinaryString(blob);
    });

  const connect = () => {
    const waiting: (string | Blob)[] = [];
    const listeners = { message: [] as ((value: unknown) => void)[], disconnect: [] as (() => void)[] };
    let wake = () => {};
    let timer = 0;
    const send = (message: unknown) => {
      const json = JSON.stringify(message, (_, value) => {
        if (!(value instanceof Blob)) return value;
        waiting.push(value);
        return { blob: true };
      });
      waiting.push(json);
      wake();
    };
    const end = () => {
      api.runtime.id = undefined;
      for (const listener of listeners.disconnect.splice(0)) listener();
    };
    api.runtime.id = scan;
    api.link = {
      async take() {
        clearTimeout(timer);
        if (waiting.length === 0)
          await new Promise<void>((resolve) => {
            wake = resolve;
            setTimeout(resolve, maxWait);
          });
        const taken: (string | { piece: string })[] = [];
        let first = waiting[0];
        for (let size = 0; first !== undefined && size < maxSize; first = waiting[0]) {
          if (typeof first === 'string') {
            taken.push(first);
            waiting.shift();
            size += first.length;
          } else {
            taken.push({ piece: await binary(first.slice(0, maxSize)) });
            size += maxSize;
            if (first.size > maxSize) waiting[0] = first.slice(maxSize);
            else waiting.shift();
          }
        }
        timer = window.setTimeout(end, maxAway);
        return taken;
      },
      put(command) {
        if (command === null) end();
        else for (const listener of listeners.message) listener(command);
      },
    };
    return {
      postMessage: send,
      disconnect: () => send(null),
      onMessage: { addListener: (listener: (value: unknown) => void) => listeners.message.push(listener) },
      onDisconnect: { addListener: (listener: () => void) => listeners.disconnect.push(listener) },
    };
  };
  const api = {
    scan,
    runtime: { id: undefined as string | undefined, connect },
    link: undefined as PolledLink | undefined,
  };
  globalThis.dataUrlInspectorApi = api as unknown as typeof globalThis.dataUrlInspectorApi;
  return location.href;
}

/** Number of milliseconds to wait before the next call if the last call returned no messages in less than this time. */
const rest = 100;

const bytesOf = (binary: string) => Uint8Array.from(binary, (unit) => unit.charCodeAt(0));

let accept: (port: Runtime.Port) => void = () => {};

/**
 * Sets the listener for polled documents.
 *
 * @param listener called for each document whose messages are polled, with an object like the port of a content script
 */
export function onPolled(listener: typeof accept): void {
  accept = listener;
}

/**
 * Polls messages from a document until it is removed or the receiver disconnects. Must be called once per document and
 * scan.
 *
 * @param documentId the browser's id of the document
 * @param own the document's own URL
 */
export async function pollFrom(
  tabId: number,
  frameId: number,
  documentId: string,
  own: string,
  { nonce, signal, polled }: Scan,
): Promise<void> {
  if (polled.has(documentId) || signal.aborted) return;
  polled.add(documentId);
  const top = frameId === 0 ? await browser.tabs.get(tabId).catch(() => null) : null;
  const url = top?.url ?? own;
  const listeners = new Set<(message: unknown) => void>();
  const ended = new Set<() => void>();
  let isOpen = true;
  let isEndedHere = false;
  const run = (func: (...args: never[]) => unknown, args: unknown[]): Promise<unknown> =>
    resultOf(tabId, { documentIds: [documentId] }, { func: func as () => void, args });
  const put = (command: unknown) => {
    run(
      (scan: string, value: unknown) => {
        const api = Object.hasOwn(globalThis, 'dataUrlInspectorApi')
          ? globalThis.dataUrlInspectorApi
          : undefined;
        // The next scan may have injected its script already.
        if (api?.scan === scan) api.link?.put(value);
      },
      [nonce, command],
    ).catch(() => {});
  };
  const disconnect = () => {
    if (isOpen) put(null);
    isOpen = false;
    isEndedHere = true;
  };
  signal.addEventListener('abort', disconnect);
  accept({
    name: portNames.frame(nonce),
    sender: { tab: { id: tabId }, frameId, url, origin: URL.parse(url)?.origin },
    postMessage: put,
    disconnect,
    onMessage: { addListener: (listener: (message: unknown) => void) => listeners.add(listener) },
    onDisconnect: { addListener: (listener: () => void) => ended.add(listener) },
  } as unknown as Runtime.Port);

  const receiveMessage = (message: unknown) => {
    for (const listener of listeners) listener(message);
  };
  let blob = new Blob();
  const receive = (item: unknown) => {
    if (typeof item !== 'string') {
      blob = new Blob([blob, bytesOf(String((item as { piece?: unknown } | null)?.piece))]);
      if (blob.size > maxPerScan.size) throw new Error('Blob too large');
      // A large message takes a while to arrive, so each of its pieces counts as a message.
      return receiveMessage({ type: 'alive' });
    }
    const message: unknown = JSON.parse(item, (_, value) => {
      if (value?.blob !== true) return value;
      const whole = blob;
      blob = new Blob();
      return whole;
    });
    if (message === null) isOpen = false;
    else receiveMessage(message);
  };
  try {
    while (isOpen) {
      const start = performance.now();
      const taken = await run(
        () =>
          Object.hasOwn(globalThis, 'dataUrlInspectorApi')
            ? globalThis.dataUrlInspectorApi?.link?.take()
            : undefined,
        [],
      );
      if (!Array.isArray(taken)) break;
      for (const item of taken) if (isOpen) receive(item);
      if (taken.length === 0 && performance.now() - start < rest) await delay(rest);
    }
  } catch {
    // The document was removed, or another script has replaced this one.
  }
  signal.removeEventListener('abort', disconnect);
  polled.delete(documentId);
  // As with a real port, the side that disconnects receives no event.
  if (!isEndedHere) for (const listener of ended) listener();
  isOpen = false;
}
