import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clip, truncate } from '../../src/truncate.ts';

test('half a surrogate pair is left out', () => {
  assert.equal(truncate('abc', 3), 'abc');
  assert.equal(truncate('abc', 2), 'ab');
  assert.equal(truncate('a😀b', 2), 'a');
  assert.equal(truncate('a😀b', 3), 'a😀');
});

test('an ellipsis counts', () => {
  assert.equal(clip('abc', 3), 'abc');
  assert.equal(clip('abcd', 3), 'ab…');
  assert.equal(clip('a😀bc', 3), 'a…');
});
