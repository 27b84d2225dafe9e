/** The arguments of `scan`. */

import {
  type CheckArguments,
  checkExitCodes,
  checkOptions,
  formatAmong,
  readChecks,
  rowsHelp,
} from './check-arguments.ts';
import { globProblem } from './chosen-files.ts';
import { ArgumentError, commandLine, parseCommandLine } from './command-line.ts';
import { type IsInShard, parseShard, shardOption } from './shard.ts';
import { summaryOption } from './step-summary.ts';

/** The output formats that can be requested. The default is `lines`. */
export const scanFormats = [
  'lines',
  'json',
  'ndjson',
  'rows',
  'sarif',
  'markdown',
  'html',
  'github',
  'repairs',
] as const;
export type ScanFormat = (typeof scanFormats)[number];

export interface ScanArguments extends CheckArguments {
  format: ScanFormat;
  /** The policy file that is applied; null if none is named. */
  policy: string | null;
  /** Whether to look for the project's configuration. */
  seeksConfig: boolean;
  /** Whether files in folders are skipped if `.gitignore` lists them. */
  respectsIgnore: boolean;
  /** Whether comments in files suppress findings. */
  suppresses: boolean;
  /** Whether base64 without "data:" is reported if its first bytes prove the type. */
  isBare: boolean;
  /** Whether the files are WARC archives. */
  isArchive: boolean;
  /** The NDJSON file of an earlier run whose files are skipped; null if none. */
  resume: string | null;
  isInShard: IsInShard;
  /** Whether this run scans all files, and not only a shard. */
  isWhole: boolean;
  /** Whether the Markdown report is also added to the GitHub Actions step summary. */
  summary: boolean;
  /** Files and folders; `-` stands for standard input. */
  paths: string[];
  /** The file that lists more files; `-` stands for standard input. Null if there is none. */
  filesFrom: string | null;
  /** Patterns as in `.gitignore`. A file is scanned if one of them matches or there are none. */
  include: string[];
  /** Patterns, as in `.gitignore`, of files and folders to leave out. */
  exclude: string[];
}

export const scanCommandLine = commandLine({
  purpose: 'Finds data: URLs in files, without a browser.',
  usage: ['[options] FILE, FOLDER or - …', '[options] --files-from FILE'],
  operands: {
    'FILE, FOLDER':
      'Scans a folder with everything in it except .git, node_modules, .sarif files, and what .gitignore lists. A file or folder that you name is always scanned.',
    '-': 'Scans standard input',
  },
  options: {
    lines: {
      type: 'flag',
      help: 'Prints file:line:column severity message rule for each finding, then its position and repair (default)',
    },
    json: { type: 'flag', help: 'Prints all reports as one JSON array' },
    ndjson: { type: 'flag', help: 'Prints each report as a line of JSON, as soon as it is ready' },
    rows: { type: 'flag', help: rowsHelp },
    sarif: { type: 'flag', help: 'Prints SARIF 2.1.0 for code scanning' },
    markdown: { type: 'flag', help: 'Prints a Markdown summary, such as for an issue' },
    html: { type: 'flag', help: 'Prints one HTML file with the data: URLs of all files' },
    github: { type: 'flag', help: 'Prints annotations for a GitHub workflow' },
    repairs: {
      type: 'flag',
      help: 'Prints file:line:column and the repaired URL for each data: URL that has one',
    },
    ...checkOptions,
    ...summaryOption,
    'files-from': {
      type: 'text',
      value: 'FILE',
      help: 'Scans the files that FILE lists, one per line or separated by NUL ("-": standard input)',
    },
    include: {
      type: 'texts',
      value: 'GLOB',
      help: 'Scans only files that match GLOB (.gitignore syntax); may be repeated',
    },
    exclude: {
      type: 'texts',
      value: 'GLOB',
      help: 'Excludes files and folders that match GLOB; may be repeated',
    },
    'no-ignore': { type: 'flag', help: 'Also scans .sarif files, and files that .gitignore lists' },
    'no-suppressions': { type: 'flag', help: 'Also reports findings that comments suppress' },
    warc: { type: 'flag', help: 'Scans the files in WARC archives, plain or compressed with gzip' },
    resume: {
      type: 'text',
      value: 'FILE',
      help: 'Skips the files that have a report in FILE, the NDJSON of an earlier run',
    },
    ...shardOption,
    bare: { type: 'flag', help: 'Reports base64 without "data:" if its first bytes identify the type' },
  },
  exitCodes: {
    ...checkExitCodes,
    2: 'A file or folder could not be scanned, nothing was scanned, or an argument is wrong',
    130: 'Interrupted (Ctrl+C)',
  },
  examples: [
    [
      '--warc --ndjson --shard 1/4 crawl.warc.gz',
      'Scans a quarter of an archive, and prints one report per line.',
    ],
    ['src dist/index.html', 'Prints a line for each finding in a folder and a file.'],
    ['--include "*.css" --exclude vendor/ .', 'Scans all style sheets except those in folders named vendor.'],
    [
      '--sarif --fail-on warning dist > data-urls.sarif',
      'Fails on warnings, and writes SARIF for code scanning.',
    ],
  ],
});

/**
 * Parses the arguments.
 *
 * @returns null if the arguments request help
 */
export function parseScanArguments(args: string[]): ScanArguments | null {
  const parsed = parseCommandLine(scanCommandLine, args);
  if (parsed === null) return null;
  const { values, operands } = parsed;
  const format = formatAmong(scanFormats, values) ?? 'lines';
  const checks = readChecks(values);
  const { policy = null, bare: isBare, warc: isArchive, include, exclude } = values;
  const { 'files-from': filesFrom = null, resume = null } = values;
  if (resume !== null && format !== 'ndjson') throw new ArgumentError('--resume needs --ndjson');
  if (filesFrom === '-' && operands.includes('-'))
    throw new ArgumentError('--files-from - and the operand "-" both read standard input');
  for (const glob of [...include, ...exclude]) {
    const problem = globProblem(glob);
    if (problem !== null) throw new ArgumentError(`"${glob}" is not a glob: ${problem}`);
  }
  if (operands.length === 0 && filesFrom === null)
    throw new ArgumentError('no file to scan. --help shows the usage.');
  const respectsIgnore = !values['no-ignore'];
  const isInShard = parseShard(values.shard);
  return {
    format,
    policy,
    seeksConfig: !values['no-config'],
    ...checks,
    respectsIgnore,
    suppresses: !values['no-suppressions'],
    isBare,
    isArchive,
    isInShard,
    isWhole: values.shard === undefined,
    summary: values.summary,
    paths: [...new Set(operands)],
    ...{ filesFrom, include, exclude, resume },
  };
}
