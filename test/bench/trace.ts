/** Determines from a browser trace how long a page's main thread works without a pause during some work. */
import type { Extension } from '../../src/cli/drivers/chromium.ts';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** In microseconds, like `dur` and `tdur`. */
  ts: number;
  dur?: number;
  /** Like `dur`, but in processor time. */
  tdur?: number;
  args?: { fileName?: string };
}

/** Chromium's names for work that a thread does without a pause. */
const blocks = new Set(['ThreadControllerImpl::RunTask', 'BlinkScheduler_PerformMicrotaskCheckpoint']);

export interface Block {
  /**
   * The processor time of the page's main thread (`worked`) and wall-clock time (`passed`), in milliseconds. Wall-clock
   * time includes time in which other programs use the cores.
   */
  worked: number;
  passed: number;
}

/**
 * Records the activity of all the browser's processes during some work.
 *
 * @param categories the categories of Chromium's trace
 */
async function traceOf(
  { context }: Extension,
  categories: string[],
  work: () => Promise<unknown>,
): Promise<TraceEvent[]> {
  const session = await context.browser()?.newBrowserCDPSession();
  if (!session) throw new Error('this browser cannot be traced');
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', ...categories] },
  });
  try {
    await work();
  } finally {
    await session.send('Tracing.end');
    await ended;
    await session.detach();
  }
  return events;
}

/** Returns the longest block of an event's thread, from that event on. */
function longestAfter(from: TraceEvent, events: readonly TraceEvent[]): Block {
  const found = { worked: 0, passed: 0 };
  for (const { name, pid, tid, ts, dur = 0, tdur = 0 } of events) {
    if (pid !== from.pid || tid !== from.tid || ts + dur < from.ts || !blocks.has(name)) continue;
    found.worked = Math.max(found.worked, tdur / 1000);
    found.passed = Math.max(found.passed, dur / 1000);
  }
  return found;
}

/** Returns the longest block of a page's main thread after the content script has been created. */
export async function longestBlock(extension: Extension, work: () => Promise<unknown>): Promise<Block> {
  const events = await traceOf(extension, ['v8'], work);
  const script = events.find(({ args }) => args?.fileName?.endsWith('/content.js'));
  if (!script) throw new Error('the trace shows no content script');
  return longestAfter(script, events);
}

/** Returns the longest block of a document's main thread after `work` has set a mark with this name in the document. */
export async function longestAfterMark(
  extension: Extension,
  mark: string,
  work: () => Promise<unknown>,
): Promise<Block> {
  const events = await traceOf(extension, ['blink.user_timing'], work);
  const set = events.find(({ name }) => name === mark);
  if (!set) throw new Error(`the trace shows no mark ${mark}`);
  return longestAfter(set, events);
}
