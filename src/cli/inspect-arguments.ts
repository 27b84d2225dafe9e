/** The arguments of `inspect`. */

import {
  type CheckArguments,
  checkExitCodes,
  checkOptions,
  formatAmong,
  readChecks,
  rowsHelp,
} from './check-arguments.ts';
import { ArgumentError, commandLine, parseCommandLine } from './command-line.ts';
import { type IsInShard, parseShard, shardOption } from './shard.ts';
import { summaryOption } from './step-summary.ts';

/** The output formats that can be requested. The default is `table`. */
const outputFormats = ['json', 'ndjson', 'rows', 'html', 'markdown', 'csv', 'sarif'] as const;

export interface InspectArguments extends CheckArguments {
  format: (typeof outputFormats)[number] | 'table';
  /** The file in which all bodies are saved; null if none. */
  zip: string | null;
  /** The policy file that is applied; null if none is named. */
  policy: string | null;
  /** Whether to look for the project's configuration. */
  seeksConfig: boolean;
  /** Time limit for each page, in milliseconds. */
  timeout: number;
  /**
   * The hosts that the extension may access: all hosts, or only the host of the page on which its button was clicked.
   */
  grant: 'all' | 'active';
  /** Whether the network, except loopback, is blocked. */
  offline: boolean;
  /** The Content-Security-Policy header with which files are served; null if none. */
  csp: string | null;
  /** The Content-Security-Policy whose effect is reported for each page; null if none. */
  cspWhatIf: string | null;
  /** Maximum number of pages that are open at the same time. */
  jobs: number;
  /** The NDJSON file of an earlier run whose pages are skipped; null if none. */
  resume: string | null;
  isInShard: IsInShard;
  /** Whether the Markdown report is also added to the GitHub Actions step summary. */
  summary: boolean;
  /** URLs and files; "-" stands for a list on standard input, one per line. */
  pages: string[];
}

/** Maximum of `--jobs`. Each page uses its own browser process. */
const maxJobs = 64;
/** The maximum delay of a timer, in milliseconds. */
const maxTimeout = 2 ** 31 - 1;

export const inspectCommandLine = commandLine({
  purpose: 'Reports the data: URLs on pages that a real browser loads without a window.',
  usage: ['[options] URL-or-FILE …'],
  operands: {
    'URL, FILE': 'A page on the web or on this computer',
    '-': 'Pages on standard input, one per line',
  },
  options: {
    json: { type: 'flag', help: 'Prints all reports as one JSON array' },
    ndjson: { type: 'flag', help: 'Prints each report as a line of JSON, as soon as it is ready' },
    rows: { type: 'flag', help: rowsHelp },
    html: { type: 'flag', help: 'Prints the report of one page as an HTML file' },
    markdown: { type: 'flag', help: 'Prints a Markdown summary, such as for an issue' },
    csv: { type: 'flag', help: 'Prints CSV, one line for each occurrence of a data: URL' },
    sarif: { type: 'flag', help: 'Prints SARIF 2.1.0 for code scanning' },
    zip: { type: 'text', value: 'FILE', help: 'Saves the decoded files of one page as a ZIP archive' },
    ...checkOptions,
    ...summaryOption,
    jobs: {
      type: 'number',
      value: 'N',
      range: [1, maxJobs],
      default: 1,
      help: 'Sets how many pages are inspected at a time',
    },
    resume: {
      type: 'text',
      value: 'FILE',
      help: 'Skips the pages that have a report in FILE, the NDJSON of an earlier run',
    },
    ...shardOption,
    timeout: {
      type: 'number',
      value: 'MS',
      range: [1, maxTimeout],
      default: 60_000,
      help: 'Sets the time limit for each page, in milliseconds',
    },
    grant: {
      type: 'text',
      value: 'HOSTS',
      choices: ['all', 'active'],
      default: 'all',
      help: "Sets the sites that the extension may access (active: only the page's own)",
    },
    offline: { type: 'flag', help: 'Blocks all requests except those to this computer' },
    csp: { type: 'text', value: 'POLICY', help: 'Serves files with this Content-Security-Policy' },
    'csp-what-if': {
      type: 'text',
      value: 'POLICY',
      help: 'Reports which data: URLs this Content-Security-Policy would break, and the smallest addition (table, JSON)',
    },
  },
  exitCodes: {
    ...checkExitCodes,
    2: 'A page could not be inspected in full, or an argument is wrong',
    130: 'Interrupted (Ctrl+C)',
  },
  examples: [
    ['https://example.com/', "Prints a table of the page's data: URLs."],
    ['--ndjson --jobs 4 - < pages.txt > reports.ndjson', 'Inspects a list of pages, four at a time.'],
  ],
});

/**
 * Parses the arguments.
 *
 * @returns null if the arguments request help
 */
export function parseInspectArguments(args: string[]): InspectArguments | null {
  const parsed = parseCommandLine(inspectCommandLine, args);
  if (parsed === null) return null;
  const { values, operands: pages } = parsed;
  if (pages.length === 0) throw new ArgumentError('no page to inspect. --help shows the usage.');
  const { zip = null, policy = null, resume = null, jobs, grant, timeout, offline } = values;
  const isOne = pages.length === 1 && pages[0] !== '-';
  if (zip !== null && !isOne) throw new ArgumentError('--zip takes one page at a time');
  const format = formatAmong(outputFormats, values) ?? 'table';
  if (format === 'html' && !isOne) throw new ArgumentError('--html takes one page at a time');
  if (jobs > 1 && grant === 'active') throw new ArgumentError('--grant active takes one page at a time');
  if (resume !== null && format !== 'ndjson') throw new ArgumentError('--resume needs --ndjson');
  const isInShard = parseShard(values.shard);
  const csp = parseCsp('csp', values.csp);
  const cspWhatIf = parseCsp('csp-what-if', values['csp-what-if']);
  if (cspWhatIf !== null && !formatsWithWhatIf.has(format))
    throw new ArgumentError('--csp-what-if works only with the table, --json, or --ndjson');
  return {
    format,
    zip,
    policy,
    seeksConfig: !values['no-config'],
    ...readChecks(values),
    timeout,
    grant,
    offline,
    csp,
    cspWhatIf,
    jobs,
    resume,
    isInShard,
    summary: values.summary,
    pages,
  };
}

/** The formats that can show the effect of a Content-Security-Policy. */
const formatsWithWhatIf: ReadonlySet<InspectArguments['format']> = new Set(['table', 'json', 'ndjson']);

function parseCsp(option: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  const printable = /^[\x20-\x7e]+$/.test(text);
  if (printable && text.trim() !== '') return text;
  throw new ArgumentError(`--${option} needs a Content-Security-Policy in one line of ASCII`);
}
