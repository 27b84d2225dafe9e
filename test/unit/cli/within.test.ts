/** A promise that doesn't settle in time must be given up after the deadline, not before it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { within } from '../../../src/cli/drivers/wait.ts';

test('no deadline ends early, although timers do', async () => {
  const early = await Promise.all(
    Array.from({ length: 500 }, async (_, n) => {
      const end = performance.now() + 10 + n / 7;
      await assert.rejects(
        within('an answer', end - performance.now(), new Promise(() => {})),
        /an answer: not within/,
      );
      return performance.now() < end;
    }),
  );
  assert.ok(!early.includes(true));
});

test('what settles in time is passed on', async () => {
  assert.equal(await within('an answer', 60_000, Promise.resolve(1)), 1);
  await assert.rejects(within('an answer', 60_000, Promise.reject(new Error('x'))), /^Error: x$/);
});
