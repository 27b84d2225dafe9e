/** Scrolls through a list by script, and defines the design's limits for smooth scrolling. */
import type { Extension } from '../../src/cli/drivers/chromium.ts';
import { type Measured, median } from './table.ts';
import { longestAfterMark } from './trace.ts';

/**
 * Runs in the surface: scrolls through the whole list in four seconds, one step per frame. If `moves` is false, only
 * counts the frames.
 *
 * @returns the share of frames that came at most 17 ms after the previous one
 */
async function scrollThrough(moves: boolean): Promise<number> {
  const list = document.querySelector('.virtual-list') as HTMLElement;
  const duration = 4000;
  const gaps: number[] = [];
  performance.mark('scroll');
  const start = await new Promise<number>(requestAnimationFrame);
  for (let before = start; before - start < duration; ) {
    if (moves) list.scrollTop = ((before - start) / duration) * list.scrollHeight;
    const now = await new Promise<number>(requestAnimationFrame);
    gaps.push(now - before);
    before = now;
  }
  // A frame takes 16.7 ms, and the frame clock has a resolution of 0.1 ms.
  return gaps.filter((gap) => gap <= 17).length / gaps.length;
}

/**
 * Measures how smoothly a list scrolls.
 *
 * @param what the name of the list that is scrolled
 */
export async function scrolling(
  what: string,
  extension: Extension,
  surface: { evaluate(fn: (moves: boolean) => Promise<number>, moves: boolean): Promise<number> },
): Promise<Measured[]> {
  const still = await surface.evaluate(scrollThrough, false);
  const shares: number[] = [];
  const tasks: number[] = [];
  for (let run = 0; run < 3; run++) {
    const { passed } = await longestAfterMark(extension, 'scroll', async () => {
      shares.push(await surface.evaluate(scrollThrough, true));
    });
    tasks.push(passed);
  }
  const smooth = median(shares) * 100;
  return [
    {
      what: `scrolling through ${what}: frames that were late`,
      value: 100 - smooth,
      unit: '%',
      budget: 5,
      goal: 1,
      note: `median of ${shares.length} traced runs of 4 s each: ${smooth.toFixed(1)} % within 17 ms, ${(still * 100).toFixed(1)} % where nothing moves`,
    },
    {
      what: 'the same: the longest task',
      value: median(tasks),
      unit: 'ms',
      budget: 50,
      goal: 25,
      note: `by the clock, median of the longest in each run: ${tasks.map((ms) => ms.toFixed(0)).join(', ')}`,
    },
  ];
}
