import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clip, truncate } from '../../src/truncate.ts';

test('half a surrogate pair is left out, and what is cut is said to be', () => {
  assert.deepEqual(truncate('abc', 3), { text: 'abc', isCut: false });
  assert.deepEqual(truncate('abc', 2), { text: 'ab', isCut: true });
  assert.deepEqual(truncate('a😀b', 2), { text: 'a', isCut: true });
  assert.deepEqual(truncate('a😀b', 3), { text: 'a😀', isCut: true });
});

test('an ellipsis counts', () => {
  assert.equal(clip('abc', 3), 'abc');
  assert.equal(clip('abcd', 3), 'ab…');
  assert.equal(clip('a😀bc', 3), 'a…');
});
