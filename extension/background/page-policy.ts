/**
 * The Content Security Policy that a page's server sends, which no permission reveals: asked for anew where a person
 * wants that, never else. The page is requested once more, without credentials, and of the answer only the headers
 * are looked at.
 */
import { browser } from '../platform/browser.ts';
import { sitePattern } from '../platform/origins.ts';
import { delay } from './patience.ts';
import type { HeaderPolicy, ServerAnswer, Session } from './session.ts';

/** Milliseconds that a server has to answer. */
const limit = 10_000;

/** What a document is asked for with: some servers send a policy with documents only. */
const accept = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8';

/**
 * Asks the page's server, where a person wants that and the site is granted; the wish is for one page and one answer.
 *
 * @param changed called when what is known of the server has changed
 */
export async function askServer(session: Session, changed: () => void): Promise<void> {
  const { server } = session;
  if (server?.kind !== 'wanted') return;
  if (performance.now() > server.until) {
    session.server = null;
    return;
  }
  const site = sitePattern(server.url);
  const isGranted = site !== null && (await browser.permissions.contains({ origins: [site] }));
  if (session.server !== server || !isGranted) return;
  const asking = session.page.url === server.url ? ({ kind: 'asking' } as const) : null;
  session.server = asking;
  changed();
  if (!asking) return;
  const answer = await fetchPolicies(server.url, session);
  // The page may have gone meanwhile, and the answer with it.
  if (session.server !== asking) return;
  session.server = answer;
  session.judged = null;
  changed();
}

/** One request at the most: the server is the page's own, so a public page leads to no private address. */
async function fetchPolicies(url: string, session: Session): Promise<ServerAnswer> {
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
      signal: AbortSignal.timeout(limit),
    });
    void response.body?.cancel();
    if (response.type === 'opaqueredirect') return { kind: 'refused', reason: 'redirected' };
    // An error says nothing of another page, but the page may be that error.
    if (!response.ok && response.status !== (await statusOf(session)))
      return { kind: 'refused', reason: 'error-status' };
    return { kind: 'answered', policies: policiesIn(response.headers) };
  } catch {
    return { kind: 'refused', reason: 'not-loaded' };
  }
}

/** Milliseconds that a document has to say how it was answered. */
const statusTime = 1000;

/** The HTTP status that the page came with; null where its document, which was read before, does not say. */
async function statusOf({ tabId, scan }: Session): Promise<number | null> {
  // A document that was left alone stays so.
  if (!scan.frames.get(0)?.isOpen) return null;
  const asked = browser.scripting.executeScript({
    target: { tabId, frameIds: [0] },
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
