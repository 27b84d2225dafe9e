/**
 * Evaluates code in the world of our own content script, which the page can neither see nor forge. Only Chromium offers
 * that; nothing is ever evaluated in the page's world.
 */

/** Chromium's API, which the polyfill's types lack. */
declare const chrome: {
  devtools: {
    inspectedWindow: {
      getResources?: unknown;
      eval(
        expression: string,
        options: { useContentScriptContext: true; frameURL?: string },
        done: (value: unknown, exception?: unknown) => void,
      ): void;
    };
  };
};

const { inspectedWindow } = chrome.devtools;

/** Firefox always evaluates in the page's world. */
export const canEvaluate = inspectedWindow.getResources !== undefined;

/**
 * @param frame URL of a frame; the top frame without one, or if the result there is falsy
 * @returns null in Firefox, and if evaluation fails, as without a content script
 */
export async function evaluate<Value>(expression: string, frame?: string): Promise<Value | null> {
  if (!canEvaluate) return null;
  const run = (options: { frameURL?: string }) =>
    new Promise<Value | null>((resolve) =>
      inspectedWindow.eval(expression, { ...options, useContentScriptContext: true }, (value, exception) =>
        resolve(exception ? null : (value as Value)),
      ),
    );
  return (frame === undefined ? null : await run({ frameURL: frame })) || run({});
}
