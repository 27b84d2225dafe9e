/** How the processor time of an entry point grows with the length of its text. */
import { type Entry, inputOf } from './entry.ts';
import type { Pattern } from './patterns.ts';

/** Milliseconds of processor time for each of the sizes that were measured. */
export interface Growth {
  sizes: number[];
  times: number[];
}

/** At most twice as fast as linear: at most 32 times the work for 16 times the text. */
export const maxRatio = 2;

/** Milliseconds below which a measurement depends more on the machine than on the work. */
const noise = 20;
/** Milliseconds of one call above which no larger sizes are measured. */
const enough = 3000;

const processorTime = (since?: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

/** The mean time of a number of calls. */
async function timeOf({ run }: Entry, text: string, calls: number): Promise<number> {
  const inputs = Array.from({ length: calls }, () => inputOf(text));
  const before = process.cpuUsage();
  for (const input of inputs) await run(input);
  return processorTime(before) / calls;
}

/**
 * @param sizes numbers of code units, in ascending order
 * @param isEven whether shorter texts get more calls, for the same total length, so that the garbage collector has
 * equal work
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
 * How much faster than its text the time between two neighboring sizes has grown, in the worst case; 1 is linear. Times
 * below the noise level are raised to it, so that a first call or a garbage collection does not look like growth.
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
 * Measures again if the time seems to grow too fast. The sample that grows least is the one least disturbed by the
 * machine.
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
