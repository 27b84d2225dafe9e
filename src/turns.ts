/**
 * Runs long work in turns of a few milliseconds, so that a thread can do other work in between. All such work shares
 * one clock and one queue: however much runs at once, no event waits for more than two turns.
 */

/** Milliseconds of work after which other work has its turn. */
const turnLength = 10;

/** Code units or bytes that a loop processes before it yields: a millisecond or two. */
export const strideLength = 1 << 16;

let turnStart = 0;
const waiting: (() => void)[] = [];

let isRung = false;

/** Not a timer, which browsers throttle; and not a promise, which would run before other pending work. */
function ring(): void {
  if (isRung) return;
  isRung = true;
  // A new one each time: from a single channel Node takes all messages at once, including those that come meanwhile.
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    isRung = false;
    turnStart = performance.now();
    callNext();
  };
  port2.postMessage(null);
}

/** Callers run one after the other within a turn: each works as long as it can before the next is called. */
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

/** Resolves when it is the caller's turn again, immediately as long as it still is: to be awaited within long loops. */
export function turn(): Promise<void> | undefined {
  if (!isOver()) return undefined;
  return new Promise((resolve) => {
    waiting.push(resolve);
    ring();
  });
}

/** The result of a generator that yields wherever other work may have its turn. */
export async function inTurns<T>(work: Generator<unknown, T, void>): Promise<T> {
  for (;;) {
    // Checked before the first step, too: other work may have used up the turn.
    if (isOver()) await turn();
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** The same without pauses, for synchronous callers. */
export function atOnce<T>(work: Generator<unknown, T, void>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
