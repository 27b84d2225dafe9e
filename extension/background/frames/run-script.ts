/** Runs scripts in the frames of a tab. */
import { browser, type Scripting } from '../../platform/browser.ts';

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
