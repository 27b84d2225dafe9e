/** The count of frames must reveal those that have not connected. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Connected, missingFrames } from '../../../../extension/background/frames/child-frames.ts';
import type { FrameLink } from '../../../../extension/background/model/model.ts';
import { nameChildren } from '../../../../extension/background/model/scan.ts';
import { createTab } from '../../../../extension/background/model/tab.ts';
import type { ChildFrame } from '../../../../extension/platform/frame-messages.ts';
import { maxChildFrames, maxFrames } from '../../../../extension/platform/limits.ts';
import '../../../support/group-by.ts';
import { runs } from '../../../support/seed.ts';

const accessible = (url: string): ChildFrame => ({ url, isAccessible: true, reason: 'no-answer' });
const inaccessible = (url: string): ChildFrame => ({ url, isAccessible: false, reason: 'cross-origin' });
const empty = (url: string): ChildFrame => ({ url, isAccessible: true, reason: 'not-loaded' });
const named = (frames: ChildFrame[]) => frames.map(({ url, reason }) => `${reason} ${url}`);

const cases: [what: string, children: ChildFrame[], connected: Connected[], missing: string[]][] = [
  ['nothing', [], [], []],
  ['one that has connected', [accessible('/a')], [{ url: '/a', isAccessible: true }], []],
  [
    'one of two alike',
    [accessible('/a'), accessible('/a')],
    [{ url: '/a', isAccessible: true }],
    ['no-answer /a'],
  ],
  [
    'one that cannot be seen does not stand for one that can',
    [accessible('/a')],
    [{ url: '/a', isAccessible: false }],
    ['no-answer /a'],
  ],
  ['a redirected one', [inaccessible('/a')], [{ url: '/b', isAccessible: false }], []],
  [
    'one redirected, one missing',
    [inaccessible('/a'), inaccessible('/b')],
    [{ url: '/c', isAccessible: false }],
    ['cross-origin /b'],
  ],
  [
    'the right one goes before the redirected one',
    [inaccessible('/a'), inaccessible('/b')],
    [
      { url: '/b', isAccessible: false },
      { url: '/c', isAccessible: false },
    ],
    [],
  ],
  [
    'an empty document stands for no other',
    [accessible('/a')],
    [{ url: 'about:blank', isAccessible: true }],
    ['no-answer /a'],
  ],
  [
    'a srcdoc that was not loaded',
    [inaccessible('about:srcdoc')],
    [{ url: 'about:blank', isAccessible: false }],
    ['not-loaded about:srcdoc'],
  ],
  [
    'one that a link took elsewhere',
    [inaccessible('about:blank')],
    [{ url: 'data:,x', isAccessible: false }],
    [],
  ],
  ['a srcdoc that does not answer', [inaccessible('about:srcdoc')], [], ['cross-origin about:srcdoc']],
  ['one that was not loaded', [empty('/a')], [{ url: 'about:blank', isAccessible: true }], ['not-loaded /a']],
  ['one that was loaded after all', [empty('/a')], [{ url: '/a', isAccessible: false }], []],
  [
    'a long address, cut',
    [accessible('x'.repeat(2000))],
    [{ url: `${'x'.repeat(4095)}…`, isAccessible: true }],
    [],
  ],
];

for (const [what, children, connected, missing] of cases) {
  test(`missing frames: ${what}`, () => {
    assert.deepEqual(named(missingFrames(children, connected)), missing);
  });
}

test('no frame hides more than one other', () => {
  const child = fc.record({
    url: fc.constantFrom('/a', '/b', 'about:blank', 'about:srcdoc'),
    isAccessible: fc.boolean(),
    reason: fc.constantFrom('no-answer' as const, 'cross-origin' as const, 'not-loaded' as const),
  });
  fc.assert(
    fc.property(fc.array(child), fc.array(child), (children, connected) => {
      const missing = missingFrames(children, connected);
      assert.ok(missing.length >= children.length - connected.length);
      assert.deepEqual(missingFrames(children, children), []);
    }),
    runs(100),
  );
});

test('of 1,001 frames of a document 1,000 are kept, of all documents 5,000, and it is said', () => {
  const scan = createTab(1).scan;
  const link = (id: number) => {
    const frame = { children: [] } as unknown as FrameLink;
    scan.frames.set(id, frame);
    return frame;
  };
  const children = Array.from({ length: maxChildFrames + 1 }, () => accessible('about:srcdoc'));
  const frame = link(0);
  assert.equal(nameChildren(scan, frame, children.slice(1)), true);
  assert.equal(nameChildren(scan, frame, children), false);
  assert.equal(frame.children.length, maxChildFrames);
  for (let id = 1; id < maxFrames / maxChildFrames; id++)
    assert.equal(nameChildren(scan, link(id), children.slice(1)), true);
  assert.equal(nameChildren(scan, link(maxFrames), [accessible('')]), false);
});
