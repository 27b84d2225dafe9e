#!/usr/bin/env node
/** The command of the package that npm installs: `data-url-inspector COMMAND [arguments]`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root, say } from '../project.ts';
import { finish } from './finish.ts';

interface Command {
  /** One line. */
  purpose: string;
  /** Loads the command and runs it; the result is the exit code. */
  run(args: string[]): Promise<number>;
}

const commands: Readonly<Record<string, Command>> = {
  scan: {
    purpose: 'reports the data: URLs of files and folders, without a browser',
    run: async (args) => (await import('./scan-command.ts')).scanCommand(args),
  },
  inspect: {
    purpose: 'reports the data: URLs of pages in a real browser, headless',
    run: async (args) => (await import('./inspect-installed.ts')).inspectInstalled(args),
  },
};

const usage = [
  'Usage: data-url-inspector COMMAND [arguments]',
  '',
  ...Object.entries(commands).map(([name, { purpose }]) => `  ${name.padEnd(10)}${purpose}`),
  '  --version',
].join('\n');

/** Whether an import failed as the browser's driver, which not everyone needs, is not installed. */
const isWithoutDriver = (error: unknown): boolean =>
  /\bplaywright-core\b/.test(String((error as Error).message)) &&
  (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';

async function main([name = '', ...args]: string[]): Promise<number> {
  if (name === '--version') {
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    process.stdout.write(`${version}\n`);
    return 0;
  }
  if (name === '--help' || name === 'help') {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    say(name === '' ? usage : `data-url-inspector: there is no command "${name}"\n${usage}`);
    return 2;
  }
  try {
    return await command.run(args);
  } catch (error) {
    const advice = 'run "npm install --save-dev playwright-core"';
    if (isWithoutDriver(error)) say(`${name} needs playwright-core to drive a browser: ${advice}.`);
    else say(`${name}: ${(error as Error).stack}`);
    return 2;
  }
}

await finish(main(process.argv.slice(2)));
