import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterPaint } from '../../../extension/ui/after-paint.ts';
import { firstReport, type ReportState } from '../../../extension/ui/report-state.ts';
import { listRow } from '../../support/list-rows.ts';

/** States that differ in `readAt`. */
const state = (readAt: number, rows: number): ReportState => ({
  ...firstReport,
  readAt,
  rows: Array.from({ length: rows }, (_, n) => listRow(String(n))),
});

function setUp() {
  const shown: (number | null)[] = [];
  const waiting: (() => void)[] = [];
  const receive = afterPaint(
    ({ readAt }) => shown.push(readAt),
    (painted) => waiting.push(painted),
  );
  /** Receives a state in a task of its own. */
  const inTask = (each: ReportState) =>
    new Promise<void>((resolve) =>
      setImmediate(() => {
        receive(each);
        setImmediate(resolve);
      }),
    );
  return { shown, waiting, receive, inTask };
}

test('shows states without rows, and the first state with rows, in the task in which they arrive', async () => {
  const { shown, inTask } = setUp();
  await inTask(state(1, 0));
  await inTask(state(2, 0));
  await inTask(state(3, 2));
  assert.deepEqual(shown, [1, 2, 3]);
});

test('shows only the last of the states that arrive in one task', async () => {
  const { shown, receive, inTask } = setUp();
  receive(state(1, 0));
  receive(state(2, 1));
  await inTask(state(3, 1));
  assert.deepEqual(shown, [2]);
});

test('shows only the last of the states that arrive before rows are painted, after that', async () => {
  const { shown, waiting, inTask } = setUp();
  await inTask(state(1, 1));
  await inTask(state(2, 1));
  await inTask(state(3, 1));
  assert.deepEqual(shown, [1]);
  waiting.shift()?.();
  assert.deepEqual(shown, [1, 3]);
  await inTask(state(4, 0));
  assert.deepEqual(shown, [1, 3]);
  waiting.shift()?.();
  assert.deepEqual(shown, [1, 3, 4]);
  await inTask(state(5, 0));
  assert.deepEqual(shown, [1, 3, 4, 5]);
});
