import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compared, spreadOf } from '../bench/against.ts';
import type { Measured } from '../bench/table.ts';

const row: Measured = { what: 'a row', value: 0, unit: 'ms', budget: 200, goal: 100, note: '' };
/** Returns 15 values around a number, each at most this fraction away from it. */
const around = (middle: number, part: number) =>
  Array.from({ length: 15 }, (_, n) => middle * (1 + part * ((((n * 7) % 15) - 7) / 7)));

test('worse is a median more than 5% worse, and outside of the spread of the commit against itself', () => {
  const steady = around(100, 0.01);
  const noisy = around(100, 0.5);
  assert.ok(spreadOf(steady) < 1.02);
  assert.ok(spreadOf(noisy) > 1.1);
  assert.equal(compared({ row, before: steady, now: around(104, 0.01) }).isWorse, false);
  assert.equal(compared({ row, before: steady, now: around(107, 0.01) }).isWorse, true);
  assert.equal(compared({ row, before: noisy, now: around(107, 0.5) }).isWorse, false);
  assert.equal(compared({ row, before: steady, now: around(80, 0.01) }).isWorse, false);
});

test('of a row whose goal is above its budget, less is worse', () => {
  const frames: Measured = { ...row, unit: '%', budget: 95, goal: 99 };
  assert.equal(compared({ row: frames, before: around(98, 0.001), now: around(90, 0.001) }).isWorse, true);
  assert.equal(compared({ row: frames, before: around(90, 0.001), now: around(98, 0.001) }).isWorse, false);
});
