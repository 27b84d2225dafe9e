/** What a fuzz target is, and how one is run for a time. */
import fc from 'fast-check';

export interface Target<Input> {
  name: string;
  /** What it is fed: inputs with the structure of real ones, broken in many ways. */
  input: fc.Arbitrary<Input>;
  /** Throws where something does not hold. */
  holds(input: Input): Promise<void> | void;
}

export interface Run {
  cases: number;
  /** Milliseconds of the slowest case. */
  slowest: number;
}

/**
 * Feeds a target for some milliseconds.
 *
 * @param seed another one for other cases
 * @throws what fast-check says of the smallest input for which something does not hold, with the seed to repeat it
 */
export async function fuzz<Input>(target: Target<Input>, time: number, seed: number): Promise<Run> {
  const run: Run = { cases: 0, slowest: 0 };
  await fc.assert(
    fc.asyncProperty(target.input, async (input) => {
      const start = performance.now();
      await target.holds(input);
      run.cases++;
      run.slowest = Math.max(run.slowest, performance.now() - start);
    }),
    { seed, numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: time, markInterruptAsFailure: false },
  );
  return run;
}
