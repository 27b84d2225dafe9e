/**
 * Runs long work in turns of a few milliseconds, so that the thread can do other work in between. All such work
 * shares one clock and one queue, so that no event waits for more than two turns, however much work runs
 * concurrently.
 */

/** Maximum number of milliseconds of work before other work gets its turn. */
const turnLength = 10;

/** Number of code units or bytes that a loop processes before it yields, which takes a millisecond or two. */
export const strideLength = 1 << 16;

let turnStart = 0;
const waiting: (() => void)[] = [];

let isRung = false;

/**
 * Begins the next turn with a message, because browsers throttle timers, and a promise would run before pending work.
 */
function ring(): void {
  if (isRung) return;
  isRung = true;
  /*
   * A new channel is created each time, because Node handles all messages of one channel together, even those that
   * arrive in the meantime.
   */
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    isRung = false;
    turnStart = performance.now();
    callNext();
  };
  port2.postMessage(null);
}

/** Resumes waiting callers, one by one within a turn: each works as long as it can before the next one resumes. */
function callNext(): void {
  if (waiting.length === 0) return;
  if (isOver()) ring();
  else {
    waiting.shift()?.();
    queueMicrotask(callNext);
  }
}

/** Whether the turn is over. */
const isOver = (): boolean => performance.now() - turnStart >= turnLength;

/**
 * Call and await this function in long loops. Returns a promise that resolves in the caller's next turn; undefined if
 * the current turn is not over.
 */
export function turn(): Promise<void> | undefined {
  if (!isOver()) return undefined;
  return new Promise((resolve) => {
    waiting.push(resolve);
    ring();
  });
}

/** Runs a generator that yields wherever other work may run, with pauses, and returns its result. */
export async function inTurns<T>(work: Generator<unknown, T, void>): Promise<T> {
  for (;;) {
    // This is checked before the first step, too, because other work may have used up the turn.
    if (isOver()) await turn();
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Runs a generator like `inTurns`, but without pauses, for synchronous callers. */
export function atOnce<T>(work: Generator<unknown, T, void>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
