/** The requests that DevTools saw, in messages of limited size, and all of them again for a new worker. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batchLength, maxSightings } from '../../../extension/platform/limits.ts';
import type {
  NetworkSighting,
  PageFact,
  SurfaceMessage,
} from '../../../extension/platform/surface-messages.ts';
import { createOutbox } from '../../../extension/ui/outbox.ts';

const seen = (count: number, text = ''): NetworkSighting[] =>
  Array.from({ length: count }, (_, key) => ({
    key,
    text,
    request: null,
    nth: 0,
    destination: 'image',
    file: null,
  }));

test('messages are bounded, and only the last says which requests they cover', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const posted: SurfaceMessage[] = [];
  let isConnected = true;
  const outbox = createOutbox(
    (message) => posted.push(message),
    () => isConnected,
  );
  const sizes = () =>
    posted
      .splice(0)
      .flatMap((each) => (each.type === 'network' ? [[each.sightings.length, each.coverage]] : []));
  outbox.add(seen(maxSightings + 1), 'whole');
  assert.deepEqual(sizes(), []);
  t.mock.timers.tick(50);
  assert.deepEqual(sizes(), [
    [maxSightings, null],
    [1, 'whole'],
  ]);
  outbox.add(seen(3, 'x'.repeat(batchLength)), 'some');
  t.mock.timers.tick(50);
  assert.deepEqual(sizes(), [
    [1, null],
    [1, null],
    [1, 'some'],
  ]);
  // Requests that are seen without a worker wait for the next worker, which gets all.
  isConnected = false;
  outbox.add(seen(1), 'whole');
  t.mock.timers.tick(50);
  assert.deepEqual(sizes(), []);
  isConnected = true;
  outbox.sendAll();
  assert.equal(
    sizes().reduce((sum, [count]) => sum + Number(count), 0),
    maxSightings + 5,
  );
  outbox.clear();
  outbox.sendAll();
  assert.deepEqual(sizes(), [[0, 'whole']]);
});

test('a new worker gets the last of the facts about the page, and each sheet', () => {
  const posted: SurfaceMessage[] = [];
  const outbox = createOutbox(
    (message) => posted.push(message),
    () => true,
  );
  const sheetOf = (name: string): PageFact => ({
    type: 'sheet-text',
    url: `https://example.com/${name}.css`,
    text: new Blob(),
  });
  const headersOf = (url: string): PageFact => ({
    type: 'headers',
    policies: [],
    links: [{ url, text: '' }],
  });
  for (const fact of [headersOf('first'), sheetOf('a'), headersOf('last'), sheetOf('b')])
    outbox.setFact(fact);
  assert.equal(posted.splice(0).length, 4);
  outbox.sendAll();
  assert.deepEqual(posted.splice(0), [headersOf('last'), sheetOf('a'), sheetOf('b')]);
  outbox.clear();
  outbox.sendAll();
  assert.deepEqual(posted, []);
});
