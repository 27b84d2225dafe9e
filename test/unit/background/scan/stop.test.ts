/**
 * A running scan must name the parts that it waits for. When a person stops the scan, only the parts that have not
 * finished count as stopped.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Runtime } from '../../../../extension/platform/browser.ts';
import { installWorld } from '../../../support/worker-world.ts';

installWorld();
const { createFrameLink } = await import('../../../../extension/background/scan/frame-connections.ts');
const { handleMessage } = await import('../../../../extension/background/scan/frame-message-handler.ts');
const { holdPolicies } = await import('../../../../extension/background/model/own-policies.ts');
const { shownStateOf } = await import('../../../../extension/background/model/scan.ts');
const { createTab } = await import('../../../../extension/background/model/tab.ts');
const { startWatching } = await import('../../../../extension/background/scan/start-watching.ts');
const { stopScan } = await import('../../../../extension/background/scan/scan-lifecycle.ts');

const url = 'https://example.com/';

/** Returns a tab whose scan includes frames with these ids, and the messages that were posted to the frames. */
function tabWith(frameIds: readonly number[]) {
  const tab = createTab(1);
  tab.scan.enter({ kind: 'reading' });
  const posted: [number, string][] = [];
  for (const id of frameIds) {
    const port = {
      postMessage: ({ type }: { type: string }) => posted.push([id, type]),
      disconnect() {},
    } as unknown as Runtime.Port;
    tab.scan.frames.set(id, createFrameLink(port, id, `${url}${id}`));
  }
  tab.scan.page.url = url;
  holdPolicies(null);
  return { tab, scan: tab.scan, posted };
}

test('a running scan names at most three of the frames and style sheets that it waits for', () => {
  const { scan } = tabWith([0, 1, 2]);
  const [top, first, second] = [...scan.frames.values()];
  scan.fetching.add(`${url}a.css`);
  assert.deepEqual(shownStateOf(scan), {
    kind: 'reading',
    awaited: [
      { kind: 'page', url: `${url}0` },
      { kind: 'frame', url: `${url}1` },
      { kind: 'frame', url: `${url}2` },
    ],
  });
  Object.assign(top ?? {}, { isFinished: true });
  Object.assign(first ?? {}, { isUnresponsive: true });
  Object.assign(second ?? {}, { isFinished: true });
  assert.deepEqual(shownStateOf(scan), {
    kind: 'reading',
    awaited: [{ kind: 'stylesheet', url: `${url}a.css` }],
  });
  scan.enter({ kind: 'done', at: 1 });
  assert.deepEqual(shownStateOf(scan), { kind: 'done', at: 1 });
});

test('frames stop walking; only those that had not finished count as stopped', () => {
  const { tab, scan, posted } = tabWith([0, 1]);
  const [top, frame] = [...scan.frames.values()];
  Object.assign(top ?? {}, { isFinished: true });
  stopScan(tab);
  stopScan(tab);
  assert.deepEqual(
    posted.filter(([, type]) => type === 'stop'),
    [
      [0, 'stop'],
      [1, 'stop'],
    ],
  );
  assert.deepEqual([top?.isStopped, frame?.isStopped], [false, true]);
  assert.deepEqual(scan.unreachable, [{ kind: 'page', url, reason: 'stopped' }]);
});

test('a page that is watched after its scan was stopped is scanned again', () => {
  const { tab, scan } = tabWith([0]);
  void startWatching(tab);
  assert.equal(tab.scan, scan);
  stopScan(tab);
  void startWatching(tab);
  assert.notEqual(tab.scan, scan);
});

test('a scan that has ended is not stopped', () => {
  const { tab, scan, posted } = tabWith([0]);
  scan.enter({ kind: 'done', at: 1 });
  stopScan(tab);
  assert.deepEqual([scan.stopped.aborted, scan.unreachable, posted], [false, [], []]);
});

test('of what was received, the part that was not read is left out; a page that is watched later reports more', async () => {
  const { tab, scan } = tabWith([0]);
  const [frame] = [...scan.frames.values()];
  assert.ok(frame);
  const found = (text: string, key: number) =>
    handleMessage(
      scan,
      frame,
      { type: 'found', sightings: [{ key, text: `data:,${text}`, occurrences: [] }] },
      undefined,
    );
  found('read', 0);
  await scan.whenRead;
  found('waiting', 1);
  stopScan(tab);
  found('later', 2);
  await scan.whenRead;
  assert.deepEqual(
    Array.from(scan.entries.byId.values(), ({ dataUrl }) => dataUrl.head),
    ['data:,read', 'data:,later'],
  );
});
