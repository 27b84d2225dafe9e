/**
 * The Content Security Policy that a page's server sends, which no permission reveals: asked for anew where a person
 * wants that, never else. The page is requested once more, without credentials, and of the answer only the headers
 * are looked at.
 */
import { browser } from '../platform/browser.ts';
import { sitePattern } from '../platform/origins.ts';
import type { HeaderPolicy } from './network-log.ts';
import { publish } from './posting.ts';
import { during, type Scan, type ServerAnswer } from './scan.ts';
import type { Tab } from './tab.ts';
import { delay } from './timeout.ts';

/** Milliseconds that a server has to answer. */
const maxTime = 10_000;

/** What a document is asked for with: some servers send a policy with documents only. */
const accept = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8';

/**
 * Asks the page's server, where a person wants that and the site is granted; the wish is for one page and one answer.
 *
 * @throws where the scan is aborted meanwhile
 */
export async function askServer(scan: Scan): Promise<void> {
  await sendQuestion(scan);
  const { server } = scan;
  if (server?.kind !== 'asking') return;
  scan.server = await during(scan, server.answer);
  scan.judged = null;
  publish(scan.tab, []);
}

async function sendQuestion(scan: Scan): Promise<void> {
  const { server, tab } = scan;
  if (server?.kind !== 'wanted') return;
  if (performance.now() > server.until) {
    scan.server = null;
    return;
  }
  const { url } = server;
  const site = sitePattern(url);
  const isGranted = site !== null && (await during(scan, browser.permissions.contains({ origins: [site] })));
  // A person may have taken it back.
  if (scan.server !== server || !isGranted) return;
  scan.server = scan.page.url === url ? { kind: 'asking', answer: fetchPolicies(url, tab) } : null;
  publish(tab, []);
}

async function fetchPolicies(url: string, tab: Tab): Promise<ServerAnswer> {
  // It was cut, see `bounded`.
  if (url.endsWith('…')) return { kind: 'refused', reason: 'too-large' };
  try {
    const response = await fetch(url, {
      headers: { accept },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      // Where it leads is not the page, and can't be seen before it is followed.
      redirect: 'manual',
      signal: AbortSignal.timeout(maxTime),
    });
    void response.body?.cancel();
    if (response.type === 'opaqueredirect') return { kind: 'refused', reason: 'redirected' };
    // An error says nothing of another page, but the page may be that error.
    if (!response.ok && response.status !== (await statusOf(tab)))
      return { kind: 'refused', reason: 'error-status' };
    return { kind: 'answered', policies: policiesIn(response.headers) };
  } catch {
    return { kind: 'refused', reason: 'not-loaded' };
  }
}

/** Milliseconds that a document has to say how it was answered. */
const statusTime = 1000;

/** The HTTP status that the page came with; null where its document, which was read before, does not say. */
async function statusOf({ id, scan }: Tab): Promise<number | null> {
  // A document that was left alone stays so.
  if (!scan.frames.get(0)?.isOpen) return null;
  const asked = browser.scripting.executeScript({
    target: { tabId: id, frameIds: [0] },
    injectImmediately: true,
    func: () => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      return navigation?.responseStatus ?? null;
    },
  });
  const [outcome] = (await Promise.race([asked.catch(() => []), delay(statusTime)])) ?? [];
  return typeof outcome?.result === 'number' ? outcome.result : null;
}

/** The policies of a response: several headers of a name are one there, with commas between them (CSP3 2.2.1). */
function policiesIn(headers: Headers): HeaderPolicy[] {
  const names = [
    ['content-security-policy', false],
    ['content-security-policy-report-only', true],
  ] as const;
  return names.flatMap(([name, reportOnly]) => {
    const text = headers.get(name);
    return text === null ? [] : [{ text, reportOnly }];
  });
}
