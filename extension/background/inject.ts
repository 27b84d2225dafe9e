/** Injects the content script into the frames of a tab. */
import { browser, isFirefox } from '../platform/browser.ts';
import { contentScripts, type PartName } from '../platform/content-scripts.ts';
import { goneErrorPattern, nameTaken } from './failure.ts';
import { prepare, pullFrom } from './pulled-port.ts';
import { during, type Scan } from './scan.ts';
import { delay } from './timeout.ts';

declare global {
  /** Declared in the content script. */
  var dataUrlInspectorScanName: string | undefined;
}

type Target = { frameIds: [0] } | { allFrames: true };
/** The result of `prepare` in a document. */
type Prepared = { frameId: number; documentId: string; result?: unknown };

/**
 * Runs in the page's own world, where no API is installed.
 *
 * @returns whether this document, and whether one that it can access, has a frame of another origin named `chrome`
 */
function foreignNames(): [own: boolean, within: boolean] {
  const isForeign = (own: Window & typeof globalThis): boolean => {
    try {
      // Reads frames and elements by name from the prototype: in the page's own world `own.chrome` is the browser's
      // object.
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
      // A frame of another origin throws.
    }
  }
  return [isForeign(window), isWithin];
}

/**
 * Chromium ends a page's process when it installs the extension API in a document with a frame of another origin named
 * `chrome`, to which it cannot add the API. Where our script was injected as the document began, the API is there
 * already.
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

/** Injects the scan's name and then the script: each frame gets them in this order. */
async function inject(scan: Scan, where: Target): Promise<boolean> {
  const tabId = scan.tab.id;
  const target = { tabId, ...where };
  // Otherwise one frame that never finishes loading would delay the outcome for all.
  const injectImmediately = true;
  const [named, scripts] = await Promise.all([
    browser.scripting.executeScript({ target, injectImmediately, func: prepare, args: [scan.nonce] }),
    browser.scripting.executeScript({ target, injectImmediately, files: contentScripts }),
  ]);
  for (const each of named as unknown as Prepared[]) {
    if (typeof each.result === 'string')
      void pullFrom(tabId, each.frameId, each.documentId, each.result, scan);
  }
  return scripts.length > 0;
}

/** The document may be replaced while the script is on its way; this is how often injection is repeated then. */
const maxDocuments = 5;

/**
 * Injects the content script into the top document, even if that is replaced meanwhile. Where it is busy the promise
 * resolves late or never.
 *
 * @returns whether the browser allowed it
 * @throws the browser's error, where it allows no script
 */
export async function injectTop(scan: Scan): Promise<boolean> {
  for (let document = 1; ; document++) {
    try {
      // The next scan's script may be there by now and must not be given this scan's name.
      if (await during(scan, isNameTaken(scan))) throw new Error(nameTaken);
      return await during(scan, inject(scan, { frameIds: [0] }));
    } catch (error) {
      if (document === maxDocuments || !goneErrorPattern.test(String(error))) throw error;
    }
  }
}

/**
 * Injects the content script into all frames that allow it; those that have it already go on. Does not wait for the
 * outcome: Chromium reports none while one frame has no document element yet, or is busy.
 */
export async function injectEverywhere(scan: Scan): Promise<void> {
  try {
    // A busy top document must not delay those of other processes.
    if (await during(scan, Promise.race([isNameTaken(scan), delay(probeTime)]))) return;
    await inject(scan, { allFrames: true });
  } catch {
    // A frame that cannot be injected is named by the document that holds it.
  }
}

/** Injects a part of the content script, for which a frame has asked. Resolves when it is there, or cannot be. */
export async function injectPart(tabId: number, frameId: number, name: PartName): Promise<void> {
  const target = { tabId, frameIds: [frameId] };
  try {
    await browser.scripting.executeScript({ target, injectImmediately: true, files: [`${name}.js`] });
  } catch {
    // The content script says what it could not read without it.
  }
}

/**
 * Whether the tab's top document is still the one that a scan is in, as far as can be found out. Chromium closes the
 * port of a document in the back/forward cache; Firefox leaves it open, and a page can keep its script from noticing
 * that it was left.
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

/** Milliseconds that a document has to answer whether it may be entered. */
const probeTime = 1000;

/** Milliseconds that a frame has to note the element under the pointer: a busy one must not delay a click. */
const hoverTime = 1000;

/** Notes the element under the pointer in the frame, for the content script that comes later. */
export async function rememberHovered(tabId: number, frameId: number): Promise<void> {
  const remember = () => {
    const hovered = [...document.querySelectorAll(':hover')].at(-1);
    if (hovered) globalThis.dataUrlInspectorHovered = new WeakRef(hovered);
  };
  const remembered = browser.scripting
    .executeScript({ target: { tabId, frameIds: [frameId] }, func: remember, injectImmediately: true })
    // Where this fails the scan fails too, and gives the reason.
    .catch(() => {});
  await Promise.race([remembered, delay(hoverTime)]);
}
