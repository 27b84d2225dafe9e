/** Tests the arguments of commands, and their help. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import {
  ArgumentError,
  type CommandLine,
  commandLine,
  helpText,
  parseCommandLine,
} from '../../../src/cli/command-line.ts';
import { inspectCommandLine } from '../../../src/cli/inspect-arguments.ts';
import { mergeCommandLine } from '../../../src/cli/merge-arguments.ts';
import { root } from '../../../src/cli/project.ts';
import { scanCommandLine } from '../../../src/cli/scan-arguments.ts';
import { some } from '../../support/seed.ts';

const sample = commandLine({
  purpose: 'Does nothing.',
  usage: ['[options] FILE …'],
  operands: { FILE: 'A file' },
  options: {
    quiet: { type: 'flag', short: 'q', help: 'Prints nothing' },
    level: { type: 'text', value: 'LEVEL', choices: ['low', 'high'], default: 'low', help: 'Sets the level' },
    count: { type: 'number', value: 'N', range: [1, 9], help: 'Sets how many' },
    also: { type: 'texts', value: 'NAME', help: 'Adds a name' },
    name: { type: 'text', value: 'NAME', help: 'Sets a name'.padEnd(90, ' and more') },
  },
  exitCodes: { 0: 'Always' },
  examples: [['a', 'Does nothing with a file.']],
});

test('values have their types, with defaults', () => {
  assert.deepEqual(
    parseCommandLine(sample, ['a', '-q', '--count=3', '--also', 'b', '--also=c', '--', '--level']),
    {
      values: { quiet: true, level: 'low', count: 3, also: ['b', 'c'], name: undefined },
      operands: ['a', '--level'],
    },
  );
  assert.equal(parseCommandLine(sample, ['a', '--help']), null);
  assert.equal(parseCommandLine(sample, ['-h']), null);
});

test('what is wrong is said in one line, with the nearest option', () => {
  for (const [args, message] of [
    [['--quite'], 'unknown option "--quite". Did you mean "--quiet"? --help lists all options.'],
    [['--zzzzzzzz'], 'unknown option "--zzzzzzzz". --help lists all options.'],
    [['--level', 'lo'], '--level needs "low" or "high", not "lo"'],
    [['--count', '10'], '--count needs a whole number from 1 to 9, not "10"'],
    [['--name='], '--name needs NAME, not ""'],
    [[''], 'an argument is empty'],
  ] as const) {
    assert.throws(() => parseCommandLine(sample, [...args]), new ArgumentError(message));
  }
  const { operands: _, ...without } = sample;
  assert.throws(() => parseCommandLine(without, ['a']), /unexpected argument "a"/);
});

test('the help has usage, operands, options with defaults, exit codes and examples', () => {
  assert.equal(
    helpText(sample, 'npm run nothing --'),
    `Does nothing.

Usage: npm run nothing -- [options] FILE …

  FILE  A file

Options:
  --quiet, -q    Prints nothing
  --level LEVEL  Sets the level: low, high (default: low)
  --count N      Sets how many, from 1 to 9
  --also NAME    Adds a name
  --name NAME    Sets a name and more and more and more and more and more and
                 more and more and more and mo
  --help, -h     Prints this text

Exit codes:
  0  Always

Examples:
  npm run nothing -- a
      Does nothing with a file.
`,
  );
});

const scripts = Object.keys(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).scripts).filter(
  (name) => name !== 'check',
);
const run = (args: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const file = path.join(root, 'extension/build/run.mjs');
    execFile(process.execPath, [file, ...args], (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, stdout, stderr }),
    );
  });

for (const script of some(scripts, 13)) {
  test(`npm run ${script} has help`, async () => {
    const { code, stdout, stderr } = await run([script, '--help']);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(
      stdout,
      /^Usage: npm (?:run )?[a-z]+ --[\s\S]+^Options:[\s\S]+^Exit codes:[\s\S]+^Examples:/m,
    );
    for (const line of stdout.split('\n').filter((each) => /^ +\S/.test(each) && !each.includes('npm ')))
      assert.ok(line.length <= 80, line);
  });
}

// The first script runs uncompiled; the second is compiled first.
for (const script of some(['build', 'scan'], 2)) {
  test(`npm run ${script} refuses an unknown option`, async () => {
    const { code, stderr } = await run([script, '--helpp']);
    assert.equal(code, 2);
    assert.equal(
      stderr,
      `${script}: unknown option "--helpp". Did you mean "--help"? --help lists all options.\n`,
    );
  });
}

const page = readFileSync(path.join(root, 'docs/cli.md'), 'utf8');

/** Returns the options in the tables of a section of docs/cli.md. */
function documented(heading: string): string[] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split(/\n## /)[0] ?? '';
  const cells = section
    .split('\n')
    .flatMap((line) => /^\| ((?:`[^`]*`(?:, | or )?)+) /.exec(line)?.[1] ?? []);
  return cells.flatMap((cell) => [...cell.matchAll(/`--([a-z-]+)/g)].map(([, name = '']) => name)).sort();
}

for (const [name, command] of Object.entries({
  scan: scanCommandLine,
  inspect: inspectCommandLine,
  merge: mergeCommandLine,
} as Record<string, CommandLine>)) {
  test(`docs/cli.md lists exactly the options of ${name}, with their defaults`, () => {
    assert.deepEqual([...new Set(documented(name))], [...Object.keys(command.options), 'help'].sort());
  });

  test(`the help of ${name} names no page that the package lacks`, () => {
    assert.doesNotMatch(helpText(command, name), /\bdocs\//);
  });
}
