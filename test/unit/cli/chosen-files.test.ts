/** Patterns as in `.gitignore`, tested with many paths. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import ignore from 'ignore';
import { patternTest } from '../../../src/cli/chosen-files.ts';

const patterns = ['*.js', '!keep.js', 'out/', '/a/b*'];
const nameOf = (n: number) => `${['a', 'out', 'c/out', 'a/bb'][n % 4]}/${n}.${n % 3 ? 'js' : 'css'}`;

test('the same results, however many paths are tested', () => {
  const own = patternTest(patterns);
  const rules = ignore().add(patterns);
  for (let n = 0; n < 25_000; n++)
    for (const name of [nameOf(n), 'keep.js', 'out/']) assert.deepEqual(own(name), rules.test(name), name);
});

test('the results of earlier paths are not kept', () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const used = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const own = patternTest(patterns);
  const before = used();
  const long = 'x'.repeat(200);
  for (let n = 0; n < 100_000; n++) own(`${long}-${n}.css`);
  // All results would take more than 30 MB.
  assert.ok(used() - before < 8e6, `${used() - before}`);
  assert.ok(own('1.js').ignored);
});
