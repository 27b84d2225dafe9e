/** How long some work blocks its thread. The worker's other tabs would wait for that time. */
import { readFileSync } from 'node:fs';

/** Milliseconds of processor time of this thread; wall-clock time if the system does not provide it. */
function threadTime(): number {
  try {
    // Linux: nanoseconds of processor time of the main thread.
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

/**
 * The longest time, in milliseconds of processor time, between two turns of the event loop during some work. The first
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
