/** Injects the content script into the frames of a tab. */

import { isFirefox } from '../../platform/browser.ts';
import { contentScripts, type PartName } from '../../platform/content-scripts.ts';
import type { Scan } from '../model/model.ts';
import { during } from '../model/scan.ts';
import { delay } from '../timeout.ts';
import { pollFrom, prepare } from './polling-port.ts';
import {
  goneErrorPattern,
  isOfBrowserPage,
  nameTaken,
  resultOf,
  runScript,
  type Where,
} from './run-script.ts';

declare global {
  /** This name is declared in the content script. */
  var dataUrlInspectorScanName: string | undefined;
}

/**
 * Runs in the page's own world, in which no extension API is installed.
 *
 * @returns whether this document contains a frame of another origin named `chrome`, and whether a document in one of
 *   its accessible frames does
 */
function foreignNames(): [own: boolean, within: boolean] {
  // A page can replace every function that is called here, and so notice the call. In a page without frames, as most
  // pages are, this function calls none.
  if (!window[0]) return [false, false];
  const isForeign = (own: Window & typeof globalThis): boolean => {
    try {
      // Looks up frames and elements by name through the prototype: in the page's own world, `own.chrome` is the
      // browser's object.
      const named = Reflect.get(Object.getPrototypeOf(own.Window.prototype), 'chrome', own);
      // Not `?.`, which a minifier would drop because it assumes that reading a property cannot throw.
      if (named) void named.document;
      return false;
    } catch (error) {
      // Any other error comes from the page, which must have replaced a function that is used here.
      return (error as Error).name === 'SecurityError';
    }
  };
  const isForeignWithin = (around: Window): boolean => {
    for (let n = 0, child = around[0]; child; child = around[++n]) {
      try {
        void child.document;
        if (isForeign(child as Window & typeof globalThis) || isForeignWithin(child)) return true;
      } catch {
        // Accessing a frame of another origin throws an error.
      }
    }
    return false;
  };
  return [isForeign(window), isForeignWithin(window)];
}

/**
 * Whether scripts must not be injected into the tab's documents. Chromium ends a page's process when it installs the
 * extension API in a document that contains a frame of another origin named `chrome`, because it cannot add the API to
 * that frame. If the script was injected when the document began, the API is already installed.
 */
async function isNameTaken({ tab }: Scan): Promise<boolean> {
  if (isFirefox()) return false;
  const names = await resultOf(tab.id, { frameIds: [0] }, { func: foreignNames, world: 'MAIN' });
  const [own, isWithin] = (names ?? []) as boolean[];
  return isWithin === true || (own === true && !tab.isEntered);
}

/**
 * Injects the scan's name and then the script. Each frame receives them in this order.
 *
 * @returns the ids of the frames into which the script was injected
 */
async function inject(scan: Scan, where: Where): Promise<number[]> {
  const tabId = scan.tab.id;
  const [named, scripts] = await Promise.all([
    runScript(tabId, where, { func: prepare, args: [scan.nonce] }),
    runScript(tabId, where, { files: contentScripts }),
  ]);
  for (const { frameId, documentId, result } of named)
    if (typeof result === 'string') void pollFrom(tabId, frameId, documentId, result, scan);
  return scripts.map(({ frameId }) => frameId);
}

/** Maximum number of attempts to inject the script. An attempt fails if the document is replaced in the meantime. */
const maxDocuments = 5;

/**
 * Injects the content script into the top document, even if another document replaces it in the meantime. If the
 * document is busy, the promise resolves late or never.
 *
 * @returns whether the browser injected the script
 * @throws the browser's error if it refuses the script, or an error with the message `nameTaken`
 */
export async function injectTop(scan: Scan): Promise<boolean> {
  for (let document = 1; ; document++) {
    try {
      // `during` throws an error if the next scan has begun, because its script must not receive this scan's name.
      if (await during(scan, isNameTaken(scan))) throw new Error(nameTaken);
      return (await during(scan, inject(scan, { frameIds: [0] }))).length > 0;
    } catch (error) {
      if (document === maxDocuments || !goneErrorPattern.test(String(error))) throw error;
    }
  }
}

/**
 * Injects the content script into all frames that allow it. Frames that already contain the script are not affected.
 * Callers should not wait for the promise: in Chromium, it stays pending while a frame has no document element yet or
 * is busy.
 */
export async function injectEverywhere(scan: Scan): Promise<void> {
  scan.injecting++;
  try {
    // A busy top document must not delay the injection into documents of other processes.
    if (await during(scan, Promise.race([isNameTaken(scan), delay(probeTime)]))) return;
    for (const frameId of await inject(scan, { allFrames: true })) scan.injected.add(frameId);
  } catch {
    // If the script cannot be injected into a frame, the parent document reports the frame.
  } finally {
    scan.injecting--;
    scan.notify();
  }
}

/** Injects a part of the content script that a frame has requested. Resolves even if the injection fails. */
export async function injectPart(tabId: number, frameId: number, name: PartName): Promise<void> {
  try {
    await runScript(tabId, { frameIds: [frameId] }, { files: [`${name}.js`] });
  } catch {
    // Without this part, the content script reports what it could not scan.
  }
}

/**
 * Whether the tab's top document is still the one that was scanned; true if unknown. Chromium closes the port of a
 * document a moment after the user has left it. Firefox leaves the port open in the back/forward cache, and a page can
 * prevent the extension's script from noticing the navigation.
 */
export async function isTopOf({ tab, nonce }: Scan): Promise<boolean> {
  try {
    const func = (name: string) => globalThis.dataUrlInspectorScan?.name === name;
    return (await resultOf(tab.id, { frameIds: [0] }, { func, args: [nonce] })) !== false;
  } catch (error) {
    return !isOfBrowserPage(error);
  }
}

/** Number of milliseconds within which a document must answer whether a script may be injected into it. */
const probeTime = 1000;
