/** Defines fuzz targets, and feeds them. */
import fc from 'fast-check';

export interface Target<Input> {
  name: string;
  /** Generates the inputs: structured like real ones, and broken in many ways. */
  input: fc.Arbitrary<Input>;
  /** Throws if the input shows that a required property is violated. */
  holds(input: Input): Promise<void> | void;
}

export interface Run {
  cases: number;
  /** The duration of the slowest case, in milliseconds. */
  slowest: number;
}

/**
 * Feeds a target.
 *
 * @param options the number of cases and their seed, or a time limit
 * @throws the report of fast-check: the smallest input that violates a property, and the seed that reproduces it
 */
export async function fuzz<Input>(target: Target<Input>, options: fc.Parameters<[Input]>): Promise<Run> {
  const run: Run = { cases: 0, slowest: 0 };
  await fc.assert(
    fc.asyncProperty(target.input, async (input) => {
      const start = performance.now();
      await target.holds(input);
      run.cases++;
      run.slowest = Math.max(run.slowest, performance.now() - start);
    }),
    options,
  );
  return run;
}
