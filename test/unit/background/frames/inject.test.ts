import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FrameLink } from '../../../../extension/background/model/model.ts';
import { installWorld, tick } from '../../../support/worker-world.ts';

installWorld();
const { browser } = await import('../../../../extension/platform/browser.ts');
const { injectEverywhere } = await import('../../../../extension/background/frames/inject.ts');
const { createScan } = await import('../../../../extension/background/model/scan.ts');
const { createTab } = await import('../../../../extension/background/model/tab.ts');

const resultsOf = (ids: number[]) => ids.map((frameId) => ({ frameId, documentId: '', result: null }));
const all = Array.from({ length: 400 }, (_, id) => id);
/** Frames that go after they were listed. */
const gone = new Set([3, 100, 101]);
/** Maximum number of frames that are read while the next ones get the script. */
const maxConcurrent = 16;

test('frames are read a few at a time, also if some of them go', async () => {
  const scan = createScan(createTab(1));
  const unfinished = new Set<number>();
  const entered: number[] = [];
  let most = 0;
  browser.scripting.executeScript = async ({ target, files }) => {
    const ids = target.frameIds ?? all;
    // A list with a frame that has gone is refused as a whole.
    if (target.frameIds?.some((id) => gone.has(id))) throw new Error('No frame with id 3 in tab with id 1');
    if (files)
      for (const frameId of ids) {
        const frame = { frameId, isFinished: false, isUnresponsive: false } as FrameLink;
        entered.push(frameId);
        scan.frames.set(frameId, frame);
        unfinished.add(frameId);
        most = Math.max(most, unfinished.size);
        setImmediate(() => {
          frame.isFinished = true;
          unfinished.delete(frameId);
          scan.notify();
        });
      }
    return resultsOf(ids);
  };
  await injectEverywhere(scan);
  const remaining = all.filter((id) => !gone.has(id));
  assert.deepEqual(
    entered.toSorted((a, b) => a - b),
    remaining,
  );
  assert.deepEqual([scan.injected, scan.injecting], [new Set(entered), 0]);
  assert.ok(most <= maxConcurrent, `${most} frames at once`);
});

test('frames that cannot be listed in time get the script all at once', async () => {
  const scan = createScan(createTab(1));
  browser.scripting.executeScript = async ({ target, files, world }) => {
    if (!target.allFrames || world !== 'MAIN') return resultsOf(files ? [0, 5] : [0]);
    // A busy frame does not answer.
    setImmediate(() => {
      while (tick(60_000));
    });
    return new Promise(() => {});
  };
  await injectEverywhere(scan);
  assert.deepEqual([...scan.injected], [0, 5]);
});

test('a frame that gets stuck does not keep the script from the others', async () => {
  const scan = createScan(createTab(1));
  const entered: number[] = [];
  browser.scripting.executeScript = async ({ target, files }) => {
    const ids = target.frameIds ?? all;
    if (files) entered.push(...ids);
    if (!target.frameIds?.includes(9)) return resultsOf(ids);
    setImmediate(() => {
      while (tick(60_000));
    });
    return new Promise(() => {});
  };
  await injectEverywhere(scan);
  assert.deepEqual(entered, all);
});
