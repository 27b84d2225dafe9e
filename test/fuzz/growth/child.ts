/** Runs the measurements in a separate process, which can be killed if an entry point does not return. */
import { entries } from './entries.ts';
import { confirmedGrowth, excessOf, type Growth } from './measure.ts';
import { patternsOf } from './patterns.ts';

export interface Order {
  entry: string;
  /** The index of the first pattern to measure. */
  from: number;
  count: number;
  seed: number;
  sizes: number[];
}
/** The growth for one pattern, or the error that the entry point threw. */
export type Answer =
  | { pattern: number; name: string; growth: Growth; excess: number; error?: undefined }
  | { pattern: number; name: string; error: string };

process.on('message', async ({ entry: name, from, count, seed, sizes }: Order) => {
  const entry = entries.find((each) => each.name === name);
  if (!entry) throw new Error(`There is no entry point ${name}.`);
  const patterns = patternsOf(entry.grammar, count, seed);
  for (const [n, pattern] of patterns.entries()) {
    if (n < from) continue;
    try {
      const growth = await confirmedGrowth(entry, pattern, sizes);
      const excess = excessOf(growth);
      process.send?.({ pattern: n, name: pattern.name, growth, excess } satisfies Answer);
    } catch (error) {
      process.send?.({ pattern: n, name: pattern.name, error: String(error) } satisfies Answer);
    }
  }
  process.send?.(null);
});
