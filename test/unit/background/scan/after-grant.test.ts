/** After a grant, pages must be rescanned, but never a page that the user has not asked to scan. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  closeSurface,
  deliver,
  grantAll,
  navigate,
  openOn,
  otherUrl,
  rest,
  type Surface,
  startWorker,
  tabId,
  tick,
  untilIdle,
  world,
} from '../../../support/worker-world.ts';

const tabs = await startWorker();

const cases: [name: string, isRescanned: boolean, act: (surface: Surface) => void | Promise<void>][] = [
  ['a page that a surface shows', true, () => {}],
  ['a page whose popup the prompt has closed', true, closeSurface],
  [
    'a page that was released',
    false,
    (surface) => {
      closeSurface(surface);
      return rest();
    },
  ],
  [
    'the page after a page that was released',
    false,
    async (surface) => {
      closeSurface(surface);
      await rest();
      navigate(otherUrl);
    },
  ],
  [
    'the page after a page that was not released yet',
    false,
    (surface) => {
      closeSurface(surface);
      navigate(otherUrl);
      while (deliver('before'));
    },
  ],
  [
    'the page after a page whose results a surface still shows',
    false,
    () => {
      navigate(otherUrl);
      return rest();
    },
  ],
];

for (const [name, isRescanned, act] of cases)
  test(`${isRescanned ? 'scanned' : 'not scanned'} after a grant: ${name}`, async () => {
    const surface = openOn(otherUrl);
    await rest();
    const tab = tabs.get(tabId);
    assert.equal(tab?.scan.state.kind, 'done');
    tab.scan.unreachable.push({ kind: 'frame', url: 'https://frame.example/', reason: 'cross-origin' });
    await act(surface);
    const before = world.page.scanName;
    grantAll();
    await rest();
    assert.equal(world.page.scanName !== before, isRescanned);
  });

test('scanned after a grant: a page that a surface shows and that does not answer', async () => {
  openOn(otherUrl);
  await rest();
  const before = tabs.get(tabId)?.scan;
  grantAll();
  do await untilIdle();
  while (deliver('current') || tick(300));
  assert.notEqual(tabs.get(tabId)?.scan, before);
});
