/** Runs tasks in idle time. A few run at the same time, in the order in which they were added. */

/** Number of milliseconds after which a task starts even on a busy page. */
const maxWait = 500;

/**
 * Creates a queue.
 *
 * @param concurrent number of tasks that run at the same time
 * @returns a function that runs a task and returns its result; null if its signal was aborted before the task began, or
 * if the task failed
 */
export function idleQueue(
  concurrent: number,
): <Result>(task: () => Promise<Result>, signal: AbortSignal) => Promise<Result | null> {
  const waiting = new Set<() => Promise<void>>();
  let running = 0;
  const startNext = () => {
    if (running === concurrent || waiting.size === 0) return;
    running++;
    requestIdleCallback(
      async () => {
        const [first] = waiting;
        if (first) {
          waiting.delete(first);
          await first();
        }
        running--;
        startNext();
      },
      { timeout: maxWait },
    );
    startNext();
  };
  return (task, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve(null);
      const leave = () => {
        waiting.delete(run);
        resolve(null);
      };
      const run = async () => {
        signal.removeEventListener('abort', leave);
        resolve(await task().catch(() => null));
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.add(run);
      startNext();
    });
}
