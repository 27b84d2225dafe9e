/** Gets the texts of style sheets and documents from DevTools. */
import { browser } from '../platform/browser.ts';
import { sheetLimits } from '../platform/limits.ts';

/** Chromium's API, which the polyfill's types don't include. */
interface Resource {
  url: string;
  /** The content is missing if DevTools have none, such as of a document that is gone. */
  getContent(done: (content: string | null | undefined, encoding: string) => void): void;
}
/** The properties of Firefox's log that are used. */
interface Har {
  entries?: { request: { url: string }; response: { content?: { text?: string } } }[];
}
declare const chrome: {
  devtools: { inspectedWindow: { getResources?(done: (resources: Resource[]) => void): void } };
};

/** The texts of the files with these URLs; null for each file whose text DevTools doesn't provide. */
export const sheetTexts = (urls: readonly string[]): Promise<(Blob | null)[]> =>
  new Promise((resolve) => {
    const { getResources } = chrome.devtools.inspectedWindow;
    if (!getResources) return resolve(textsInLog(urls));
    getResources((resources) => {
      const byUrl = new Map(resources.map((each) => [each.url, each]));
      resolve(Promise.all(urls.map((url) => contentOf(byUrl.get(url)))));
    });
  });

/** The responses in Firefox's log, which begins when DevTools is opened. */
async function textsInLog(urls: readonly string[]): Promise<(Blob | null)[]> {
  const { entries = [] } = (await browser.devtools.network.getHAR()) as Har;
  return urls.map((url) => {
    const texts = new Set(
      entries.flatMap(({ request, response }) => (request.url === url ? (response.content?.text ?? []) : [])),
    );
    const [text = ''] = texts;
    // If the log contains several texts of a URL, it is unknown which one the document was made from. Escape characters
    // switch the charset in ISO-2022-JP, which the log doesn't decode.
    return texts.size === 1 && text.length <= sheetLimits.size && !text.includes('\x1b')
      ? new Blob([text])
      : null;
  });
}

const contentOf = (resource: Resource | undefined): Promise<Blob | null> =>
  new Promise((resolve) => {
    if (!resource) return resolve(null);
    resource.getContent((content, encoding) => {
      const isText = typeof content === 'string' && !encoding && content.length <= sheetLimits.size;
      resolve(isText ? new Blob([content]) : null);
    });
  });
