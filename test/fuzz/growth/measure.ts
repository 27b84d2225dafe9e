/** Measures how the processor time of an entry point grows with the length of its text. */
import { type Entry, inputOf } from './entry.ts';
import type { Pattern } from './patterns.ts';

/** Milliseconds of processor time for each measured size. */
export interface Growth {
  sizes: number[];
  times: number[];
}

/** Maximum growth relative to linear growth: 16 times the text may take 32 times the time. */
export const maxRatio = 2;

/** Milliseconds below which a measurement depends more on the machine than on the work. */
const noise = 20;
/** If one call takes longer than this many milliseconds, no larger sizes are measured. */
const maxTime = 3000;

const processorTime = (since?: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

/** Returns the mean time of a number of calls. */
async function timeOf({ run }: Entry, text: string, calls: number): Promise<number> {
  const inputs = Array.from({ length: calls }, () => inputOf(text));
  const before = process.cpuUsage();
  for (const input of inputs) await run(input);
  return processorTime(before) / calls;
}

/**
 * Measures the time at each size.
 *
 * @param sizes numbers of code units, in ascending order
 * @param isEven whether shorter texts are passed in more calls, with the same total length, so that the garbage
 * collector always has the same amount of work
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
    if (time > maxTime) break;
  }
  return growth;
}

/**
 * Returns how much faster the time grows than the text between two neighboring sizes, in the worst case; 1 is linear.
 * Times below the noise level are raised to it, so that a first call or a garbage collection does not look like growth.
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

/**
 * Measures again if the time seems to grow too fast. Returns the sample with the least growth, because the machine
 * disturbed it least.
 */
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
