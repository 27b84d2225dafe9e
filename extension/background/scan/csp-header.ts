/**
 * Gets the Content Security Policy and the links in the page's headers, which no permission gives access to. The page
 * is requested once more, only when a user asks for it, and without credentials. Only the headers of the response are
 * read.
 */

import { browser } from '../../platform/browser.ts';
import { sitePattern } from '../../platform/origins.ts';
import type { PageHeaders } from '../../platform/surface-messages.ts';
import { loadOf } from '../frames/run-script.ts';
import type { CspAnswer, Scan, Tab } from '../model/model.ts';
import { during, untilAborted } from '../model/scan.ts';
import { postSoon } from '../posting.ts';
import { headersCame } from './header-links.ts';

/**
 * Number of milliseconds within which a person must answer the permission prompt. The prompt closes the popup, so no
 * refusal is reported, and a later grant for another purpose must not count as an answer.
 */
const grantTimeout = 60_000;

/**
 * Requests the server's CSP header for the user: immediately, or when access to the site is granted. If `on` is false,
 * cancels the request.
 */
export function wantCspHeader({ scan }: Tab, on: boolean): void {
  const { cspRequest, page } = scan;
  if (cspRequest?.kind === 'asking') return;
  if (on) {
    scan.cspRequest = { kind: 'wanted', url: page.url, until: performance.now() + grantTimeout };
    void untilAborted(scan, fetchCspHeader(scan));
  }
  // If an answer has arrived in the meantime, it is kept.
  else if (cspRequest?.kind === 'wanted') scan.cspRequest = null;
}

/** Number of milliseconds within which a server must answer. */
const maxTime = 10_000;

/** The `Accept` header of requests for documents. It is sent because some servers send a policy only with documents. */
const accept = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8';

/**
 * Requests the CSP header once, if the user wants it for this page and access to the site is granted.
 *
 * @throws if the scan is aborted in the meantime
 */
export async function fetchCspHeader(scan: Scan): Promise<void> {
  await sendRequest(scan);
  const { cspRequest } = scan;
  if (cspRequest?.kind !== 'asking') return;
  scan.cspRequest = await during(scan, cspRequest.answer);
  headersCame(scan);
}

async function sendRequest(scan: Scan): Promise<void> {
  const { cspRequest, tab } = scan;
  if (cspRequest?.kind !== 'wanted') return;
  if (performance.now() > cspRequest.until) {
    scan.cspRequest = null;
    return;
  }
  const { url } = cspRequest;
  const site = sitePattern(url);
  const isGranted = site !== null && (await during(scan, browser.permissions.contains({ origins: [site] })));
  // The user may have canceled the request.
  if (scan.cspRequest !== cspRequest || !isGranted) return;
  scan.cspRequest = scan.page.url === url ? { kind: 'asking', answer: fetchHeaders(url, tab) } : null;
  postSoon(tab, []);
}

async function fetchHeaders(url: string, tab: Tab): Promise<CspAnswer> {
  // A URL that ends like this was truncated; see `bounded`.
  if (url.endsWith('…')) return { kind: 'refused', reason: 'too-large' };
  try {
    const response = await fetch(url, {
      headers: { accept },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      // Redirects are not followed: they lead to another page, whose URL can't be checked before the request.
      redirect: 'manual',
      signal: AbortSignal.timeout(maxTime),
    });
    void response.body?.cancel();
    if (response.type === 'opaqueredirect') return { kind: 'refused', reason: 'redirected' };
    // An error response counts only if the page itself was loaded with the same status.
    if (!response.ok && response.status !== (await statusOf(tab)))
      return { kind: 'refused', reason: 'error-status' };
    return { kind: 'answered', ...headersIn(response.headers, url) };
  } catch {
    return { kind: 'refused', reason: 'not-loaded' };
  }
}

/**
 * The HTTP status of the page; undefined if its document reports none or was released, because a released document must
 * not be accessed.
 */
const statusOf = async ({ id, scan }: Tab): Promise<number | undefined> =>
  scan.frames.get(0)?.isOpen ? (await loadOf(id, 0))[2] : undefined;

/** The policies and links in the headers of a response. Browsers join headers of one name with commas (CSP3 2.2.1). */
function headersIn(headers: Headers, url: string): PageHeaders {
  const names = [
    ['content-security-policy', false],
    ['content-security-policy-report-only', true],
  ] as const;
  const policies = names.flatMap(([name, reportOnly]) => {
    const text = headers.get(name);
    return text === null ? [] : [{ text, reportOnly }];
  });
  return { policies, links: [{ url, text: headers.get('link') ?? '' }] };
}
