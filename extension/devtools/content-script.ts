/**
 * Evaluates code in the world of the extension's own content script, which the page can neither access nor imitate.
 * Only Chromium supports this. Nothing is ever evaluated in the page's world.
 */

/** Chromium's API, which the polyfill's types don't include. */
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

/** Whether code can be evaluated in the content script's world. Firefox always evaluates in the page's world. */
export const canEvaluate = inspectedWindow.getResources !== undefined;

/**
 * Evaluates an expression in the content script's world.
 *
 * @param frame the URL of a frame; the top frame if it is absent
 * @returns null in Firefox, and if evaluation fails, for example because there is no content script
 */
export const evaluate = <Value>(expression: string, frame?: string): Promise<Value | null> =>
  canEvaluate
    ? new Promise((resolve) =>
        inspectedWindow.eval(
          expression,
          { ...(frame === undefined ? {} : { frameURL: frame }), useContentScriptContext: true },
          (value, exception) => resolve(exception ? null : (value as Value)),
        ),
      )
    : Promise.resolve(null);
