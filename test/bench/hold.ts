/** How long a piece of work keeps its thread from everything else: what the worker's other tabs would wait for. */
import { readFileSync } from 'node:fs';

/** Milliseconds of the processor that this thread has had; where the system does not tell, of the clock. */
function threadTime(): number {
  try {
    // Linux: nanoseconds on the processor, of the main thread.
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

/**
 * The longest time, in milliseconds of the processor, between two turns of the event loop while some work goes on.
 * The first turn counts: what the work does before it waits for anything is a hold as well.
 */
export async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = threadTime();
  let isDone = false;
  const turn = () => {
    const now = threadTime();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isDone = true;
  turn();
  return longest;
}
