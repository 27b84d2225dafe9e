/**
 * One scan of a tab's document. The next scan is a new object (`next-scan.ts`). A scan is current until its signal is
 * aborted, which ends everything that runs for it.
 */
import type { Unreachable } from '../../../src/report/report.ts';
import { consequenceOf, type UnreachableReason } from '../../../src/report/unreachable-reasons.ts';
import type { ChildFrame } from '../../platform/frame-messages.ts';
import { maxChildFrames, maxFrames, maxUnreachable } from '../../platform/limits.ts';
import type { SessionState } from '../../platform/scan-state.ts';
import { timeoutError } from '../timeout.ts';
import { createEntries } from './entries.ts';
import type { FrameLink, Scan, ScanFacts, Tab } from './model.ts';
import { createQuota } from './quota.ts';

/** Creates a scan. @param known the facts about the document that are known before the scan */
export function createScan(
  tab: Tab,
  known: Partial<ScanFacts> = {},
  first: Scan['state'] = { kind: 'reading' },
): Scan {
  const controller = new AbortController();
  const { signal } = controller;
  const stopping = new AbortController();
  const whenStopped = new Promise<void>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const waiting = new Set<() => void>();
  let state = first;
  let whenRead = Promise.resolve();
  const notify = () => {
    for (const resolve of waiting) resolve();
    waiting.clear();
  };
  const facts: ScanFacts = {
    page: { url: '', title: '' },
    entries: createEntries(),
    frames: new Map(),
    hasAnswered: false,
    sightings: new Map(),
    addresses: [],
    quota: createQuota(),
    sheets: [],
    fetchedSheets: new Map(),
    files: [],
    sheetTexts: new Map(),
    unreachable: [],
    unanswered: [],
    policies: [],
    timing: { startedAt: performance.now(), scanMs: 0, longestTaskMs: 0, totalMs: 0 },
    cspRequest: null,
    unusedSince: performance.now(),
    judged: null,
    asked: undefined,
    ...known,
  };
  const scan: Scan = {
    ...facts,
    tab,
    nonce: crypto.randomUUID(),
    signal,
    stopped: stopping.signal,
    whenStopped,
    stop() {
      stopping.abort();
      notify();
    },
    fetching: new Set(),
    get state() {
      return state;
    },
    enter(next) {
      if (signal.aborted) return;
      state = next;
      notify();
    },
    abort() {
      if (signal.aborted) return;
      for (const frame of facts.frames.values()) frame.close();
      controller.abort();
      notify();
    },
    get whenRead() {
      return whenRead;
    },
    inOrder(work, part = { kind: 'page', url: scan.page.url }) {
      whenRead = whenRead
        .then(() => (signal.aborted ? undefined : work()))
        .catch((error: unknown) => {
          const reason = error === timeoutError ? 'no-answer' : 'scan-error';
          if (!signal.aborted) addUnreachable(scan, { ...part, reason });
        });
    },
    polled: new Set(),
    injected: new Set(),
    injecting: 0,
    isCollecting: false,
    isMoreDue: false,
    awaitedTexts: new Map(),
    refusal: null,
    notify,
    changed: () => new Promise((resolve) => (signal.aborted ? resolve() : waiting.add(resolve))),
  };
  return scan;
}

/**
 * Awaits a promise, and returns its result if the scan is still current by then.
 *
 * @throws the signal's reason, which `untilAborted` catches, if the scan was aborted
 */
export async function during<T>({ signal }: Pick<Scan, 'signal'>, promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } finally {
    signal.throwIfAborted();
  }
}

/** Awaits work for a scan. Ignores its error if the scan was aborted. */
export async function untilAborted({ signal }: Scan, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Describes the document of a frame as a part of the page. */
export const partOf = ({ frameId, url }: FrameLink) => ({
  kind: frameId === 0 ? ('page' as const) : ('frame' as const),
  url,
});

/** The frames that a scan still waits for. */
export const awaitedFrames = ({ frames }: Scan): FrameLink[] =>
  [...frames.values()].filter(({ isFinished, isUnresponsive }) => !isFinished && !isUnresponsive);

/** Maximum number of awaited parts that a surface names while a page is scanned. */
const maxAwaited = 3;

/**
 * The state of a scan as surfaces show it. While the scan is running, it includes some of the parts that the scan waits
 * for.
 */
export function shownStateOf(scan: Scan): SessionState {
  const { state } = scan;
  if (state.kind === 'done' || state.kind === 'failed') return state;
  const frames = awaitedFrames(scan).map(partOf);
  const sheets = Array.from(scan.fetching, (url) => ({ kind: 'stylesheet' as const, url }));
  return { kind: 'reading', awaited: [...frames, ...sheets].slice(0, maxAwaited) };
}

/** Whether a content script is connected. */
export const isConnected = ({ frames }: Scan): boolean => [...frames.values()].some((frame) => frame.isOpen);

/** Records the current child frames of a frame. @returns whether their number is within the limits */
export function nameChildren({ frames }: Scan, frame: FrameLink, children: readonly ChildFrame[]): boolean {
  let others = 0;
  for (const each of frames.values()) if (each !== frame) others += each.children.length;
  frame.children = children.slice(0, Math.min(maxChildFrames, Math.max(maxFrames - others, 0)));
  return frame.children.length === children.length;
}

/** Records, at most once, that the page contains more than the limits allow to keep. */
export function noteLimit({ unreachable, page: { url } }: Scan): void {
  const isNoted = unreachable.some(({ kind, reason }) => kind === 'page' && reason === 'beyond-limit');
  if (!isNoted) unreachable.push({ kind: 'page', url, reason: 'beyond-limit' });
}

/**
 * Deletes the records that a style sheet was not read, if the reason was the given one or that the sheet had not
 * loaded. Must be called when there is a newer result.
 */
export function sheetCame(scan: Scan, url: string, reason: UnreachableReason = 'not-loaded'): void {
  scan.unreachable = scan.unreachable.filter(
    (item) =>
      item.kind !== 'stylesheet' ||
      item.url !== url ||
      (item.reason !== reason && consequenceOf(item.reason).awaits !== 'load'),
  );
}

/**
 * Records an unreachable part or, at the limit, only that there are more.
 *
 * @returns whether the part itself was recorded
 */
export function addUnreachable(scan: Scan, item: Unreachable): boolean {
  const { unreachable } = scan;
  if (unreachable.length < maxUnreachable) return unreachable.push(item) > 0;
  noteLimit(scan);
  return false;
}
