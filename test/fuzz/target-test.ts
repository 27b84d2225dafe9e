/** A target in `npm test`: with other cases every time. `npm run fuzz` feeds it for longer. */
import { test } from 'node:test';
import { fuzz, type Target } from './target.ts';

const time = 4_000;

export function fuzzFor<Input>(target: Target<Input>): void {
  const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
  test(`${target.name}, ${time / 1000} s from seed ${seed}`, { timeout: 10 * time }, async (t) => {
    const { cases, slowest } = await fuzz(target, time, seed);
    t.diagnostic(`${cases} cases, the slowest ${slowest.toFixed(0)} ms`);
  });
}
