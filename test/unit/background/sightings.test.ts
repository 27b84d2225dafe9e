import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FrameLink } from '../../../extension/background/frame-link.ts';
import { holdPolicies } from '../../../extension/background/policy.ts';
import { createSession } from '../../../extension/background/session.ts';
import { addSightings } from '../../../extension/background/sightings.ts';

test('a Blob that is never given is asked for again, and what it holds is not lost', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const stuck = Object.assign(new Blob(['data:,x']), { arrayBuffer: () => new Promise(() => {}) });
  const asked: unknown[] = [];
  const frame = {
    url: 'https://example.com/',
    ask: async (question: unknown) => {
      asked.push(question);
      return new Blob(['data:,x']);
    },
  } as unknown as FrameLink;
  const session = createSession(1);
  holdPolicies(null);
  const adding = addSightings(session, frame, [{ key: 7, text: stuck, occurrences: [] }]);
  // The waiting begins once the policies are there.
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  t.mock.timers.tick(15_001);
  const ids = await adding;
  assert.deepEqual(asked, [{ type: 'text', key: 7 }]);
  assert.deepEqual(
    ids.map((id) => session.entries.get(id)?.dataUrl.head),
    ['data:,x'],
  );
});
