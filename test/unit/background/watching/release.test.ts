/** Tests when a page is released or no longer watched, and the statements about its tab from then on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  answer,
  badges,
  closedUrl,
  closeSurface,
  deliver,
  listedUrl,
  openOn,
  otherUrl,
  post,
  rest,
  revokeAll,
  startWorker,
  tabId,
  tick,
  untilIdle,
  world,
} from '../../../support/worker-world.ts';

const tabs = await startWorker();
const { postSoon } = await import('../../../../extension/background/posting.ts');

function opened(url: string) {
  const surface = openOn(url);
  const tab = tabs.get(tabId);
  assert.ok(tab);
  return { surface, tab };
}

/** Lets a number of milliseconds pass. */
async function pass(time: number): Promise<void> {
  let hasPassed = false;
  setTimeout(() => {
    hasPassed = true;
  }, time);
  while (!hasPassed && tick(time)) await untilIdle();
}

test('the click on a released page explains nothing about the page after it', async () => {
  const { surface, tab } = opened(otherUrl);
  await rest();
  assert.notEqual(tab.action, null);
  closeSurface(surface);
  await rest();
  assert.equal(world.page.running, undefined);
  assert.equal(tab.action, null);
});

test('the click on a page that can’t be scanned still explains why', async () => {
  const { surface, tab } = opened(closedUrl);
  await rest();
  closeSurface(surface);
  await rest();
  assert.notEqual(tab.action, null);
});

test('a page that answers late is released, too', async () => {
  const { surface, tab } = opened(otherUrl);
  const isReading = () => tab.scan.state.kind === 'reading';
  // The scripts run, but their messages don't arrive.
  do await untilIdle();
  while (answer('storage') || answer('script') || (isReading() && tick(40_000)));
  assert.equal(tab.scan.state.kind, 'failed');
  closeSurface(surface);
  // The page answers a moment before it would be released.
  await pass(29_000);
  while (world.page.outbox.length > 1) deliver('current');
  assert.ok(isReading());
  await pass(2000);
  assert.ok(isReading());
  await rest();
  assert.equal(tab.scan.state.kind, 'done');
  assert.equal(world.page.running, undefined);
});

for (const isListed of [true, false])
  test(`after access is revoked, a page that the ${isListed ? 'list' : 'person'} watches`, async () => {
    const surface = openOn(listedUrl, { isListed });
    if (!isListed) post(surface, { type: 'watch', what: 'page', on: true });
    await rest();
    assert.equal(tabs.get(tabId)?.mode, isListed ? 'list' : 'person');
    revokeAll();
    await rest();
    assert.equal(surface.state?.watching.page, !isListed);
    assert.equal(world.page.running?.isWatched, !isListed);
  });

test('the badge counts what is in the list, until the page is released', async () => {
  const { surface, tab } = opened(otherUrl);
  await rest();
  assert.equal(badges.at(-1), '1');
  const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  const request = { key: 0, text: gif, request: null, nth: 0, destination: 'image' } as const;
  post(surface, { type: 'network', sightings: [{ ...request, file: null }], coverage: 'whole' });
  await rest();
  assert.equal(surface.rows.size, 2);
  assert.equal(badges.at(-1), '2');
  closeSurface(surface);
  await rest();
  const { length } = badges;
  postSoon(tab, tab.scan.entries.byId.keys());
  await rest();
  assert.equal(badges.length, length);
});
