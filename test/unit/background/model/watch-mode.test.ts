/** Tests the watch mode: every state, every event, and both reasons for watching. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isWatching,
  nextMode,
  type WatchEvent,
  type WatchMode,
  type WatchReasons,
} from '../../../../extension/background/model/watch-mode.ts';

const modes = ['off', 'person', 'list', 'live', 'paused'] as const satisfies WatchMode[];
const events = [
  'start',
  'stop',
  'wake',
  'scanned',
  'end',
  'gone',
  'unfollowed',
] as const satisfies WatchEvent[];

/** Returns the table in docs/architecture.md: for each event, the next mode from each of `modes`. */
const table = (reasons: WatchReasons): Record<WatchEvent, string> =>
  Object.fromEntries(
    events.map((event) => [event, modes.map((mode) => nextMode(mode, event, reasons)).join(' ')]),
  ) as Record<WatchEvent, string>;

test('a page that nothing but a person has watched', () => {
  assert.deepEqual(table({ isFollowed: false, isListed: false }), {
    start: 'person person person person person',
    stop: 'off off off off off',
    wake: 'person person list person person',
    scanned: 'off person off live paused',
    end: 'off off off off paused',
    gone: 'off off off off off',
    unfollowed: 'off person list off off',
  });
});

test('a page whose site is on the watch list', () => {
  assert.deepEqual(table({ isFollowed: false, isListed: true }), {
    start: 'person person person person person',
    stop: 'paused paused paused paused paused',
    wake: 'list person list list list',
    scanned: 'list person list live paused',
    end: 'off off off off paused',
    gone: 'off off off off off',
    unfollowed: 'off person list list paused',
  });
});

test('a page that DevTools follow', () => {
  assert.deepEqual(table({ isFollowed: true, isListed: false }), {
    start: 'person person person person person',
    stop: 'paused paused paused paused paused',
    wake: 'person person list person person',
    scanned: 'live person live live paused',
    end: 'off off off off paused',
    gone: 'off off off off paused',
    unfollowed: 'off person list off off',
  });
  assert.equal(nextMode('off', 'scanned', { isFollowed: true, isListed: true }), 'list');
});

test('what a person has stopped begins by nothing but a person, or another document', () => {
  const resumed = new Set<WatchEvent>();
  for (const event of events)
    for (const isFollowed of [false, true])
      for (const isListed of [false, true])
        if (isWatching(nextMode('paused', event, { isFollowed, isListed }))) resumed.add(event);
  assert.deepEqual([...resumed], ['start', 'wake']);
});
