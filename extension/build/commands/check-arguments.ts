/** The arguments that decide whether a command fails: of `scan` and of `inspect`. */

export const failLevels = ['error', 'warning', 'never'] as const;

export interface CheckArguments {
  /** The least severe finding that makes the exit code 1. */
  failOn: (typeof failLevels)[number];
  /** The file of the findings that are known; null for none. */
  baseline: string | null;
  /** Whether that file is written anew. */
  updateBaseline: boolean;
  /** The file of the limits in bytes; null for none. */
  budget: string | null;
}

/** Wrong arguments, explained in one line. */
export class ArgumentError extends Error {
  override name = 'ArgumentError';
}

/** For `parseArgs`. */
export const checkOptions = {
  'fail-on': { type: 'string' },
  baseline: { type: 'string' },
  'update-baseline': { type: 'boolean' },
  budget: { type: 'string' },
} as const;

export const checkUsage =
  '[--fail-on error|warning|never] [--baseline FILE [--update-baseline]] [--budget FILE]';

interface Values {
  'fail-on'?: string;
  baseline?: string;
  'update-baseline'?: boolean;
  budget?: string;
}

export function parseChecks(values: Values): CheckArguments {
  const { 'fail-on': failOn = 'error', baseline = null, budget = null } = values;
  const { 'update-baseline': updateBaseline = false } = values;
  const level = failLevels.find((each) => each === failOn);
  if (!level) throw new ArgumentError(`--fail-on is "error", "warning" or "never", not "${failOn}"`);
  if (baseline === '' || budget === '') throw new ArgumentError('the name of a file is empty');
  if (updateBaseline && baseline === null)
    throw new ArgumentError('--update-baseline needs --baseline FILE, the file to write');
  return { failOn: level, baseline, updateBaseline, budget };
}
