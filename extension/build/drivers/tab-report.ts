/** The Report of a tab, asked of the worker as a surface asks for it, without a surface that draws. */
import type { Page } from 'playwright';
import type { CspPolicy } from '../../../src/csp.ts';
import type { Report } from '../../../src/report/report.ts';
import { addEnglish } from '../../../src/rules/add-english.ts';

/** A Content Security Policy from a server's header. */
export type HeaderPolicy = Pick<CspPolicy, 'text' | 'reportOnly'>;

/** Those updates of `extension/platform/messages.ts` that matter here. */
type Update =
  | { type: 'state'; state: { kind: 'reading' | 'done' | 'failed' } }
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
  /** The policies in the page's headers, as the DevTools panel posts them; null where they are unknown. */
  policies: readonly HeaderPolicy[] | null;
  /** Milliseconds. */
  timeout: number;
}

/**
 * The Report of a tab once its scan has ended; null where the tab cannot be scanned.
 *
 * @param document any document of the extension
 */
export async function reportOfTab(document: Page, asked: Asked): Promise<Report | null> {
  const end = performance.now() + asked.timeout;
  for (;;) {
    const timeout = end - performance.now();
    if (timeout <= 0) throw new Error(`The Report of a tab: not within ${asked.timeout} ms`);
    const answer = await document.evaluate(askWorker, { ...asked, timeout });
    if (answer === 'failed') return null;
    // The worker died: the next question starts it again.
    if (answer === 'ended') continue;
    // An export is an array with one Report a page.
    const [report]: Report[] = answer.json === null ? [] : JSON.parse(answer.json);
    if (!report) throw new Error('The worker sent no Report.');
    addEnglish(report);
    return report;
  }
}

/** Runs in the document. */
async function askWorker({ tabId, policies, timeout }: Asked) {
  const { promise, resolve } = Promise.withResolvers<'failed' | 'ended' | Blob | null>();
  const timer = setTimeout(resolve, timeout, 'ended');
  let isAsked = false;
  const port = chrome.runtime.connect({ name: 'surface' });
  port.onDisconnect.addListener(() => resolve('ended'));
  port.onMessage.addListener((update) => {
    if (update.type === 'answer') resolve(update.value);
    if (update.type !== 'state') return;
    if (update.state.kind === 'failed') resolve('failed');
    if (update.state.kind !== 'done' || isAsked) return;
    isAsked = true;
    port.postMessage({ type: 'report', request: 0 });
  });
  port.postMessage({ type: 'open', tabId, scan: 'if-needed', byAction: false });
  if (policies) port.postMessage({ type: 'policies', policies });
  const answer = await promise;
  clearTimeout(timer);
  port.disconnect();
  return typeof answer === 'string' ? answer : { json: answer && (await answer.text()) };
}
