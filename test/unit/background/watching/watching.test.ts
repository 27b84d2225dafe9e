/** The next worker must continue to watch the tabs that the previous one stored. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer, installWorld, resetWorld, untilIdle } from '../../../support/worker-world.ts';

installWorld();
const { tabOf, tabs } = await import('../../../../extension/background/model/tab.ts');
const { browser } = await import('../../../../extension/platform/browser.ts');
const { changeMode, rememberWatched, watchedTabs } = await import(
  '../../../../extension/background/watching/watching.ts'
);

async function answered<T>(asked: Promise<T>): Promise<T> {
  do await untilIdle();
  while (answer('storage'));
  return asked;
}

test('tabs that the last worker watched stay stored until they are heard of', async () => {
  resetWorld(false);
  await answered(browser.storage.session.set({ watchedTabs: [1, 2, 3] }));
  tabOf(1).mode = 'person';
  tabOf(2).mode = 'off';
  await answered(rememberWatched());
  assert.deepEqual(await answered(watchedTabs()), [3, 1]);
  tabs.delete(1);
  await answered(rememberWatched(1));
  assert.deepEqual(await answered(watchedTabs()), [3]);
  tabs.clear();
});

test('how long something is unused counts from when watching begins, not from the scan', async () => {
  resetWorld(false);
  const tab = tabOf(1);
  tab.scan.unusedSince = -1;
  changeMode(tab, 'start');
  assert.notEqual(tab.scan.unusedSince, -1);
  await answered(rememberWatched());
  tabs.clear();
});
