/** What frames may tell: as much as a large page has, and not one more. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countMessage, createRoom, takeRoom } from '../../../extension/background/room.ts';
import { maxOccurrences, maxPerScan, messageRate } from '../../../extension/platform/limits.ts';

const occurrence = {
  place: 'attribute',
  element: '',
  name: '',
  selector: '',
  destination: 'image',
  inert: false,
} as const;
const told = (count: number, occurrences = 1, selector = '') =>
  Array.from({ length: count }, (_, key) => ({
    key,
    text: '',
    occurrences: Array(occurrences).fill({ ...occurrence, selector }),
  }));

test('as many data: URLs as there is room for, over all messages', () => {
  const room = createRoom();
  assert.equal(takeRoom(room, told(maxPerScan.dataUrls - 1)).length, maxPerScan.dataUrls - 1);
  assert.deepEqual(
    takeRoom(room, told(3)).map(({ key }) => key),
    [0],
  );
  assert.deepEqual(takeRoom(room, told(1)), []);
});

test('places, the length of names, and the size of Blobs', () => {
  const places = Math.floor(maxPerScan.occurrences / maxOccurrences);
  assert.equal(takeRoom(createRoom(), told(places + 5, maxOccurrences)).length, places);
  const names = Math.floor(maxPerScan.length / (4096 * 100));
  assert.equal(takeRoom(createRoom(), told(names + 5, 100, 'x'.repeat(4096))).length, names);
  const large = { size: maxPerScan.size / 2 + 1 } as Blob;
  const blobs = [0, 1].map((key) => ({ key, text: large, occurrences: [] }));
  assert.equal(takeRoom(createRoom(), blobs).length, 1);
});

test('messages at once, and again after a while, of each frame by itself', () => {
  const room = createRoom();
  for (let n = 0; n < messageRate.burst; n++) assert.ok(countMessage(room, 0, 0));
  assert.ok(!countMessage(room, 0, 0));
  assert.ok(countMessage(room, 1, 0));
  let taken = 0;
  for (let n = 0; n < 2 * messageRate.perSecond; n++) if (countMessage(room, 0, 60_000)) taken++;
  assert.equal(taken, 2 * messageRate.perSecond);
});

test('frames that have gone are forgotten, and a frame that sends too much is not', () => {
  const room = createRoom();
  for (let n = 0; n <= messageRate.burst; n++) countMessage(room, 0, 0);
  for (let id = 1; id < 1000; id++) assert.ok(countMessage(room, id, id * 10));
  assert.ok(room.messages.size < 10, `${room.messages.size} are known`);
  // All of what it may send at once would have come back by then, were it forgotten.
  let taken = 0;
  for (let n = 0; n < messageRate.burst; n++) if (countMessage(room, 0, 10_000)) taken++;
  assert.ok(taken < 10 * messageRate.perSecond + 2, `${taken} more are taken`);
});
