/** Tests the test suite: the size and the seed of its generated parts, and the workflows that run it. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { root } from '../../src/cli/project.ts';
import { sourcesIn, textOf } from './sources.ts';

const numberOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

test('generated parts have their seed and size from test/support/seed.ts', () => {
  const generating = sourcesIn('test').filter(
    ({ file, text }) => file.endsWith('.test.ts') && /\bfc\.(?:assert|check|sample)\(/.test(text),
  );
  assert.ok(generating.length > 70);
  const others = generating.filter(({ text }) => {
    const code = text.slice(text.indexOf('support/seed.ts'));
    const seeded = numberOf(code, /\bruns\(|\bseed,|, seed\b|\bseed:/g);
    return seeded < numberOf(text, /\bfc\.(?:assert|check|sample)\(/g) || /\bnumRuns: \d/.test(text);
  });
  assert.deepEqual(
    others.map(({ file }) => file),
    [],
  );
});

interface Workflow {
  on: Record<string, unknown>;
  jobs: Record<string, { 'runs-on': string; 'timeout-minutes': number; steps: { run?: string }[] }>;
}

const folder = '.github/workflows';
const workflows = Object.fromEntries(
  readdirSync(path.join(root, folder)).map((name): [string, Workflow] => [
    name,
    parse(textOf(`${folder}/${name}`)),
  ]),
);

test('each workflow has steps on a runner, and a limit', () => {
  for (const [name, { on, jobs }] of Object.entries(workflows)) {
    assert.ok(Object.keys(on).length > 0, name);
    for (const job of Object.values(jobs))
      assert.ok(job['runs-on'] && job['timeout-minutes'] > 0 && job.steps.length > 0, name);
  }
});

test('every night the whole suite runs at full size', () => {
  const { on, jobs } = workflows['nightly.yml'] as Workflow;
  assert.ok(Array.isArray(on.schedule));
  assert.ok(Object.values(jobs).some(({ steps }) => steps.some(({ run }) => run === 'npm test -- full')));
});

test('each mistake that is known to change nothing can still be made', () => {
  const equivalents = JSON.parse(textOf('test/mutation/equivalent.json')) as {
    file: string;
    mutants: string[];
  }[];
  const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
  for (const { file, mutants } of equivalents) {
    const source = inOneLine(textOf(file));
    for (const mutant of mutants) {
      // Long replaced code is cut off in the list of mutants.
      const [, before = '', replaced = ''] = /^([^⟦]*)⟦(.*?) → /s.exec(mutant) ?? [];
      assert.ok(source.includes(inOneLine(before + replaced)), `${file}: ${mutant}`);
    }
  }
});
