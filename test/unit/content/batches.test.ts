/** While Blobs of large texts are created, other work of the content script must continue. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Batches, createBatches } from '../../../extension/content/batches.ts';
import type { OwnedText } from '../../../extension/content/owned-texts.ts';
import type { FrameMessage, Sighting } from '../../../extension/platform/frame-messages.ts';
import { batchLength, inlineLength } from '../../../extension/platform/limits.ts';

const large: OwnedText = { key: 0, written: `data:,${'x'.repeat(inlineLength)}`, elements: [] };
const small: OwnedText = { key: 1, written: 'data:,small', elements: [] };
const at = (selector: string): Sighting['occurrences'][number] => ({
  ...({ place: 'attribute', element: 'img', name: 'src', destination: 'image', inert: false } as const),
  selector,
});

/** Returns batches that pause once for each Blob, and the messages that they send. */
function collected(): { batches: Batches; sent: FrameMessage[] } {
  const sent: FrameMessage[] = [];
  const batches = createBatches((message) => sent.push(structuredClone(message)), {
    *text() {
      yield;
      return new Blob();
    },
  });
  return { batches, sent };
}

/** Summarizes the messages. A summary of `found` shows whether there is a text, and the selectors. */
const inShort = (sent: readonly FrameMessage[]) =>
  sent.flatMap((message): string[] => {
    if (message.type === 'changed')
      return message.changes.map(({ key, occurrence }) => `changed ${key} ${occurrence}`);
    if (message.type === 'seen') return message.seen.map(({ key, sight }) => `seen ${key} ${sight}`);
    if (message.type !== 'found') return [message.type];
    return message.sightings.map(
      ({ key, text, occurrences }) =>
        `found ${key}${text === undefined ? '' : ' text'} ${occurrences.map(({ selector }) => selector).join()}`,
    );
  });

test('two walks at the same time send a large text once', () => {
  const { batches, sent } = collected();
  batches.found(large, true, at('#a'));
  const [first, second] = [batches.sendLarge(), batches.sendLarge()];
  first.next();
  second.next();
  batches.found(large, false, at('#b'));
  assert.equal(first.next().done, true);
  assert.equal(second.next().done, true);
  batches.found(large, false, at('#c'));
  batches.flush(false);
  assert.deepEqual(inShort(sent), ['found 0 text #a,#b', 'found 0 #c']);
});

test('what changes about a large text is sent after the text; what changes about others, at once', () => {
  const { batches, sent } = collected();
  batches.found(large, true, at('#a'));
  batches.found(small, true, at('#b'));
  const sending = batches.sendLarge();
  sending.next();
  for (const key of [0, 1]) {
    batches.seen({ key, occurrence: 0, sight: 'loaded' });
    batches.changed({ key, occurrence: 0, removedAt: 1 });
  }
  batches.flush(false);
  assert.deepEqual(inShort(sent.splice(0)), ['found 1 text #b', 'changed 1 0', 'seen 1 loaded']);
  sending.next();
  batches.flush(false);
  assert.deepEqual(inShort(sent), ['found 0 text #a', 'changed 0 0', 'seen 0 loaded']);
});

test('many occurrences of a large text are sent in several messages, in their order', () => {
  const { batches, sent } = collected();
  const selectors = Array.from({ length: 1000 }, (_, n) => `#${n}-${'x'.repeat(4000)}`);
  for (const [n, selector] of selectors.entries()) batches.found(large, n === 0, at(selector));
  for (const _ of batches.sendLarge());
  const sightings = sent.flatMap((message) => (message.type === 'found' ? message.sightings : []));
  assert.equal(sightings.length, sent.length);
  assert.deepEqual(
    sightings.flatMap(({ occurrences }) => occurrences.map(({ selector }) => selector)),
    selectors,
  );
  assert.deepEqual(
    sightings.map(({ text }) => text !== undefined),
    sightings.map((_, n) => n === 0),
  );
  for (const each of sightings) assert.ok(JSON.stringify(each).length < batchLength + 10_000);
});
