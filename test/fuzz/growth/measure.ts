/** How the processor time of an entry point grows with the length of its text. */
import { type Entry, inputOf } from './entry.ts';
import type { Pattern } from './patterns.ts';

/** Milliseconds of the processor at each of the sizes, as far as they were tried. */
export interface Growth {
  sizes: number[];
  times: number[];
}

/** At most: for 16 times the text 32 times the work. */
export const maxRatio = 2;

/** Milliseconds below which a measurement says more of the machine than of the work. */
const noise = 20;
/** Milliseconds of one call after which nothing larger is tried. */
const enough = 3000;

const processorTime = (since?: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

/** The mean of so many calls. */
async function timeOf({ run }: Entry, text: string, calls: number): Promise<number> {
  const inputs = Array.from({ length: calls }, () => inputOf(text));
  const before = process.cpuUsage();
  for (const input of inputs) await run(input);
  return processorTime(before) / calls;
}

/**
 * @param sizes code units, in growing order
 * @param isEven calls with short texts as often as they come to the longest one: the collector then has as much to do
 */
export async function growthOf(
  entry: Entry,
  pattern: Pattern,
  sizes: readonly number[],
  isEven = false,
): Promise<Growth> {
  const growth: Growth = { sizes: [], times: [] };
  const longest = Math.max(...sizes);
  for (const size of sizes) {
    const time = await timeOf(entry, pattern.make(size), isEven ? Math.ceil(longest / size) : 1);
    growth.sizes.push(size);
    growth.times.push(time);
    if (time > enough) break;
  }
  return growth;
}

/**
 * How much faster than its text the time of two neighboring sizes has grown, at the worst: 1 is linear. What takes no
 * longer than the noise counts as that, so that a first call and a visit of the collector are no growth.
 */
export function excessOf({ sizes, times }: Growth): number {
  let worst = 0;
  for (let n = 1; n < sizes.length; n++) {
    const grown = (sizes[n] as number) / (sizes[n - 1] as number);
    const least = noise / grown;
    worst = Math.max(worst, (times[n] as number) / Math.max(least, times[n - 1] as number) / grown);
  }
  return worst;
}

/** Measures again what seems to grow too fast: of several the one that grows least has least of the machine in it. */
export async function confirmedGrowth(
  entry: Entry,
  pattern: Pattern,
  sizes: readonly number[],
  samples = 3,
): Promise<Growth> {
  let growth = await growthOf(entry, pattern, sizes);
  for (let sample = 1; sample < samples && excessOf(growth) > maxRatio; sample++) {
    const again = await growthOf(entry, pattern, sizes, true);
    if (excessOf(again) < excessOf(growth)) growth = again;
  }
  return growth;
}
