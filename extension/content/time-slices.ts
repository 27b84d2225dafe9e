/** Runs long work in slices, so that the page's own work can continue in between. Each slice has one deadline. */

import { isHidden } from './dom.ts';

/** Number of milliseconds after which work without urgency continues even if the page is never idle. */
const maxBusyTime = 1000;

export interface SliceTimes {
  /** Total milliseconds of all slices. */
  total: number;
  /** Number of milliseconds of the longest slice. */
  longest: number;
}

/** Number of milliseconds of a slice: half of an animation frame. */
export const slice = 8;

/** Number of milliseconds between two slices of work without urgency. */
const rest = 500;

/** Waits for `rest` and then until the page is idle. In a visible page, the second wait takes at most `maxBusyTime`. */
export async function idle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, rest));
  const timeout = isHidden(document) ? 0 : maxBusyTime;
  await new Promise((resolve) => requestIdleCallback(resolve, timeout > 0 ? { timeout } : {}));
}

/**
 * Lets everything that the page is waiting for run first. Timers are not suitable, because browsers delay them by
 * seconds in a hidden page. Neither is `scheduler.yield()`, because the page's own timers would then wait until all of
 * this work has ended.
 */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** The promise that the work in this slice is waiting for. */
let awaited: Promise<unknown> | undefined;

/** Pauses work that runs in slices until the promise is fulfilled. @returns the promise's value */
export function* until<T>(promise: Promise<T>): Generator<never, T | undefined, void> {
  let value: T | undefined;
  awaited = promise.then((result) => {
    value = result;
  });
  yield null as never;
  return value;
}

/**
 * Number of arrays of 64 KiB that are allocated and dropped in each slice. Arrays larger than 128 KiB would not be
 * collected as young garbage.
 */
const forgotten = 24;
const latest: unknown[][] = [];

/**
 * Makes the garbage collector run often. Until it runs, an object in this world is kept for each node that was read.
 * Collecting the objects of 400,000 nodes at once takes 80 ms; collecting those of a few slices takes 5 ms.
 */
function litter(): void {
  for (let n = 0; n < forgotten; n++) latest[0] = new Array(16_384);
}

/**
 * Runs a generator to its end in slices.
 *
 * @param work the generator, which yields wherever it may be paused
 * @param sliceMs maximum number of milliseconds of a slice
 * @param onPause called after each slice to post the findings
 * @param isOver called before each slice; if it returns true, the work ends
 * @param wait resolves when the next slice may begin
 */
export async function runInSlices(
  work: Iterator<unknown>,
  sliceMs: number,
  onPause: () => void,
  isOver: () => boolean,
  wait: () => Promise<void> = pause,
): Promise<SliceTimes> {
  const times = { total: 0, longest: 0 };
  // This is also checked before the first slice, because the work may have become obsolete while its caller waited.
  while (!isOver()) {
    const start = performance.now();
    let done = false;
    while (!done && !awaited && performance.now() - start < sliceMs) done = work.next().done === true;
    onPause();
    // Most pages take less time than two slices.
    if (times.total > sliceMs) litter();
    const spent = performance.now() - start;
    times.total += spent;
    times.longest = Math.max(times.longest, spent);
    if (done) return times;
    const next = awaited ?? wait();
    awaited = undefined;
    await next;
  }
  return times;
}
