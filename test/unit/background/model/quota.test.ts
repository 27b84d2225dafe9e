/** The quota for reports from frames must allow as much as a large page contains, and no more. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  consume,
  countMessage,
  createQuota,
  messageRate,
} from '../../../../extension/background/model/quota.ts';
import { maxOccurrences } from '../../../../extension/platform/frame-messages.ts';
import { maxPerScan } from '../../../../extension/platform/limits.ts';

const occurrence = {
  place: 'attribute',
  element: '',
  name: '',
  selector: '',
  destination: 'image',
  inert: false,
} as const;
const sightings = (count: number, occurrences = 1, selector = '') =>
  Array.from({ length: count }, (_, key) => ({
    key,
    text: '',
    occurrences: Array(occurrences).fill({ ...occurrence, selector }),
  }));

test('as many data: URLs as the quota allows, over all messages', () => {
  const quota = createQuota();
  assert.equal(consume(quota, sightings(maxPerScan.dataUrls - 1)).length, maxPerScan.dataUrls - 1);
  assert.deepEqual(
    consume(quota, sightings(3)).map(({ key }) => key),
    [0],
  );
  assert.deepEqual(consume(quota, sightings(1)), []);
});

test('places, the length of names, and the size of Blobs', () => {
  const places = Math.floor(maxPerScan.occurrences / maxOccurrences);
  assert.equal(consume(createQuota(), sightings(places + 5, maxOccurrences)).length, places);
  const long = 'x'.repeat(4096);
  for (const each of [{ selector: long }, { fileName: long, use: long, face: long }]) {
    const all = new Array(100).fill({ ...occurrence, ...each });
    const size = JSON.stringify(all).length;
    const many = Array.from({ length: 800 }, (_, key) => ({ key, text: '', occurrences: all }));
    assert.equal(consume(createQuota(), many).length, Math.floor(maxPerScan.length / size));
  }
  const large = { size: maxPerScan.size / 2 + 1 } as Blob;
  const blobs = [0, 1].map((key) => ({ key, text: large, occurrences: [] }));
  assert.equal(consume(createQuota(), blobs).length, 1);
});

test('messages at once, and again after a while, of each frame by itself', () => {
  const quota = createQuota();
  for (let n = 0; n < messageRate.burst; n++) assert.ok(countMessage(quota, 0, 0));
  assert.ok(!countMessage(quota, 0, 0));
  assert.ok(countMessage(quota, 1, 0));
  let taken = 0;
  for (let n = 0; n < 2 * messageRate.perSecond; n++) if (countMessage(quota, 0, 60_000)) taken++;
  assert.equal(taken, 2 * messageRate.perSecond);
});

test('frames that have gone are forgotten, and a frame that sends too much is not', () => {
  const quota = createQuota();
  for (let n = 0; n <= messageRate.burst; n++) countMessage(quota, 0, 0);
  for (let id = 1; id < 1000; id++) assert.ok(countMessage(quota, id, id * 10));
  assert.ok(quota.messages.size < 10, `${quota.messages.size} are known`);
  // If the frame had been forgotten, its whole burst would be available again.
  let taken = 0;
  for (let n = 0; n < messageRate.burst; n++) if (countMessage(quota, 0, 10_000)) taken++;
  assert.ok(taken < 10 * messageRate.perSecond + 2, `${taken} more are taken`);
});
