/** Measures how long some work blocks its thread. In the worker, other tabs would wait that long. */
import { readFileSync } from 'node:fs';

/** Returns this thread's processor time in milliseconds; wall-clock time if the system does not provide it. */
function threadTime(): number {
  try {
    // On Linux, the processor time of the main thread in nanoseconds.
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

/**
 * Returns the longest processor time, in milliseconds, between two turns of the event loop during some work. The first
 * turn counts, because the work before the first wait also blocks the thread.
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
