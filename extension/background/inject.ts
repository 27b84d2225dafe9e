/** The content script on its way into the frames of a tab. */
import { browser, isFirefox } from '../platform/browser.ts';
import { goneErrorPattern, nameTaken } from './failure.ts';
import { prepare, pullFrom } from './pulled-port.ts';
import { during, type Scan } from './scan.ts';
import { delay } from './timeout.ts';

declare global {
  /** See the content script. */
  var dataUrlInspectorScanName: string | undefined;
}

type Target = { frameIds: [0] } | { allFrames: true };
/** What `prepare` came to in a document. */
type Prepared = { frameId: number; documentId: string; result?: unknown };

/**
 * Runs in the page's own world, where no API is installed.
 *
 * @returns whether this document, and one that it may look into, has a frame of another origin named `chrome`
 */
function foreignNames(): [own: boolean, within: boolean] {
  const isForeign = (own: Window & typeof globalThis): boolean => {
    try {
      // Frames and elements by their names: the page's own world has a `chrome` in front of them.
      void Reflect.get(Object.getPrototypeOf(own.Window.prototype), 'chrome', own)?.document;
      return false;
    } catch {
      return true;
    }
  };
  const open = Array.from(window as unknown as ArrayLike<Window>);
  let isWithin = false;
  for (let child = open.pop(); child; child = open.pop()) {
    try {
      void child.document;
      isWithin ||= isForeign(child as Window & typeof globalThis);
      open.push(...Array.from(child as unknown as ArrayLike<Window>));
    } catch {
      // A frame of another origin.
    }
  }
  return [isForeign(window), isWithin];
}

/**
 * Chromium ends a page's process when it installs the API of extensions in a document with a frame of another origin
 * named `chrome`, which it cannot add it to. Where our script came as the document began, the API is there already.
 *
 * @returns whether the tab's documents must be left alone
 */
async function isNameTaken({ tab }: Scan): Promise<boolean> {
  if (isFirefox()) return false;
  const target = { tabId: tab.id, frameIds: [0] };
  const [outcome] = await browser.scripting.executeScript({
    target,
    injectImmediately: true,
    func: foreignNames,
    world: 'MAIN',
  });
  const [own, isWithin] = (outcome?.result ?? []) as boolean[];
  return isWithin === true || (own === true && !tab.isEntered);
}

/** Posts the scan's name and then the script: each frame gets them in this order. */
async function inject(scan: Scan, where: Target): Promise<boolean> {
  const tabId = scan.tab.id;
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
export async function injectTop(scan: Scan): Promise<boolean> {
  for (let document = 1; ; document++) {
    try {
      // The next scan's script, which may be there by now, must not be given this one's name.
      if (await during(scan, isNameTaken(scan))) throw new Error(nameTaken);
      return await during(scan, inject(scan, { frameIds: [0] }));
    } catch (error) {
      if (document === maxDocuments || !goneErrorPattern.test(String(error))) throw error;
    }
  }
}

/**
 * Puts the content script into all frames that let it in; those that have it go on with what they do. Nobody can wait
 * for the outcome: Chromium tells none while one frame has no document element yet, or is busy.
 */
export async function injectEverywhere(scan: Scan): Promise<void> {
  try {
    // A top document that is busy does not hold back those of other processes.
    if (await during(scan, Promise.race([isNameTaken(scan), delay(probeTime)]))) return;
    await inject(scan, { allFrames: true });
  } catch {
    // What cannot be injected is named by the document that holds it.
  }
}

/**
 * Whether the tab's top document is the one that a scan is in, as far as can be told. Chromium closes the port of one
 * that it keeps to come back to; Firefox leaves it open, and a page can keep its script from hearing that it was left.
 */
export async function isTopOf({ tab, nonce }: Scan): Promise<boolean> {
  if (!isFirefox()) return true;
  try {
    const [outcome] = await browser.scripting.executeScript({
      target: { tabId: tab.id, frameIds: [0] },
      injectImmediately: true,
      func: (name: string) => globalThis.dataUrlInspectorScan?.name === name,
      args: [nonce],
    });
    return outcome?.result !== false;
  } catch {
    return true;
  }
}

/** Milliseconds that a document has to say whether it may be entered. */
const probeTime = 1000;

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
