/**
 * Finds the data: URLs that the DevTools APIs report: URLs of requests since DevTools was opened and, in Chromium, URLs
 * of the page's resources.
 */

import { blobOf } from '../../src/data-url/blobs.ts';
import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import { blockedError, type DataUrlRequest } from '../../src/report/report.ts';
import { withoutFragment } from '../../src/uri/fragment.ts';
import { withoutPassword } from '../../src/uri/misleading.ts';
import type { Destination } from '../../src/vocabulary.ts';
import { browser } from '../platform/browser.ts';
import { inlineLength, maxFrames, maxHeaderLength, maxPolicies } from '../platform/limits.ts';
import type { Coverage, NetworkSighting, PageHeaders } from '../platform/surface-messages.ts';
import { sourceMapUrl } from './source-map-url.ts';

/** The properties of a HAR entry that are used. Not all exist in both browsers. */
interface HarEntry {
  startedDateTime?: string;
  _resourceType?: string;
  _initiator?: {
    type?: string;
    url?: string;
    lineNumber?: number;
    stack?: { callFrames?: { url: string; lineNumber: number }[] };
  };
  pageref?: string;
  request: { url: string };
  response: { status: number; headers?: { name: string; value: string }[]; _error?: string | null };
}
interface Har {
  entries?: HarEntry[];
  pages?: { id: string }[];
}

/** Chromium's API, which the polyfill's types don't include. */
interface Resource {
  url: string;
  type?: string;
  getContent(done: (content: string | null, encoding: string) => void): void;
}
interface ResourceEvent {
  addListener(listener: (resource: Resource) => void): void;
  removeListener(listener: (resource: Resource) => void): void;
}
declare const chrome: {
  devtools: {
    inspectedWindow: {
      getResources?(callback: (resources: Resource[]) => void): void;
      onResourceAdded?: ResourceEvent;
    };
    // If called without a callback, `getHAR` returns nothing in Chromium 150.
    network: { getHAR(callback: (har: Har) => void): void };
  };
};

export interface NetworkListener {
  /** Receives sightings. `coverage`: which of the page's requests have been reported so far, including these. */
  sightings(sightings: NetworkSighting[], coverage: Coverage): void;
  navigated(): void;
  headers(headers: PageHeaders): void;
  /** Called when DevTools has loaded the text of a linked or imported style sheet. */
  sheetLoaded(url: string): void;
}

const destinations: Record<string, Destination> = {
  document: 'iframe',
  fetch: 'empty',
  font: 'font',
  image: 'image',
  manifest: 'manifest',
  media: 'video',
  script: 'script',
  stylesheet: 'style',
  texttrack: 'track',
  xhr: 'empty',
};

/**
 * The likely destinations by media type. They are used because Firefox does not report the destination of a request.
 */
const likely: readonly [type: RegExp, Destination][] = [
  [/^data:(?:text|application)\/(?:x-)?(?:java|ecma)script/i, 'script'],
  [/^data:text\/css/i, 'style'],
  [/^data:text\/html/i, 'iframe'],
  [/^data:image\//i, 'image'],
  [/^data:font\//i, 'font'],
  [/^data:video\//i, 'video'],
  [/^data:audio\//i, 'audio'],
];

/**
 * The destination of a request.
 *
 * @param initiator `other` for the script of a worker, which neither the parser nor a script requests
 */
function destinationOf(url: string, type: string | undefined, initiator?: string): Destination {
  if (type === undefined) return likely.find(([pattern]) => pattern.test(url))?.[1] ?? 'empty';
  if (type === 'script' && initiator === 'other') return 'worker';
  return destinations[type.toLowerCase()] ?? 'empty';
}

/** The initiator as `URL:line`, with lines numbered from 1. */
function initiatorOf({ _initiator: initiator }: HarEntry): string | null {
  const at =
    initiator?.stack?.callFrames?.[0] ??
    (initiator?.url ? { url: initiator.url, lineNumber: initiator.lineNumber ?? 0 } : null);
  return at ? `${withoutPassword(at.url)}:${at.lineNumber + 1}`.slice(-4000) : null;
}

/**
 * The error of a request. Chromium reports an empty error for a request that was stopped for another reason than an
 * error, for example by a policy, and none for a request in progress.
 */
const errorOf = ({ status, _error: error }: HarEntry['response']): string | null =>
  error === '' && status <= 0 ? blockedError : error?.slice(0, 4000) || null;

const requestOf = (entry: HarEntry): DataUrlRequest => ({
  destination: destinationOf(entry.request.url, entry._resourceType, entry._initiator?.type),
  status: Math.max(0, entry.response.status),
  error: errorOf(entry.response),
  initiator: initiatorOf(entry),
  startedAt: entry.startedDateTime ?? '',
});

const policyHeaders = ['content-security-policy', 'content-security-policy-report-only'];

const policiesOf = ({ response }: HarEntry): PageHeaders['policies'] =>
  (response.headers ?? []).flatMap(({ name, value }) => {
    const at = policyHeaders.indexOf(name.toLowerCase());
    return at < 0 ? [] : [{ text: value, reportOnly: at === 1 }];
  });

const valuesOf = ({ response }: HarEntry, field: string): string =>
  (response.headers ?? []).flatMap(({ name, value }) => (name.toLowerCase() === field ? value : [])).join();

/**
 * Whether a request is in progress. Chromium's log also contains requests without a response. Their headers are
 * reported later, with `onRequestFinished`.
 */
const isUnderWay = ({ request, response }: HarEntry): boolean =>
  /^https?:/.test(request.url) && !(response.status > 0);

/**
 * Whether a request is for a document. Firefox does not report the destination of a request, so the type of the
 * response decides: other responses with these types contain no relevant links.
 */
const isDocument = (entry: HarEntry): boolean =>
  entry._resourceType === 'document' ||
  (entry._resourceType === undefined && /html|xml/.test(valuesOf(entry, 'content-type')));

/** The log entries of the current page. With "Preserve log", the log also contains those of earlier pages. */
function entriesOfPage({ entries = [], pages = [] }: Har): HarEntry[] {
  const page = pages.at(-1)?.id;
  return entries.filter(({ pageref }) => pageref === undefined || pageref === page);
}

/**
 * Reports the data: URLs of requests, resources, and source maps until `end` is called, each text once per page.
 *
 * @returns `end`, and `forget`, which starts an empty log for the same page
 */
export function watchNetwork(listener: NetworkListener): { end(): void; forget(): void } {
  const { network } = browser.devtools;
  const { inspectedWindow } = chrome.devtools;
  let keys = new Map<string, number>();
  /** The number of finished requests for each combination of key, start time and destination. */
  let ended = new Map<string, number>();
  /**
   * The current page: its URL, after DevTools has reported it; its policies, after its own request has been reported;
   * and the `Link` fields of its documents, by URL.
   */
  interface Page {
    url: string | null;
    policies: PageHeaders['policies'] | null;
    links: Map<string, string>;
  }
  const pageAt = (url: string | null): Page => ({ url, policies: null, links: new Map() });
  let page = pageAt(null);
  const postHeaders = () => {
    const links = Array.from(page.links, ([url, text]) => ({ url, text })).slice(0, maxFrames);
    const policies = page.policies?.slice(0, maxPolicies);
    if (policies) listener.headers({ policies, links });
  };
  // Firefox reports no requests from before DevTools was opened, and not all requests for images and style sheets after
  // that.
  const coverage = (): Coverage => {
    if (inspectedWindow.getResources) return 'whole';
    return page.url === null ? 'late' : 'some';
  };

  const sighting = (
    text: string,
    request: DataUrlRequest | null,
    destination: Destination,
    file: string | null = null,
  ): NetworkSighting => {
    const known = keys.get(text);
    const common = { request, nth: 0, destination, file };
    if (known !== undefined) return { key: known, ...common };
    const key = keys.size;
    keys.set(text, key);
    return { key, text: text.length > inlineLength ? blobOf(text) : text, ...common };
  };
  /**
   * Posts the data: URLs of log entries.
   *
   * @param counts the numbers of earlier requests by key, start time and destination: of finished requests, or of those
   *   in the log
   */
  const postEntries = (entries: HarEntry[], counts: Map<string, number>) => {
    const sightings: NetworkSighting[] = [];
    for (const entry of entries) {
      if (isDataUrl(entry.request.url)) {
        const request = requestOf(entry);
        const common = sighting(entry.request.url, request, request.destination);
        const moment = `${common.key} ${request.startedAt} ${request.destination}`;
        const nth = counts.get(moment) ?? 0;
        counts.set(moment, nth + 1);
        sightings.push({ ...common, nth });
        continue;
      }
      if (isUnderWay(entry)) continue;
      const isOwn = isPage(entry);
      if (isOwn) page.policies = policiesOf(entry);
      if (!isOwn && !isDocument(entry)) continue;
      page.links.set(entry.request.url, valuesOf(entry, 'link').slice(0, maxHeaderLength));
      postHeaders();
    }
    if (sightings.length > 0) listener.sightings(sightings, coverage());
  };
  /**
   * Whether this is the request for the page itself: the first document with the page's URL, or with any URL while the
   * page's URL is unknown.
   */
  const isPage = ({ _resourceType: type, request, response }: HarEntry) => {
    const isDocument = type === undefined || type === 'document';
    const isRedirect = response.status >= 300 && response.status < 400;
    const isNew = page.policies === null && isDocument && !isRedirect;
    return isNew && (page.url === null || page.url === withoutFragment(request.url));
  };
  const onFinished = (entry: object) => postEntries([entry as HarEntry], ended);
  // Requests from before DevTools was opened are not reported, but their data: URLs are among the resources.
  const postResources = (resources: Resource[]) => {
    const sightings = resources
      .filter(({ url }) => isDataUrl(url))
      .map(({ url, type }) => sighting(url, null, destinationOf(url, type)));
    listener.sightings(sightings, coverage());
    for (const resource of resources) postContent(resource);
  };
  /**
   * Posts the source map of an external script or style sheet, and reports that a style sheet has loaded. The content
   * script itself reads inline scripts and style sheets.
   */
  const postContent = ({ url, type, getContent }: Resource) => {
    if (!/^https?:/.test(url) || (type !== 'script' && type !== 'stylesheet')) return;
    const asked = page;
    getContent((content, encoding) => {
      // The page may have navigated in the meantime.
      if (encoding || asked !== page || !content) return;
      if (type === 'stylesheet') listener.sheetLoaded(url);
      const map = sourceMapUrl(content);
      if (map !== null) listener.sightings([sighting(map, null, 'none', url.slice(0, 4000))], coverage());
    });
  };
  const onResource = (resource: Resource) => postResources([resource]);
  const postAll = () => {
    const asked = page;
    chrome.devtools.network.getHAR((har) => {
      if (asked !== page) return;
      postEntries(entriesOfPage(har), new Map());
      if (!inspectedWindow.getResources) return postResources([]);
      inspectedWindow.getResources((resources) => {
        if (asked === page) postResources(resources);
      });
    });
  };
  postAll();
  const forget = () => {
    keys = new Map();
    ended = new Map();
    page = { ...page };
    postHeaders();
  };
  // The log already belongs to the new page. It may contain requests that finished before this event.
  const onNavigated = (url: string) => {
    keys = new Map();
    ended = new Map();
    page = pageAt(withoutFragment(url));
    listener.navigated();
    postAll();
  };
  network.onRequestFinished.addListener(onFinished);
  network.onNavigated.addListener(onNavigated);
  inspectedWindow.onResourceAdded?.addListener(onResource);
  return {
    forget,
    end() {
      network.onRequestFinished.removeListener(onFinished);
      network.onNavigated.removeListener(onNavigated);
      inspectedWindow.onResourceAdded?.removeListener(onResource);
    },
  };
}
