/** Long work in slices that leave the page's own work room: one clock, one deadline a slice. */

export interface SliceTimes {
  /** Milliseconds of all slices. */
  total: number;
  /** Milliseconds of the longest slice. */
  longest: number;
}

/** Lets input and rendering go first; no timer, which a hidden page would hold back for seconds. */
function pause(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?(): Promise<void> } };
  if (scheduler?.yield) return scheduler.yield();
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/**
 * Runs a generator to its end in slices.
 *
 * @param work yields where it may be paused
 * @param sliceMs how long a slice may take, in milliseconds
 * @param onPause called after each slice, to hand over what was found
 * @param signal ends the work at the next pause
 */
export async function runInSlices(
  work: Iterator<unknown>,
  sliceMs: number,
  onPause: () => void,
  signal: AbortSignal,
): Promise<SliceTimes> {
  const times = { total: 0, longest: 0 };
  for (;;) {
    const start = performance.now();
    let done = false;
    while (!done && performance.now() - start < sliceMs) done = work.next().done === true;
    onPause();
    const spent = performance.now() - start;
    times.total += spent;
    times.longest = Math.max(times.longest, spent);
    if (done || signal.aborted) return times;
    await pause();
  }
}
