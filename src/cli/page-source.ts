/** The Report of a page whose document does not answer: from the source of the page, which is requested once more. */

import { setTimeout as delay } from 'node:timers/promises';
import { kindOfType } from '../files/file-kind.ts';
import { parseMimeType } from '../mime/mime-type.ts';
import { mergePolicies, siteOf } from '../policy/policy.ts';
import type { OwnPolicy } from '../policy/policy-types.ts';
import type { Report } from '../report/report.ts';
import { scanArchived } from './scan-file.ts';

/** Milliseconds for the request and its response; of one that never ends, the received part is scanned. */
const sourceMs = 10_000;

/** Bytes of a source that are scanned: other pages wait meanwhile. */
const maxSourceSize = 1 << 24;

interface Options {
  policy: OwnPolicy;
  /** Requests only what is on this machine. */
  isOffline: boolean;
  /** Reports anything unusual about the source, in one sentence. */
  note(sentence: string): void;
}

/** @returns null if no HTML or XML source can be fetched */
export async function reportOfSource(
  url: string,
  { policy, isOffline, note }: Options,
): Promise<Report | null> {
  const address = URL.parse(url);
  if (!address || !/^https?:$/.test(address.protocol)) return null;
  if (isOffline && !/^(?:127\.0\.0\.1|localhost)$/.test(address.hostname)) return null;
  const signal = AbortSignal.timeout(sourceMs);
  // Node's fetch forgets its signal when garbage is collected, and then waits for 300 s.
  const tooLate = delay(sourceMs, null, { ref: false });
  // A redirect may lead to another machine.
  const redirect = isOffline ? 'error' : 'follow';
  const response = await Promise.race([fetch(url, { signal, redirect }).catch(() => null), tooLate]);
  const type = response?.headers.get('content-type') ?? '';
  const kind = kindOfType(type);
  // An answer other than the browser's, such as a request to sign in, is not the page.
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
  return report;
}

/** The pieces that arrive before the end, at most `size` bytes. */
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
    // The server has ended the response: the received part is scanned.
  } finally {
    void reader.cancel().catch(() => {});
  }
}
