/** Makes the Report of a page whose document does not answer from the page's source, which is requested again. */

import { setTimeout as delay } from 'node:timers/promises';
import { kindOfType } from '../files/file-kind.ts';
import { parseMimeType } from '../mime/mime-type.ts';
import { mergePolicies, siteOf } from '../policy/policy.ts';
import type { OwnPolicy } from '../policy/policy-types.ts';
import type { Report } from '../report/report.ts';
import { withoutRepair } from '../report/report-json-form.ts';
import { scanArchived } from './scan-file.ts';

/** Time limit, in milliseconds, for the request and its response. After that, the received part is scanned. */
const sourceMs = 10_000;

/** Maximum size, in bytes, of a source that is scanned, because other pages wait in the meantime. */
const maxSourceSize = 1 << 24;

interface Options {
  policy: OwnPolicy;
  /** Whether requests may only go to this computer. */
  isOffline: boolean;
  /** Reports anything unusual about the source, in one sentence. */
  note(sentence: string): void;
}

/**
 * Fetches and scans the source of a page.
 *
 * @returns null if no HTML or XML source can be fetched
 */
export async function reportOfSource(
  url: string,
  { policy, isOffline, note }: Options,
): Promise<Report | null> {
  const address = URL.parse(url);
  if (!address || !/^https?:$/.test(address.protocol)) return null;
  if (isOffline && !/^(?:127\.0\.0\.1|localhost)$/.test(address.hostname)) return null;
  const signal = AbortSignal.timeout(sourceMs);
  // A separate timer, because garbage collection can make Node's fetch lose its signal and wait for 300 s.
  const tooLate = delay(sourceMs, null, { ref: false });
  // A redirect may point to another machine.
  const redirect = isOffline ? 'error' : 'follow';
  const response = await Promise.race([fetch(url, { signal, redirect }).catch(() => null), tooLate]);
  const type = response?.headers.get('content-type') ?? '';
  const kind = kindOfType(type);
  // An error response or another type is not the page that the browser received.
  if (!response?.ok || !response.body || (kind !== 'html' && kind !== 'xml')) {
    await response?.body?.cancel().catch(() => {});
    return null;
  }
  const charset = parseMimeType(type)?.parameters.get('charset') ?? null;
  let isCut = false;
  const bytes = upTo(maxSourceSize, response.body.getReader(), tooLate, () => {
    isCut = true;
  });
  const archived = { url: response.url, kind, charset, bytes };
  const pagePolicy = mergePolicies({ user: policy }, siteOf(url));
  const report = await scanArchived(archived, { policy: pagePolicy, isNamed: false, isBare: false, note });
  if (report && isCut) report.unreachable.push({ kind: 'page', url: response.url, reason: 'beyond-limit' });
  return report && { ...report, dataUrls: report.dataUrls.map(withoutRepair) };
}

/** Yields the pieces that arrive before `end` resolves, up to `size` bytes. */
async function* upTo(
  size: number,
  reader: ReadableStreamDefaultReader<Uint8Array>,
  end: Promise<null>,
  onCut: () => void,
): AsyncGenerator<Uint8Array, void, void> {
  let left = size;
  try {
    for (;;) {
      const next = await Promise.race([reader.read(), end]);
      if (next === null || next.done) return;
      yield next.value.subarray(0, left);
      if (next.value.length > left) return onCut();
      left -= next.value.length;
    }
  } catch {
    // The server has aborted the response. The received part is scanned.
  } finally {
    void reader.cancel().catch(() => {});
  }
}
