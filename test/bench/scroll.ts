/** A scripted scroll through a list from its top to its end, and the design's limits for it. */
import { type Measured, median } from './table.ts';

interface Scrolled {
  /** Share of frames at most 17 ms after the one before. */
  smooth: number;
  /** Milliseconds of the longest task; 0 where none was longer than 50. */
  longest: number;
}

/** Runs in the surface: scrolls through the whole list in four seconds, a step a frame; or only counts the frames. */
async function scrollThrough(moves: boolean): Promise<Scrolled> {
  const list = document.querySelector('.virtual-list') as HTMLElement;
  let longest = 0;
  new PerformanceObserver((tasks) => {
    for (const { duration } of tasks.getEntries()) longest = Math.max(longest, duration);
  }).observe({ type: 'longtask' });
  const duration = 4000;
  const gaps: number[] = [];
  const start = await new Promise<number>(requestAnimationFrame);
  for (let before = start; before - start < duration; ) {
    if (moves) list.scrollTop = ((before - start) / duration) * list.scrollHeight;
    const now = await new Promise<number>(requestAnimationFrame);
    gaps.push(now - before);
    before = now;
  }
  // A frame takes 16.7 ms, and the frame clock has a resolution of a tenth.
  return { smooth: gaps.filter((gap) => gap <= 17).length / gaps.length, longest };
}

/** @param what name of the list that is scrolled */
export async function scrolling(
  what: string,
  surface: { evaluate(fn: (moves: boolean) => Promise<Scrolled>, moves: boolean): Promise<Scrolled> },
): Promise<Measured[]> {
  const still = await surface.evaluate(scrollThrough, false);
  const scrolls: Scrolled[] = [];
  for (let run = 0; run < 3; run++) scrolls.push(await surface.evaluate(scrollThrough, true));
  const smooth = median(scrolls.map((each) => each.smooth)) * 100;
  return [
    {
      what: `scrolling through ${what}: frames that were late`,
      value: 100 - smooth,
      unit: '%',
      budget: 10,
      goal: 5,
      note: `median of ${scrolls.length} runs of 4 s each: ${smooth.toFixed(1)} % within 17 ms, ${(still.smooth * 100).toFixed(1)} % where nothing moves`,
    },
    {
      what: 'the same: the longest task',
      value: Math.max(...scrolls.map(({ longest }) => longest)),
      unit: 'ms',
      budget: 100,
      goal: 50,
      note: '0 where none was longer than 50',
    },
  ];
}
