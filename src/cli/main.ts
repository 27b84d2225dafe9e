/** The command `data-url-inspector COMMAND [arguments]`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type CommandLine, helpText } from './command-line.ts';
import { didYouMean } from './did-you-mean.ts';
import { packageVersion, root } from './project.ts';
import { OutputError, type Shell } from './shell.ts';

interface Command {
  /** Describes the command's effect in one line. */
  purpose: string;
  /**
   * Returns its command line without loading the code that runs it, because the browser's driver may not be installed.
   */
  help(): Promise<CommandLine>;
  /** Loads the command and runs it. The result is the exit code. */
  run(args: string[], shell: Shell): Promise<number>;
}

const inPackage = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

const commands: Readonly<Record<string, Command>> = {
  scan: {
    purpose: 'finds data: URLs in files and folders, without a browser',
    help: async () => (await import('./scan-arguments.ts')).scanCommandLine,
    run: async (args, shell) =>
      (await import('./scan-command.ts')).scanCommand(
        args,
        {
          name: 'npx data-url-inspector scan',
          messages: () => inPackage('dist/chromium/_locales/en/messages.json'),
        },
        shell,
      ),
  },
  inspect: {
    purpose: 'reports the data: URLs on pages, in a real headless browser',
    help: async () => (await import('./inspect-arguments.ts')).inspectCommandLine,
    run: async (args, shell) =>
      (await import('./inspect-installed.ts')).inspectInstalled(
        args,
        'npx data-url-inspector inspect',
        shell,
      ),
  },
  merge: {
    purpose: 'combines the reports of many runs of both',
    help: async () => (await import('./merge-arguments.ts')).mergeCommandLine,
    run: async (args, shell) =>
      (await import('./merge-command.ts')).mergeCommand(args, 'npx data-url-inspector merge', shell),
  },
};

const usage = [
  'Usage: data-url-inspector COMMAND [arguments]',
  '',
  ...Object.entries(commands).map(([name, { purpose }]) => `  ${name.padEnd(12)}${purpose}`),
  '',
  '  --version   prints the version',
  '  --help      prints this text; "COMMAND --help" lists the options of a command',
].join('\n');

/** Whether an import failed because the browser's driver, which is optional, is not installed. */
const isWithoutDriver = (error: unknown): boolean =>
  /\bplaywright-core\b/.test(String((error as Error).message)) &&
  (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';

function unknownText(name: string): string {
  const guess = didYouMean(name, [...Object.keys(commands), '--version', '--help']);
  return `data-url-inspector: unknown command "${name}".${guess}\n${usage}`;
}

/**
 * Runs the command that the arguments name.
 *
 * @returns the exit code
 */
export async function main(given: string[], shell: Shell): Promise<number> {
  try {
    return await run(given, shell);
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    shell.log(`data-url-inspector: ${error.message}`);
    return 2;
  }
}

async function run([name = '', ...args]: string[], shell: Shell): Promise<number> {
  if (name === '--version' || (Object.hasOwn(commands, name) && args[0] === '--version')) {
    await shell.print(`${packageVersion()}\n`);
    return 0;
  }
  const topic = args[0] ?? '';
  if (name === 'help' && Object.hasOwn(commands, topic)) return run([topic, '--help'], shell);
  if (name === '--help' || name === '-h' || name === 'help') {
    await shell.print(`${usage}\n`);
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    shell.log(name === '' ? usage : unknownText(name));
    return 2;
  }
  const [first] = args;
  if (first === '--help' || first === '-h') {
    await shell.print(helpText(await command.help(), `npx data-url-inspector ${name}`));
    return 0;
  }
  try {
    return await command.run(args, shell);
  } catch (error) {
    const advice = 'run "npm install --save-dev playwright-core"';
    if (isWithoutDriver(error)) shell.log(`${name} needs playwright-core to drive a browser: ${advice}.`);
    else shell.log(`${name}: ${(error as Error).stack}`);
    return 2;
  }
}
