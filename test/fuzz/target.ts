/** A fuzz target, and how to run it for a time. */
import fc from 'fast-check';

export interface Target<Input> {
  name: string;
  /** The inputs: structured like real ones, broken in many ways. */
  input: fc.Arbitrary<Input>;
  /** Throws if a property does not hold. */
  holds(input: Input): Promise<void> | void;
}

export interface Run {
  cases: number;
  /** Milliseconds of the slowest case. */
  slowest: number;
}

/**
 * Feeds a target for a number of milliseconds.
 *
 * @param seed other seeds make other cases
 * @throws the report of fast-check: the smallest input for which a property does not hold, and the seed to
 * repeat it
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
