/**
 * Messages without the extension's API. Where a frame or an element of a page has the name `chrome`, Chromium installs
 * no API beside it, and nobody can connect from there. What the content script sends waits in the document then, and
 * the worker fetches it as the result of a script, again and again.
 */
import { browser, type Runtime } from '../platform/browser.ts';
import { maxPerScan, portNames } from '../platform/limits.ts';
import type { Scan } from './scan.ts';
import { delay } from './timeout.ts';

/** What stands in the document: one link to the worker, the latest. */
interface PulledLink {
  /** Resolves with what waits, or with nothing after a while: messages as JSON, and before each the pieces of its Blob. */
  take(): Promise<(string | { piece: string })[]>;
  /** A command, or null: the link has ended. */
  put(command: unknown): void;
}

declare global {
  /** In the place of the extension's API. */
  var dataUrlInspectorApi:
    | {
        scan: string;
        runtime: Pick<Runtime.Static, 'connect'> & { id?: string };
        link: PulledLink | undefined;
      }
    | undefined;
}

/**
 * Runs in a document, before the content script; so all that it needs stands in it.
 *
 * @param scan the scan's name
 * @returns where Chromium installed no API, the document's address: its messages are to be pulled
 */
export function prepare(scan: string): string | null {
  globalThis.dataUrlInspectorScanName = scan;
  const world = globalThis as unknown as Record<'browser' | 'chrome', typeof browser | undefined>;
  for (const name of ['browser', 'chrome'] as const) {
    try {
      if (typeof world[name]?.runtime?.connect === 'function') return null;
    } catch {
      // A frame of another site.
    }
  }
  const own = Object.hasOwn(globalThis, 'dataUrlInspectorApi') ? globalThis.dataUrlInspectorApi : undefined;
  if (own?.scan === scan) return location.href;

  /** Bytes of a piece of a Blob, and code units after which no more is taken at once. */
  const most = 1 << 20;
  /** Milliseconds that the worker waits for a message, and that it may be away. */
  const [longestWait, longestAway] = [10_000, 60_000];
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
            setTimeout(resolve, longestWait);
          });
        const taken: (string | { piece: string })[] = [];
        let first = waiting[0];
        for (let size = 0; first !== undefined && size < most; first = waiting[0]) {
          if (typeof first === 'string') {
            taken.push(first);
            waiting.shift();
            size += first.length;
          } else {
            taken.push({ piece: await binary(first.slice(0, most)) });
            size += most;
            if (first.size > most) waiting[0] = first.slice(most);
            else waiting.shift();
          }
        }
        timer = window.setTimeout(end, longestAway);
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
    link: undefined as PulledLink | undefined,
  };
  globalThis.dataUrlInspectorApi = api as unknown as typeof globalThis.dataUrlInspectorApi;
  return location.href;
}

/** Milliseconds between two times that nothing was there, at the least. */
const rest = 100;

const bytesOf = (binary: string) => Uint8Array.from(binary, (unit) => unit.charCodeAt(0));

let accept: (port: Runtime.Port) => void = () => {};

/** @param listener called with what behaves as the port of a content script, for each document that is pulled from */
export function onPulled(listener: typeof accept): void {
  accept = listener;
}

/**
 * Pulls from a document until it has gone, or who has the port ends it; once in a scan.
 *
 * @param documentId the browser's
 * @param own what the document says of its address
 */
export async function pullFrom(
  tabId: number,
  frameId: number,
  documentId: string,
  own: string,
  { nonce, signal, pulled }: Scan,
): Promise<void> {
  if (pulled.has(documentId) || signal.aborted) return;
  pulled.add(documentId);
  const top = frameId === 0 ? await browser.tabs.get(tabId).catch(() => null) : null;
  const url = top?.url ?? own;
  const target = { tabId, documentIds: [documentId] } as unknown as { tabId: number };
  const heard = new Set<(message: unknown) => void>();
  const ended = new Set<() => void>();
  let isOpen = true;
  let isEndedHere = false;
  const run = async (func: (...args: never[]) => unknown, args: unknown[]): Promise<unknown> => {
    const [outcome] = await browser.scripting.executeScript({
      target,
      injectImmediately: true,
      func: func as () => void,
      args,
    });
    return outcome?.result;
  };
  const put = (command: unknown) => {
    run(
      (scan: string, value: unknown) => {
        const api = Object.hasOwn(globalThis, 'dataUrlInspectorApi')
          ? globalThis.dataUrlInspectorApi
          : undefined;
        // The next scan may be there already.
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
    onMessage: { addListener: (listener: (message: unknown) => void) => heard.add(listener) },
    onDisconnect: { addListener: (listener: () => void) => ended.add(listener) },
  } as unknown as Runtime.Port);

  const hear = (message: unknown) => {
    for (const listener of heard) listener(message);
  };
  let blob = new Blob();
  const receive = (item: unknown) => {
    if (typeof item !== 'string') {
      blob = new Blob([blob, bytesOf(String((item as { piece?: unknown } | null)?.piece))]);
      if (blob.size > maxPerScan.size) throw new Error('A Blob beyond all that a page may report.');
      // A large one takes its time; and each piece counts as a message.
      return hear({ type: 'alive' });
    }
    const message: unknown = JSON.parse(item, (_, value) => {
      if (value?.blob !== true) return value;
      const whole = blob;
      blob = new Blob();
      return whole;
    });
    if (message === null) isOpen = false;
    else hear(message);
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
    // The document has gone, or what runs there is not ours.
  }
  signal.removeEventListener('abort', disconnect);
  pulled.delete(documentId);
  // As of a port: who ends it is not told.
  if (!isEndedHere) for (const listener of ended) listener();
  isOpen = false;
}
