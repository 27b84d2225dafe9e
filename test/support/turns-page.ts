/** Runs in a page: a long task in slices, and a callback of the page that waits for its turn. */
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
