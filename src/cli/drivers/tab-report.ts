/** Requests the Report of a tab from the worker, as a surface does, but without drawing a surface. */
import type { Page } from 'playwright';
import type { CspPolicy } from '../../csp/csp.ts';
import type { Report } from '../../report/report.ts';
import { addEnglish } from '../../rules/add-english.ts';
import { notWithin } from './wait.ts';

/** The policies of the page, and the `Link` headers of its documents; '' if there are none. */
export interface PageHeaders {
  policies: Pick<CspPolicy, 'text' | 'reportOnly'>[];
  links: { url: string; text: string }[];
}

/** The updates in `extension/platform/surface-updates.ts` that this module handles. */
type Update =
  | { type: 'state'; state: { kind: 'reading' | 'done' | 'failed'; failure?: string } }
  | { type: 'answer'; value: Blob | null };

declare const chrome: {
  runtime: {
    connect(info: { name: string }): {
      postMessage(message: object): void;
      disconnect(): void;
      onMessage: { addListener(listener: (message: Update) => void): void };
      onDisconnect: { addListener(listener: () => void): void };
    };
  };
};

interface Asked {
  tabId: number;
  /** The page's headers, as the DevTools panel posts them; null if they are unknown. */
  headers: PageHeaders | null;
  /** Whether the tab has shown another page before. That page must not be reported. */
  isReused: boolean;
  /** Time limit in milliseconds. */
  timeout: number;
}

export interface TabReport {
  report: Report;
  /** Whether the scan has ended. If not, the Report contains only the data: URLs found by the deadline. */
  isWhole: boolean;
}

/**
 * Number of milliseconds reserved for creating and sending the Report of an unfinished scan, which takes seconds if the
 * Report is large; and the maximum share of the remaining time that is reserved.
 */
const reportMs = 10_000;
const reportShare = 0.4;

/**
 * Returns the Report of a tab once its scan has ended, or of the part that was found in time; null if the tab can't be
 * scanned.
 *
 * @param document any document of the extension
 */
export async function reportOfTab(document: Page, asked: Asked): Promise<TabReport | null> {
  const end = performance.now() + asked.timeout;
  for (let isReused = asked.isReused; ; isReused = false) {
    const timeout = end - performance.now();
    if (timeout <= 0) throw new Error(`The report of a tab: ${notWithin(asked.timeout)}`);
    const answer = await document.evaluate(askWorker, {
      ...asked,
      isReused,
      scanMs: timeout - Math.min(reportMs, timeout * reportShare),
      timeout,
    });
    if (answer === 'failed') return null;
    // The worker ended. The next request starts it again.
    if (answer === 'ended') continue;
    // An export is an array with one Report per page.
    const [report]: Report[] = answer.json === null ? [] : JSON.parse(answer.json);
    if (!report) throw new Error('The worker sent no report.');
    if (!answer.isWhole && report.dataUrls.length === 0) continue;
    addEnglish(report);
    return { report, isWhole: answer.isWhole };
  }
}

/** Runs in the document. Requests the Report from the worker. */
async function askWorker({ tabId, headers, isReused, scanMs, timeout }: Asked & { scanMs: number }) {
  const passing = ['page-gone', 'no-answer'];
  const scanned = Promise.withResolvers<'done' | 'late' | 'gone' | 'failed' | 'ended'>();
  let answered = Promise.withResolvers<Blob | null>();
  const late = setTimeout(scanned.resolve, scanMs, 'late');
  const end = setTimeout(() => answered.reject(), timeout);
  const port = chrome.runtime.connect({ name: 'surface' });
  port.onDisconnect.addListener(() => {
    scanned.resolve('ended');
    answered.reject();
  });
  port.onMessage.addListener((update) => {
    if (update.type === 'answer') answered.resolve(update.value);
    if (update.type !== 'state') return;
    const { kind, failure } = update.state;
    if (kind === 'done') scanned.resolve(kind);
    else if (kind === 'failed') scanned.resolve(passing.includes(failure ?? '') ? 'gone' : kind);
  });
  port.postMessage({ type: 'open', tabId, scan: isReused ? 'now' : 'if-needed', byAction: false });
  if (isReused) port.postMessage({ type: 'navigated', keep: false });
  if (headers) port.postMessage({ type: 'headers', ...headers });
  try {
    const outcome = await scanned.promise;
    if (outcome === 'gone') {
      // A page that is redirecting may still reach its final address, and a busy page may answer later.
      await new Promise((resolve) => setTimeout(resolve, 500));
      return 'ended';
    }
    if (outcome === 'failed' || outcome === 'ended') return outcome;
    for (let wait = 50; ; wait *= 2) {
      answered = Promise.withResolvers();
      port.postMessage({ type: 'report', request: 0 });
      const json = await answered.promise.then((blob) => blob?.text() ?? null);
      // The browser may report shortly after the scan whether an image is shown.
      const isSettled = !json?.includes('"reason":"pending"') || wait > 1000;
      if (isSettled || outcome === 'late') return { json, isWhole: outcome === 'done' };
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  } catch {
    return 'ended' as const;
  } finally {
    clearTimeout(late);
    clearTimeout(end);
    port.disconnect();
  }
}
