/** The arguments of `merge`. */

import {
  type CheckArguments,
  checkExitCodes,
  checkOptions,
  formatAmong,
  readChecks,
  rowsHelp,
} from './check-arguments.ts';
import { ArgumentError, commandLine, parseCommandLine } from './command-line.ts';

/** The output formats that can be requested. The default is `text`. */
const mergeFormats = ['json', 'rows', 'sarif'] as const;

export interface MergeArguments extends CheckArguments {
  format: (typeof mergeFormats)[number] | 'text';
  /** The NDJSON files to merge; `-` stands for standard input. */
  files: string[];
}

const { policy: _, 'no-config': _config, ...options } = checkOptions;

export const mergeCommandLine = commandLine({
  purpose: 'Combines the reports of scan and inspect into one total, rows, or one SARIF file.',
  usage: ['[options] FILE or - …'],
  operands: { FILE: 'An NDJSON file with one report per line', '-': 'NDJSON on standard input' },
  options: {
    json: { type: 'flag', help: 'Prints the total as JSON' },
    rows: { type: 'flag', help: rowsHelp },
    sarif: { type: 'flag', help: 'Prints the findings of all reports as SARIF 2.1.0' },
    ...options,
  },
  exitCodes: {
    ...checkExitCodes,
    2: 'A part is missing, duplicated, or cut off, or an argument is wrong',
  },
  examples: [
    ['reports-*.ndjson', 'Prints the total of all reports.'],
    ['--sarif - < reports.ndjson > data-urls.sarif', 'Writes one SARIF file.'],
  ],
});

/**
 * Parses the arguments.
 *
 * @returns null if the arguments request help
 */
export function parseMergeArguments(args: string[]): MergeArguments | null {
  const parsed = parseCommandLine(mergeCommandLine, args);
  if (parsed === null) return null;
  const { values, operands: files } = parsed;
  if (files.length === 0) throw new ArgumentError('no file to merge. --help shows the usage.');
  return { format: formatAmong(mergeFormats, values) ?? 'text', ...readChecks(values), files };
}
