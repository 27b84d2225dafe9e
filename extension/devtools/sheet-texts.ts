/** Gets the texts of style sheets from DevTools. */
import { sheetLimits } from '../platform/limits.ts';

/** Chromium's API, which the polyfill's types don't include. */
interface Resource {
  url: string;
  getContent(done: (content: string | null, encoding: string) => void): void;
}
declare const chrome: {
  devtools: { inspectedWindow: { getResources?(done: (resources: Resource[]) => void): void } };
};

/** The texts of the style sheets with these URLs; null for each sheet whose text DevTools doesn't have. */
export const sheetTexts = (sheets: readonly string[]): Promise<(Blob | null)[]> =>
  new Promise((resolve) => {
    chrome.devtools.inspectedWindow.getResources?.((resources) => {
      const byUrl = new Map(resources.map((each) => [each.url, each]));
      resolve(Promise.all(sheets.map((url) => contentOf(byUrl.get(url)))));
    });
  });

const contentOf = (resource: Resource | undefined): Promise<Blob | null> =>
  new Promise((resolve) => {
    if (!resource) return resolve(null);
    resource.getContent((content, encoding) => {
      const isText = !encoding && content && content.length <= sheetLimits.size;
      resolve(isText ? new Blob([content]) : null);
    });
  });
