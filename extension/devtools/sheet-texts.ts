/** The texts of style sheets as DevTools have them. */

/** Chromium's API, which the polyfill's types lack. */
interface Resource {
  url: string;
  getContent(done: (content: string | null, encoding: string) => void): void;
}
declare const chrome: {
  devtools: { inspectedWindow: { getResources?(done: (resources: Resource[]) => void): void } };
};

/** The text of the style sheet with a URL; null where DevTools do not have it. */
export const sheetText = (sheet: string): Promise<string | null> =>
  new Promise((resolve) => {
    chrome.devtools.inspectedWindow.getResources?.((resources) => {
      const resource = resources.find(({ url }) => url === sheet);
      if (!resource) return resolve(null);
      resource.getContent((content, encoding) => resolve(encoding ? null : content));
    });
  });
