/** The arguments of `npm run scan`. */
import { parseArgs } from 'node:util';
import {
  ArgumentError,
  type CheckArguments,
  checkOptions,
  checkUsage,
  parseChecks,
} from './check-arguments.ts';

/** The output formats; `lines` where none is named. */
export const scanFormats = ['lines', 'json', 'ndjson', 'sarif', 'markdown', 'html', 'github'] as const;
export type ScanFormat = (typeof scanFormats)[number];

export interface ScanArguments extends CheckArguments {
  format: ScanFormat;
  /** The policy file to judge by; null for the defaults. */
  policy: string | null;
  /** Whether folders are read without what `.gitignore` names. */
  respectsIgnore: boolean;
  /** Whether base64 without "data:" is reported where its first bytes prove the type. */
  isBare: boolean;
  help: boolean;
  /** Files, folders, and `-` for standard input. */
  paths: string[];
}

export const scanUsage =
  'npm run scan -- [--json|--ndjson|--sarif|--markdown|--html|--github] [--policy FILE] ' +
  `${checkUsage} [--no-ignore] [--bare] FILE, FOLDER or - …`;

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
  --baseline FILE  Report and fail on findings alone that this file does not know
  --update-baseline  Write that file anew
  --budget FILE  Fail on more bytes than this file allows
  Both files: docs/cli.md
  --no-ignore    Scan what .gitignore names, too
  --bare         Report base64 without "data:" where its first bytes prove the type
  --help         This text

Exit codes: 0; 1 for findings as --fail-on says; 2 where a file could not be read or an
argument is wrong.
`;

export function parseScanArguments(args: string[]): ScanArguments {
  const { values, positionals } = parse(args);
  const [format = 'lines', another] = scanFormats.filter((each) => each !== 'lines' && values[each]);
  if (another) throw new ArgumentError(`--${format} or --${another}, not both`);
  const checks = parseChecks(values);
  const { policy = null, help = false } = values;
  if (policy === '' || positionals.includes('')) throw new ArgumentError('the name of a file is empty');
  if (!help && positionals.length === 0) throw new ArgumentError(`no file to scan: ${scanUsage}`);
  const respectsIgnore = !values['no-ignore'];
  const isBare = values.bare ?? false;
  return { format, policy, ...checks, respectsIgnore, isBare, help, paths: [...new Set(positionals)] };
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
        bare: flag,
        help: { ...flag, short: 'h' },
        policy: { type: 'string' },
        ...checkOptions,
      },
    });
  } catch (error) {
    // Node adds advice to its messages; the first sentence suffices.
    const [first = ''] = (error as Error).message.split(/[.\n]/);
    throw new ArgumentError(`${first}: ${scanUsage}`);
  }
}
