/** Runs scripts in the frames of a tab, and recognizes the errors with which the browser refuses them. */
import { browser, type Scripting } from '../../platform/browser.ts';
import { withTimeout } from '../timeout.ts';

/** Selects frames by their ids, documents by the browser's ids, or all frames that the browser allows. */
export type Where = { frameIds: number[] } | { documentIds: string[] } | { allFrames: true };

type Script = Omit<Scripting.ScriptInjection, 'target' | 'injectImmediately'>;

/**
 * Runs a script immediately. Without `injectImmediately`, one frame that never finishes loading would delay the result
 * for all frames.
 */
export const runScript = (
  tabId: number,
  where: Where,
  script: Script,
): Promise<Scripting.InjectionResult[]> =>
  browser.scripting.executeScript({
    target: { tabId, ...where },
    injectImmediately: true,
    ...script,
  });

/**
 * Describes how a document was loaded: its URL, the size of its text in bytes, and its HTTP status. Some browsers don't
 * report all three.
 */
export type Load = readonly [url?: string, size?: number, status?: number];

/** Asks a frame how its document was loaded. @returns an empty list if the frame does not answer in time */
export async function loadOf(tabId: number, frameId: number): Promise<Load> {
  const func = () => {
    const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return load && [load.name, load.decodedBodySize, load.responseStatus];
  };
  const asked = resultOf(tabId, { frameIds: [frameId] }, { func });
  return ((await withTimeout(asked).catch(() => null)) ?? []) as Load;
}

/** Runs a script in one frame. @returns its result */
export async function resultOf(tabId: number, where: Where, script: Script): Promise<unknown> {
  const [outcome] = await runScript(tabId, where, script);
  return outcome?.result;
}

/** Matches Chromium's error for pages of its web store, whose URLs Chromium hides. */
export const storeErrorPattern = /extensions gallery/i;
/** Matches the errors for a document that was removed or a tab that was closed. */
export const goneErrorPattern = /was removed|No frame with id|No tab with id/i;
/** The extension's own error for a document into which scripts must not be injected; see `inject.ts`. */
export const nameTaken = 'name-taken';
export const browserPageErrorPattern = /^Cannot access an? \S+ URL|showing error page/;

/** Whether the browser refused to run a script because the tab shows one of the browser's own pages. */
export const isOfBrowserPage = (error: unknown): boolean =>
  error instanceof Error &&
  (browserPageErrorPattern.test(error.message) || storeErrorPattern.test(error.message));
