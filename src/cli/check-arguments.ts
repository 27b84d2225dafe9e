/** The arguments of `scan`, `inspect` and `merge` that determine whether the command fails. */
import { ArgumentError, type Values } from './command-line.ts';

export const failLevels = ['error', 'warning', 'never'] as const;

export interface CheckArguments {
  /** The least severe finding that makes the exit code 1. */
  failOn: (typeof failLevels)[number];
  /** The file with the known findings; null if none. */
  baseline: string | null;
  /** Whether the baseline file is updated. */
  updateBaseline: boolean;
  /** The file that sets the limits in bytes; null if none. */
  budget: string | null;
}

export const checkOptions = {
  policy: {
    type: 'text',
    value: 'FILE',
    help: 'Applies your policy in FILE instead of data-url-inspector.json',
  },
  'no-config': { type: 'flag', help: "Doesn't read data-url-inspector.json" },
  'fail-on': {
    type: 'text',
    value: 'LEVEL',
    choices: failLevels,
    default: 'error',
    help: 'Sets the lowest severity of findings that makes the exit code 1',
  },
  baseline: {
    type: 'text',
    value: 'FILE',
    help: "Reports only findings that FILE doesn't list, and fails only on these",
  },
  'update-baseline': {
    type: 'flag',
    help: 'Writes the baseline file: adds new findings, removes fixed ones',
  },
  budget: { type: 'text', value: 'FILE', help: 'Fails if data: URLs take more bytes than FILE allows' },
} as const;

export const rowsHelp = 'Prints a line of JSON with fixed columns for each occurrence, for data engines';

export const checkExitCodes = {
  0: 'No finding at or above the severity that --fail-on sets',
  1: 'At least one such finding, or an exceeded budget',
} as const;

export function readChecks(
  values: Values<Omit<typeof checkOptions, 'policy' | 'no-config'>>,
): CheckArguments {
  const { 'fail-on': failOn, baseline = null, budget = null, 'update-baseline': updateBaseline } = values;
  if (updateBaseline && baseline === null)
    throw new ArgumentError('--update-baseline needs --baseline FILE, the file to write');
  return { failOn, baseline, updateBaseline, budget };
}

/**
 * The format that the flags select; null if none is given.
 *
 * @throws ArgumentError if two formats are given
 */
export function formatAmong<Format extends string>(
  formats: readonly Format[],
  values: Readonly<Record<Format, boolean>>,
): Format | null {
  const [format = null, another] = formats.filter((each) => values[each]);
  if (another) throw new ArgumentError(`--${format} or --${another}, not both`);
  return format;
}
