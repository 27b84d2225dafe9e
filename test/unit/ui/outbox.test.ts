/**
 * Tests how requests that DevTools reported are sent: in messages of limited size, and all of them again to a new
 * worker.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batchLength, maxSightings } from '../../../extension/platform/limits.ts';
import type {
  NetworkSighting,
  PageHeaders,
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
  // Requests reported while there is no worker wait for the next one, which receives all of them.
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

test('a new worker gets the last headers of the page', () => {
  const posted: SurfaceMessage[] = [];
  const outbox = createOutbox(
    (message) => posted.push(message),
    () => true,
  );
  const headersOf = (url: string): PageHeaders => ({ policies: [], links: [{ url, text: '' }] });
  for (const url of ['first', 'last']) outbox.setHeaders(headersOf(url));
  assert.equal(posted.splice(0).length, 2);
  outbox.sendAll();
  assert.deepEqual(posted.splice(0), [{ type: 'headers', ...headersOf('last') }]);
  outbox.clear();
  outbox.sendAll();
  assert.deepEqual(posted, []);
});
