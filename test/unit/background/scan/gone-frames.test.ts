/**
 * Frames that disappear while they are scanned: everything that they sent must stay, and the missing parts must be
 * named.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Runtime } from '../../../../extension/platform/browser.ts';
import type { FrameMessage } from '../../../../extension/platform/frame-messages.ts';
import { portNames } from '../../../../extension/platform/limits.ts';
import { installWorld } from '../../../support/worker-world.ts';

installWorld();
const { acceptFrame } = await import('../../../../extension/background/scan/frame-connections.ts');
const { holdPolicies } = await import('../../../../extension/background/model/own-policies.ts');
const { createTab, tabs } = await import('../../../../extension/background/model/tab.ts');

const url = 'https://example.com/frame';

/** Returns a tab with a running scan to which frames can connect. */
function reading() {
  const tab = createTab(1);
  tabs.set(1, tab);
  holdPolicies(null);
  const { scan } = tab;
  scan.enter({ kind: 'reading' });
  const connect = (frameId: number) => {
    const heard: ((message: FrameMessage) => void)[] = [];
    const ended: (() => void)[] = [];
    acceptFrame({
      name: portNames.frame(scan.nonce),
      sender: { tab: { id: 1 }, frameId, url },
      postMessage() {},
      disconnect() {},
      onMessage: { addListener: (listener: (typeof heard)[0]) => heard.push(listener) },
      onDisconnect: { addListener: (listener: () => void) => ended.push(listener) },
    } as unknown as Runtime.Port);
    const sendRaw = (message: unknown) => heard.forEach((listener) => void listener(message as FrameMessage));
    const send = (message: FrameMessage) => sendRaw(message);
    const lineage = { own: '1', parent: '0' };
    send({ type: 'started', url, isAccessible: true, isQuirky: false, charset: 'UTF-8', lineage });
    return {
      sendRaw,
      find(text: string) {
        const place = { place: 'attribute', element: 'img', name: 'src', selector: 'img' } as const;
        const occurrence = { ...place, destination: 'image', inert: false } as const;
        send({ type: 'found', sightings: [{ key: 0, text, occurrences: [occurrence] }] });
      },
      finish: () => send({ type: 'done', title: '', frames: [], policies: [], scanMs: 1, longestTaskMs: 1 }),
      end: () => ended.forEach((listener) => void listener()),
    };
  };
  const listed = async () => {
    await scan.whenRead;
    return Array.from(scan.entries.byId.values(), ({ dataUrl }) => dataUrl.head);
  };
  return { scan, connect, listed };
}

const removed = { kind: 'frame', url, reason: 'removed' };

test('a frame that goes before its end is named; what it has sent stays', async () => {
  const { scan, connect, listed } = reading();
  const frame = connect(1);
  frame.find('data:,sent');
  frame.end();
  assert.deepEqual(await listed(), ['data:,sent']);
  assert.deepEqual(scan.unreachable, [removed]);
});

test('a frame that goes after its end is whole', async () => {
  const { scan, connect, listed } = reading();
  const frame = connect(1);
  frame.find('data:,sent');
  frame.finish();
  frame.end();
  assert.deepEqual(await listed(), ['data:,sent']);
  assert.deepEqual(scan.unreachable, []);
});

test('the top document is named as the page, any other as a frame', () => {
  const { scan, connect } = reading();
  for (const frameId of [0, 1]) connect(frameId).sendRaw({ type: 'unknown' });
  assert.deepEqual(scan.unreachable, [
    { kind: 'page', url, reason: 'bad-message' },
    { kind: 'frame', url, reason: 'bad-message' },
  ]);
});

test('a document that another one replaces is named once, and the other is read', async () => {
  const { scan, connect, listed } = reading();
  const before = connect(1);
  const after = connect(1);
  before.end();
  after.find('data:,next');
  after.finish();
  assert.deepEqual(await listed(), ['data:,next']);
  assert.deepEqual(scan.unreachable, [removed]);
});
