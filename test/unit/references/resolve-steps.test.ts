/** The steps of resolution must end with the result of the algorithm. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { resolve, stepsOf2004 } from '../../../src/references/resolve.ts';
import { resolve1997, stepsOf1997 } from '../../../src/references/resolve-1997.ts';
import { runs } from '../../support/seed.ts';

const base = 'http://a/b/c/d;p?q';
const namesAndValues = (steps: ReturnType<typeof stepsOf2004>) =>
  steps.map(({ name, value }) => `${name} ${value}`);

test('the way of a relative path', () => {
  assert.deepEqual(namesAndValues(stepsOf2004('../../../g', base)), [
    'merge /b/c/../../../g',
    'dots /g',
    'result http://a/g',
  ]);
  assert.deepEqual(namesAndValues(stepsOf1997('../../../g', base)), [
    'merge /b/c/../../../g',
    'dots /../g',
    'result http://a/../g',
  ]);
});

test('each way that a reference can go', () => {
  for (const [reference, of2004, of1997] of [
    ['g:h/../x', ['scheme', 'dots', 'result'], ['scheme', 'result']],
    ['//g/./x', ['authority', 'dots', 'result'], ['authority', 'result']],
    ['', ['empty_path', 'result'], ['same_document']],
    ['#s', ['empty_path', 'result'], ['same_document']],
    ['?y', ['query', 'result'], ['merge', 'result']],
    ['/g', ['absolute_path', 'result'], ['absolute_path', 'result']],
    ['g', ['merge', 'result'], ['merge', 'result']],
    ['g?y/../x', ['merge', 'result'], ['merge', 'dots', 'result']],
  ] as const) {
    assert.deepEqual(
      stepsOf2004(reference, base).map(({ name }) => name),
      of2004,
      reference,
    );
    assert.deepEqual(
      stepsOf1997(reference, base).map(({ name }) => name),
      of1997,
      reference,
    );
  }
  // The joined path becomes a part of the host, although no dots were removed.
  assert.deepEqual(namesAndValues(stepsOf1997('g', 'http://a')), ['merge g', 'result http://ag']);
  assert.deepEqual(stepsOf2004('g', 'no scheme'), []);
  assert.deepEqual(stepsOf1997('g', 'no scheme'), []);
});

test('the last step is the result', () => {
  const piece = fc.constantFrom('a', 'http:', 'data:', '//', '/', '..', '.', '?', '#', ',', '%2e');
  const text = fc.array(piece, { maxLength: 8 }).map((all) => all.join(''));
  fc.assert(
    fc.property(text, text, (reference, rest) => {
      const from = `x:${rest}`;
      const now = resolve(reference, from);
      assert.equal(stepsOf2004(reference, from).at(-1)?.value, now.ok && now.uri);
      const old = resolve1997(reference, from);
      assert.ok(old.ok);
      if (!old.currentDocument) assert.equal(stepsOf1997(reference, from).at(-1)?.value, old.uri);
    }),
    runs(100),
  );
});
