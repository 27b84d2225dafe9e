/**
 * Long work on a thread that has other work, too: in turns of a few milliseconds, between which whatever waits is done.
 * One clock and one line for all of it: however much goes on at once, nobody waits for more than two turns.
 */

/** Milliseconds of work after which others have their turn. */
const turnLength = 10;

/** Code units or bytes that a loop looks at before it yields: a millisecond or two. */
export const strideLength = 1 << 16;

let turnStart = 0;
const waiting: (() => void)[] = [];

let isRung = false;

/** No timer, which browsers hold back; and no promise, which would come before all else that waits. */
function ring(): void {
  if (isRung) return;
  isRung = true;
  // A new one each time: of one that stays Node takes all messages at once, those that come meanwhile too.
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    isRung = false;
    turnStart = performance.now();
    callNext();
  };
  port2.postMessage(null);
}

/** One after the other within a turn: each goes on for as long as it can before the next is called. */
function callNext(): void {
  if (waiting.length === 0) return;
  if (isOver()) ring();
  else {
    waiting.shift()?.();
    queueMicrotask(callNext);
  }
}

/** Whether the work that goes on has had its turn. */
const isOver = (): boolean => performance.now() - turnStart >= turnLength;

/** Resolves when it is the caller's turn again, at once as long as it still is: to be awaited within long loops. */
export function turn(): Promise<void> | undefined {
  if (!isOver()) return undefined;
  return new Promise((resolve) => {
    waiting.push(resolve);
    ring();
  });
}

/** What a generator returns that yields wherever others may have their turn. */
export async function inTurns<T>(work: Generator<unknown, T, void>): Promise<T> {
  for (;;) {
    // Also before the first step: others may have used the turn up.
    if (isOver()) await turn();
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** The same, all at once: for whoever must not wait. */
export function atOnce<T>(work: Generator<unknown, T, void>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
