/**
 * The recipes of CONTRIBUTING.md must work as written: in a copy of the project, their steps are performed, and the
 * checks must pass.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { root } from '../../src/cli/project.ts';
import { own } from '../support/owned.ts';
import { follow, recipesIn } from '../support/recipes.ts';
import { testInFull } from '../support/seed.ts';
import { projectFiles, textOf } from './sources.ts';

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const recipes = recipesIn(textOf('CONTRIBUTING.md'));
const steps = recipes.flatMap((recipe) => recipe.steps);
let copy: string;

before(() => {
  copy = mkdtempSync(path.join(tmpdir(), 'data-url-inspector-recipes-'));
  for (const file of projectFiles()) cpSync(path.join(root, file), path.join(copy, file));
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'dir');
});
after(() => rmSync(copy, { recursive: true, force: true }));

interface Outcome {
  code: number | null;
  output: string;
}

/** Returns the output and the exit code of a program that runs in the copy. */
async function outcomeOf(file: string, args: string[]): Promise<Outcome> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = own(spawn(file, args, { cwd: copy, env, stdio: ['ignore', 'pipe', 'pipe'] }));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const [code] = await once(child, 'close');
  return { code, output };
}

const tool = (name: string, ...args: string[]): Promise<Outcome> =>
  outcomeOf(path.join(copy, 'node_modules/.bin', name), args);

const tsx = pathToFileURL(path.join(root, 'node_modules/tsx/dist/loader.mjs')).href;

/** Runs test files in one process, which loads their shared modules only once. */
const tests = (...files: string[]): Promise<Outcome> =>
  outcomeOf(process.execPath, [
    ...['--import', tsx, '--input-type=module', '--eval'],
    'for (const file of process.argv.slice(1)) await import(file);',
    ...files.map((file) => path.join(copy, file)),
  ]);

test('each names its files, and says how many they are', () => {
  assert.deepEqual(
    recipes.map(({ title }) => title),
    ['a rule', 'a finder', 'a picture format', 'a payload reader'],
  );
  for (const { title, count, steps } of recipes) {
    assert.equal(count, numbers[steps.length], title);
    for (const { file, blocks } of steps) assert.ok(file !== '' && blocks.length > 0, `${title}: ${file}`);
  }
});

test('what is forgotten is named, with the file that lacks it', async () => {
  for (const step of steps.slice(0, 1)) follow(step, copy);
  const { code, output } = await tests('test/contract/rules.test.ts');
  assert.equal(code, 1);
  assert.match(output, /add uncompressed-image to src\/rules\/index\.ts/);
});

testInFull('all is followed: types, lint and tests pass, and other languages have gaps', async () => {
  for (const step of steps.slice(1)) follow(step, copy);
  const files = steps.map(({ file }) => file);
  const checks = [
    tool('tsc', '--noEmit'),
    tool('biome', 'check', '--colors=off', ...files),
    tests(
      ...['rules', 'locales', 'growth'].map((name) => `test/contract/${name}.test.ts`),
      ...['test/unit/rules/judge.test.ts', ...files.filter((file) => file.startsWith('test/unit/'))],
    ),
  ];
  for (const { code, output } of await Promise.all(checks)) assert.equal(code, 0, output);
  const { output } = await checks[2]!;
  assert.match(
    output,
    /\bde \(.*\d+ not translated.*fact_events, .*finding_uncompressed_image, .*rule_uncomp/,
  );
});
