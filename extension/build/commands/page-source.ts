/** The Report of a page whose document does not answer: from the source of the page, which is requested once more. */
import { kindOfType } from '../../../src/files/file-kind.ts';
import { parseMimeType } from '../../../src/mime/mime-type.ts';
import { type OwnPolicy, settle, siteOf } from '../../../src/policy.ts';
import type { Report } from '../../../src/report/report.ts';
import { scanArchived } from './scan-file.ts';

/** Milliseconds for the request and its answer: one that never ends is scanned as far as it came. */
const sourceMs = 10_000;

interface Options {
  policy: OwnPolicy;
  /** Requests only what is on this machine. */
  isOffline: boolean;
  /** Reports what is odd about the source, in one sentence. */
  note(sentence: string): void;
}

/** @returns null where there is no source of HTML or XML to be had */
export async function reportOfSource(
  url: string,
  { policy, isOffline, note }: Options,
): Promise<Report | null> {
  const address = URL.parse(url);
  if (!address || !/^https?:$/.test(address.protocol)) return null;
  if (isOffline && !/^(?:127\.0\.0\.1|localhost)$/.test(address.hostname)) return null;
  const signal = AbortSignal.timeout(sourceMs);
  const response = await fetch(url, { signal }).catch(() => null);
  const type = response?.headers.get('content-type') ?? '';
  const kind = kindOfType(type);
  if (!response?.body || (kind !== 'html' && kind !== 'xml')) return null;
  const charset = parseMimeType(type)?.parameters.get('charset') ?? null;
  const bytes = untilAborted(response.body);
  const archived = { url: response.url, record: '', kind, charset, bytes };
  return scanArchived(archived, {
    policy: settle({ user: policy }, siteOf(url)),
    isNamed: true,
    isBare: false,
    note,
  });
}

/** The pieces that came in time. */
async function* untilAborted(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* body;
  } catch {
    // The time is up, or the server has ended the answer: what came is scanned.
  }
}
