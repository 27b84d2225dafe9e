/** The arguments of `inspect`. */
import { parseArgs } from 'node:util';
import {
  ArgumentError,
  type CheckArguments,
  checkOptions,
  checkUsage,
  parseChecks,
} from './check-arguments.ts';

/** The output formats. */
export const outputFormats = ['table', 'json', 'ndjson', 'html', 'markdown', 'csv', 'sarif'] as const;

export interface InspectArguments extends CheckArguments {
  format: (typeof outputFormats)[number];
  /** The file in which all bodies are saved; null for none. */
  zip: string | null;
  /** The policy file to judge by; null for the defaults. */
  policy: string | null;
  /** Milliseconds that one page may take. */
  timeout: number;
  /** Hosts that the extension may read: all, or only the page on which its button was clicked. */
  grant: 'all' | 'active';
  /** No network except loopback. */
  offline: boolean;
  /** Content-Security-Policy that files are served with. */
  csp: string | null;
  /** Pages at a time. */
  jobs: number;
  /** The NDJSON file of an earlier run whose pages are left out; null for none. */
  resume: string | null;
  /** URLs and files; "-" stands for those on standard input, one a line. */
  pages: string[];
}

export const usage =
  `inspect [--json|--ndjson|--html|--markdown|--csv|--sarif] [--zip FILE] [--policy FILE] ${checkUsage} ` +
  '[--jobs N] [--resume FILE] [--timeout MS] [--grant all|active] [--offline] [--csp POLICY] URL-or-FILE …';

const defaultTimeout = 60_000;

/** Each page has a process in the browser. */
const maxJobs = 64;

/** The maximum delay of a timer. */
const maxTimeout = 2 ** 31 - 1;

export function parseInspectArguments(args: string[]): InspectArguments {
  const { values, positionals } = parse(args);
  if (positionals.length === 0) throw new ArgumentError(`no page to inspect: ${usage}`);
  if (positionals.includes('')) throw new ArgumentError('a URL or file is empty');
  const { zip = null, policy = null, resume = null } = values;
  if (zip === '' || policy === '' || resume === '') throw new ArgumentError('the name of a file is empty');
  const isOne = positionals.length === 1 && positionals[0] !== '-';
  if (zip !== null && !isOne) throw new ArgumentError('--zip takes one page at a time');
  const format = formatOf(values);
  if (format === 'html' && !isOne) throw new ArgumentError('--html takes one page at a time');
  const jobs = values.jobs === undefined ? 1 : parseJobs(values.jobs);
  const grant = values.grant === undefined ? 'all' : parseGrant(values.grant);
  if (jobs > 1 && grant === 'active') throw new ArgumentError('--grant active takes one page at a time');
  if (resume !== null && format !== 'ndjson') throw new ArgumentError('--resume needs --ndjson');
  return {
    format,
    zip,
    policy,
    ...parseChecks(values),
    timeout: values.timeout === undefined ? defaultTimeout : parseTimeout(values.timeout),
    grant,
    offline: values.offline ?? false,
    csp: values.csp === undefined ? null : parseCsp(values.csp),
    jobs,
    resume,
    pages: positionals,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        ndjson: { type: 'boolean' },
        html: { type: 'boolean' },
        markdown: { type: 'boolean' },
        csv: { type: 'boolean' },
        sarif: { type: 'boolean' },
        zip: { type: 'string' },
        policy: { type: 'string' },
        ...checkOptions,
        jobs: { type: 'string' },
        resume: { type: 'string' },
        timeout: { type: 'string' },
        grant: { type: 'string' },
        offline: { type: 'boolean' },
        csp: { type: 'string' },
      },
    });
  } catch (error) {
    // Node adds advice to its messages; the first sentence suffices.
    const [first = ''] = (error as Error).message.split(/[.\n]/);
    throw new ArgumentError(`${first}: ${usage}`);
  }
}

function formatOf(values: Partial<Record<InspectArguments['format'], boolean>>): InspectArguments['format'] {
  const [format = 'table', another] = outputFormats.filter((each) => values[each]);
  if (another) throw new ArgumentError(`--${format} or --${another}, not both`);
  return format;
}

function parseTimeout(text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= maxTimeout) return value;
  throw new ArgumentError(`--timeout needs a whole number of milliseconds above 0, not "${text}"`);
}

function parseJobs(text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= maxJobs) return value;
  throw new ArgumentError(`--jobs needs a whole number from 1 to ${maxJobs}, not "${text}"`);
}

function parseGrant(text: string): 'all' | 'active' {
  if (text === 'all' || text === 'active') return text;
  throw new ArgumentError(`--grant is "all" or "active", not "${text}"`);
}

function parseCsp(text: string): string {
  const printable = /^[\x20-\x7e]+$/.test(text);
  if (printable && text.trim() !== '') return text;
  throw new ArgumentError('--csp needs a Content-Security-Policy in one line of ASCII');
}
