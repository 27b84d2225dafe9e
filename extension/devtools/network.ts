/** The data: URLs that DevTools' own APIs tell: requests since it opened, and, in Chromium, the page's resources. */
import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import type { DataUrlRequest, Destination } from '../../src/report/report.ts';
import { browser } from '../platform/browser.ts';
import { inlineLength } from '../platform/limits.ts';
import type { NetworkSighting } from '../platform/messages.ts';

/** As much of a HAR entry as both browsers give. */
interface HarEntry {
  startedDateTime?: string;
  _resourceType?: string;
  _initiator?: {
    url?: string;
    lineNumber?: number;
    stack?: { callFrames?: { url: string; lineNumber: number }[] };
  };
  request: { url: string };
  response: { status: number; _error?: string | null };
}

/** Chromium's, which the polyfill's types do not know. */
interface Resource {
  url: string;
  type?: string;
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
  };
};

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
const destinationOf = (type: string | undefined): Destination =>
  destinations[(type ?? '').toLowerCase()] ?? 'empty';

const carried = (text: string): string | Blob => (text.length > inlineLength ? new Blob([text]) : text);

function initiatorOf({ _initiator: initiator }: HarEntry): string | null {
  const at =
    initiator?.stack?.callFrames?.[0] ??
    (initiator?.url ? { url: initiator.url, lineNumber: initiator.lineNumber ?? 0 } : null);
  return at ? `${at.url}:${at.lineNumber + 1}`.slice(-4000) : null;
}

function sightingOf(entry: HarEntry): NetworkSighting {
  const destination = destinationOf(entry._resourceType);
  const request: DataUrlRequest = {
    destination,
    status: Math.max(0, entry.response.status),
    error: entry.response._error ?? null,
    initiator: initiatorOf(entry),
    startedAt: entry.startedDateTime ?? '',
  };
  return { text: carried(entry.request.url), request, destination };
}

/**
 * Tells the data: URLs that were requested, and goes on to.
 *
 * @param navigated called when the page has gone to another address
 * @returns ends the watch
 */
export function watchNetwork(tell: (seen: NetworkSighting[]) => void, navigated: () => void): () => void {
  const { network } = browser.devtools;
  const tellEntries = (entries: HarEntry[]) => {
    const seen = entries.filter(({ request }) => isDataUrl(request.url)).map(sightingOf);
    if (seen.length > 0) tell(seen);
  };
  const onFinished = (entry: object) => tellEntries([entry as HarEntry]);
  network.onRequestFinished.addListener(onFinished);
  // What was loaded before DevTools opened has no request there, but is a resource of the page.
  const { inspectedWindow } = chrome.devtools;
  const tellSome = (resources: Resource[]) => {
    const seen = resources
      .filter(({ url }) => isDataUrl(url))
      .map(({ url, type }) => ({ text: carried(url), request: null, destination: destinationOf(type) }));
    if (seen.length > 0) tell(seen);
  };
  const onResource = (resource: Resource) => tellSome([resource]);
  const tellAll = () => {
    void network.getHAR().then((har) => tellEntries((har as { entries?: HarEntry[] }).entries ?? []));
    inspectedWindow.getResources?.(tellSome);
  };
  tellAll();
  // The log is the new page's by now, and may hold requests that ended before this was told.
  const onNavigated = () => {
    navigated();
    tellAll();
  };
  network.onNavigated.addListener(onNavigated);
  inspectedWindow.onResourceAdded?.addListener(onResource);
  return () => {
    network.onRequestFinished.removeListener(onFinished);
    network.onNavigated.removeListener(onNavigated);
    inspectedWindow.onResourceAdded?.removeListener(onResource);
  };
}
