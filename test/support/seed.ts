/**
 * The seed and the number of generated cases for all tests. In `npm test`, the seed is constant, so that runs are
 * repeatable. `TEST_CASES` is `full` in `npm test -- full`, for the sizes that the tests specify; `few` in `npm test`
 * without a file or group; or a number, the size of every generated part. `npm run fuzz -- properties` sets other seeds
 * in `TEST_SEED`; `random` chooses a new one.
 */
import { type TestContext, test } from 'node:test';

const { TEST_CASES: size, TEST_SEED: wanted } = process.env;

const seedOr = (usual: number): number =>
  wanted === undefined ? usual : wanted === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(wanted);

export const seed = seedOr(5);
/** The seed for comparisons with browsers. */
export const comparisonSeed = seedOr(2397);

export const isFull = size === 'full';
/** Whether this run omits the tests that run only in a full run or when their file or group is named. */
export const isFew = size === 'few';

/**
 * A test that `npm test` runs only in a full run, or when its file or group is named. Such a test repeats in Firefox
 * what another test does in Chromium, or takes long in relation to what it may find.
 */
export const testInFull: typeof test = isFew ? ((() => {}) as never) : test;

/** Like `testInFull`, for a step of a test. No later step may depend on such a step. */
export const stepInFull = (t: TestContext) =>
  // Bound to `t`, so that a failure names the file that calls it.
  (isFew ? async () => {} : t.test.bind(t)) as (name: string, run: () => Promise<void>) => Promise<void>;

/**
 * Returns the number of cases for a generated part.
 *
 * @param full the number in a full run
 * @param usual the number in any other run
 */
export const cases = (full: number, usual = Math.min(full, 500)): number =>
  size === undefined || size === 'few' ? usual : isFull ? full : Number(size);

/** Returns every `step`-th of many examples of the same behavior; in a full run, all of them. */
export const some = <T>(examples: readonly T[], step: number): T[] =>
  examples.filter((_, index) => isFull || index % step === 0);

/** Returns fast-check's options for the number of cases that `cases` returns. */
export const runs = (full: number, usual?: number): { seed: number; numRuns: number } => ({
  seed,
  numRuns: cases(full, usual),
});
