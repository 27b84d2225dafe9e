/** Measures in a process of its own, which can be ended when an entry point does not come back. */
import { entries } from './entries.ts';
import { confirmedGrowth, excessOf, type Growth } from './measure.ts';
import { patternsOf } from './patterns.ts';

export interface Order {
  entry: string;
  /** The first of the patterns that are still to be measured. */
  from: number;
  count: number;
  seed: number;
  sizes: number[];
}
/** Of one pattern; an error where the entry point threw. */
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
