/** The arguments of `npm run scan`. */
import { parseArgs } from 'node:util';
import { ArgumentError, failLevels } from './inspect-arguments.ts';

/** The output formats; `lines` where none is named. */
export const scanFormats = ['lines', 'json', 'ndjson', 'sarif', 'markdown', 'html', 'github'] as const;
export type ScanFormat = (typeof scanFormats)[number];

export interface ScanArguments {
  format: ScanFormat;
  /** The policy file to judge by; null for the defaults. */
  policy: string | null;
  /** The least severe finding that makes the exit code 1. */
  failOn: (typeof failLevels)[number];
  /** Whether folders are read without what `.gitignore` names. */
  respectsIgnore: boolean;
  help: boolean;
  /** Files, folders, and `-` for standard input. */
  paths: string[];
}

export const scanUsage =
  'npm run scan -- [--json|--ndjson|--sarif|--markdown|--html|--github] [--policy FILE] ' +
  '[--fail-on error|warning|never] [--no-ignore] FILE, FOLDER or - …';

export const scanHelp = `Finds data: URLs in files, without a browser.

Usage: ${scanUsage}

  FILE, FOLDER   A folder with all that is in it, except .git, node_modules and what
                 .gitignore names. A file or folder that you name is always scanned.
  -              Standard input.

Output, one line for each finding where nothing else is asked for:
  file:line:column severity message rule

  --json         All Reports, in one array: docs/export.md
  --ndjson       One Report a line
  --sarif        SARIF 2.1.0, for code scanners
  --markdown     For people and issues
  --html         One file that shows the Report of all files
  --github       Annotations of a GitHub workflow

  --policy FILE  Judge by this policy: docs/policy.md
  --fail-on X    error (default), warning or never: findings that make the exit code 1
  --no-ignore    Scan what .gitignore names, too
  --help         This text

Exit codes: 0; 1 for findings as --fail-on says; 2 where a file could not be read or an
argument is wrong.
`;

export function parseScanArguments(args: string[]): ScanArguments {
  const { values, positionals } = parse(args);
  const [format = 'lines', another] = scanFormats.filter((each) => each !== 'lines' && values[each]);
  if (another) throw new ArgumentError(`--${format} or --${another}, not both`);
  const failOn = values['fail-on'] ?? 'error';
  const level = failLevels.find((each) => each === failOn);
  if (!level) throw new ArgumentError(`--fail-on is "error", "warning" or "never", not "${failOn}"`);
  const { policy = null, help = false } = values;
  if (policy === '' || positionals.includes('')) throw new ArgumentError('the name of a file is empty');
  if (!help && positionals.length === 0) throw new ArgumentError(`no file to scan: ${scanUsage}`);
  const respectsIgnore = !values['no-ignore'];
  return { format, policy, failOn: level, respectsIgnore, help, paths: [...new Set(positionals)] };
}

function parse(args: string[]) {
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...{ json: flag, ndjson: flag, sarif: flag, markdown: flag, html: flag, github: flag },
        lines: flag,
        'no-ignore': flag,
        help: { ...flag, short: 'h' },
        policy: { type: 'string' },
        'fail-on': { type: 'string' },
      },
    });
  } catch (error) {
    // Node adds advice to its messages; the first sentence suffices.
    const [first = ''] = (error as Error).message.split(/[.\n]/);
    throw new ArgumentError(`${first}: ${scanUsage}`);
  }
}
