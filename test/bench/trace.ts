/** How long a page's main thread works without a pause while something goes on. */
import type { Extension } from '../../extension/build/drivers/chromium.ts';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds, like `dur` and `tdur`. */
  ts: number;
  dur?: number;
  /** Of the processor's time. */
  tdur?: number;
  args?: { fileName?: string };
}

/** Chromium's names for the work that a thread does without a pause. */
const blocks = new Set(['ThreadControllerImpl::RunTask', 'BlinkScheduler_PerformMicrotaskCheckpoint']);

export interface Block {
  /**
   * Milliseconds of processor time of the page's main thread, and of wall-clock time, in which others use the
   * cores, too.
   */
  worked: number;
  passed: number;
}

/** The longest block of a page's main thread from when the content script is there, in a trace of the browser. */
export async function longestBlock(extension: Extension, work: () => Promise<unknown>): Promise<Block> {
  const session = await extension.context.browser()?.newBrowserCDPSession();
  if (!session) throw new Error('this browser cannot be traced');
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'v8'] },
  });
  try {
    await work();
  } finally {
    await session.send('Tracing.end');
    await ended;
    await session.detach();
  }
  const script = events.find(({ args }) => args?.fileName?.endsWith('/content.js'));
  if (!script) throw new Error('the trace shows no content script');
  const found = { worked: 0, passed: 0 };
  for (const { name, pid, tid, ts, dur = 0, tdur = 0 } of events) {
    if (pid !== script.pid || tid !== script.tid || ts + dur < script.ts || !blocks.has(name)) continue;
    found.worked = Math.max(found.worked, tdur / 1000);
    found.passed = Math.max(found.passed, dur / 1000);
  }
  return found;
}
