/** The content script on its way into the frames of a tab. */
import { browser } from '../platform/browser.ts';
import { saysGone } from './failure.ts';
import { delay } from './patience.ts';
import { prepare, pullFrom } from './pulled-port.ts';
import type { Scan } from './scan.ts';

declare global {
  /** See the content script. */
  var dataUrlInspectorScanName: string | undefined;
}

type Target = { frameIds: [0] } | { allFrames: true };
/** What `prepare` came to in a document. */
type Prepared = { frameId: number; documentId: string; result?: unknown };

/** Posts the scan's name and then the script: each frame gets them in this order. */
async function inject(tabId: number, where: Target, scan: Scan): Promise<boolean> {
  const target = { tabId, ...where };
  // Else one frame that never ends loading would hold back the answer for all.
  const injectImmediately = true;
  const [named, scripts] = await Promise.all([
    browser.scripting.executeScript({ target, injectImmediately, func: prepare, args: [scan.nonce] }),
    browser.scripting.executeScript({ target, injectImmediately, files: ['content.js'] }),
  ]);
  for (const each of named as unknown as Prepared[]) {
    if (typeof each.result === 'string')
      void pullFrom(tabId, each.frameId, each.documentId, each.result, scan);
  }
  return scripts.length > 0;
}

/** A document that goes while the script is on its way gives way to another, as often as that happens. */
const maxDocuments = 5;

/**
 * Puts the content script into the top document, whichever stays. It resolves late or never where that is busy.
 *
 * @returns whether the browser let it in
 * @throws as the browser does, where it lets no script in
 */
export async function injectTop(tabId: number, scan: Scan): Promise<boolean> {
  for (let document = 1; ; document++) {
    try {
      return await inject(tabId, { frameIds: [0] }, scan);
    } catch (error) {
      // What another scan has put there by now must not be given this one's name.
      if (document === maxDocuments || scan.signal.aborted || !saysGone.test(String(error))) throw error;
    }
  }
}

/**
 * Puts the content script into all frames that let it in; those that have it go on with what they do. Nobody can wait
 * for the outcome: Chromium tells none while one frame has no document element yet, or is busy.
 */
export function injectEverywhere(tabId: number, scan: Scan): void {
  // What cannot be injected is named by the document that holds it.
  inject(tabId, { allFrames: true }, scan).catch(() => {});
}

/** Milliseconds that a frame has to remember what is under the pointer: a busy one does not hold back a click. */
const hoverTime = 1000;

/** Lets the frame's content script know, when it comes, what is under the pointer now. */
export async function rememberHovered(tabId: number, frameId: number): Promise<void> {
  const remember = () => {
    const hovered = [...document.querySelectorAll(':hover')].at(-1);
    if (hovered) globalThis.dataUrlInspectorHovered = new WeakRef(hovered);
  };
  const remembered = browser.scripting
    .executeScript({ target: { tabId, frameIds: [frameId] }, func: remember, injectImmediately: true })
    // Where this fails the scan does too, and says why.
    .catch(() => {});
  await Promise.race([remembered, delay(hoverTime)]);
}
