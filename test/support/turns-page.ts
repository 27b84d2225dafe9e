/** Runs in a page: long tasks in slices, and callbacks of the page that wait for their turns. */
import { createTextSender } from '../../extension/content/text-sender.ts';
import { runInSlices } from '../../extension/content/time-slices.ts';

/** The ways in which a page gets a turn. */
const ways = {
  timer: (turn: () => void) => void setTimeout(turn),
  message: (turn: () => void) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = turn;
    port2.postMessage(null);
  },
  'animation frame': (turn: () => void) => void requestAnimationFrame(turn),
  fetch: (turn: () => void) => void fetch('data:,x').then(turn),
};
export type Way = keyof typeof ways;

/** The number of slices, of one millisecond each. Together they take seconds. */
export const allSlices = 5000;

/** Returns how many of the `allSlices` slices pass before a callback of this kind runs. */
export async function slicesBefore(way: Way): Promise<number> {
  let isOver = false;
  let count = 0;
  ways[way](() => {
    isOver = true;
  });
  function* work() {
    for (;;) yield;
  }
  await runInSlices(
    work(),
    1,
    () => count++,
    () => isOver || count === allSlices,
  );
  return count;
}

/** The number of elements that `removalsAtOnce` removes. */
export const allRemovals = 1000;

/** Returns how many removals the end of a walk posts in all, and at most between two pauses. */
export function removalsAtOnce(): { all: number; most: number } {
  let all = 0;
  const sender = createTextSender((message) => {
    if (message.type === 'changed') all += message.changes.length;
  });
  function* selector(): Generator<void, string, void> {
    yield;
    return 'img';
  }
  for (let n = 0; n < allRemovals; n++) {
    const element = document.createElement('img');
    const found = { written: `data:,${n}`, place: 'attribute', name: 'src', destination: 'image' } as const;
    Array.from(sender.found({ source: element, element, selector, inert: false }, [found]));
  }
  sender.startWalk();
  let most = 0;
  const work = sender.endWalk();
  for (let done: boolean | undefined; !done; ) {
    const before = all;
    done = work.next().done;
    sender.flush();
    most = Math.max(most, all - before);
  }
  return { all, most };
}
