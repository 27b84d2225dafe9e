import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idsOfMarked, textOf } from '../../../../extension/background/frames/ask-frames.ts';
import { read } from '../../../../extension/background/frames/frame-sightings.ts';
import {
  changeOccurrences,
  detachFrame,
} from '../../../../extension/background/frames/occurrence-changes.ts';
import { entryOf, rejudge, removeEntry } from '../../../../extension/background/model/entries.ts';
import type { FrameLink } from '../../../../extension/background/model/model.ts';
import { nextScan } from '../../../../extension/background/model/next-scan.ts';
import { holdPolicies } from '../../../../extension/background/model/own-policies.ts';
import { createTab, replaceScan } from '../../../../extension/background/model/tab.ts';
import {
  addNetworkSightings,
  forgetNetwork,
  keepGone,
} from '../../../../extension/background/scan/network-sightings.ts';
import { addFileSightings } from '../../../../extension/background/sheets/file-sightings.ts';
import { timeoutError } from '../../../../extension/background/timeout.ts';
import { rowFor } from '../../../../extension/platform/answers.ts';
import { added } from '../../../support/added-sightings.ts';
import '../../../support/group-by.ts';

test('the first row waits for a few others only, on an empty list alone', async () => {
  const { scan } = createTab(1);
  holdPolicies(null);
  const frame = { url: 'https://example.com/' } as FrameLink;
  const sightings = (first: number) =>
    Array.from({ length: 100 }, (_, n) => ({ key: first + n, text: `data:,${first + n}`, occurrences: [] }));
  const sizesOf = async (first: number) =>
    (await added(scan, frame, sightings(first))).map(({ length }) => length);
  assert.deepEqual(await sizesOf(0), [8, 32, 32, 28]);
  assert.deepEqual(await sizesOf(100), [32, 32, 32, 4]);
});

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
  const { scan } = createTab(1);
  holdPolicies(null);
  const adding = added(scan, frame, [{ key: 7, text: stuck, occurrences: [] }]);
  // The wait begins after the policies have been loaded.
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  t.mock.timers.tick(15_001);
  const ids = (await adding).flat();
  assert.deepEqual(asked, [{ type: 'text', key: 7 }]);
  assert.deepEqual(
    ids.map((id) => scan.entries.byId.get(id)?.dataUrl.head),
    ['data:,x'],
  );
});

/** Returns a scan with the same text in two frames. The first frame is busy forever. */
async function heldTwice() {
  const { scan } = createTab(1);
  holdPolicies(null);
  const link = (ask: FrameLink['ask']) => ({ url: '', isUnresponsive: false, ask }) as unknown as FrameLink;
  const frames = [
    link(() => new Promise(() => {})),
    link(async ({ type }) => (type === 'marked' ? [7] : 'data:,x')),
  ];
  const place = {
    place: 'attribute',
    element: 'img',
    name: 'src',
    selector: '',
    destination: 'image',
  } as const;
  for (const [n, frame] of frames.entries()) {
    scan.frames.set(n, frame);
    const sighting = { key: 7, text: 'data:,x', occurrences: [{ ...place, inert: false }] };
    await added(scan, frame, [sighting]);
  }
  return scan;
}

test('a frame that is busy does not hold back what another answers', async (t) => {
  const scan = await heldTwice();
  const [id] = scan.entries.byId.keys();
  assert.deepEqual(await idsOfMarked(scan, ''), [id]);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const text = textOf(scan, id ?? '');
  t.mock.timers.tick(1000);
  assert.equal(await text, 'data:,x');
});

test('nothing is kept of a frame that has gone but what it held, in its files and headers, too', async () => {
  const scan = await heldTwice();
  scan.tab.mode = 'person';
  const [holder] = scan.frames.values();
  assert.ok(holder);
  const at = { written: 'data:,x', place: 'attribute', name: 'Link', destination: 'image' } as const;
  const headers = [1, 2].map((nth) => ({ ...at, nth, rules: [] }));
  await addFileSightings(scan, [{ url: '', holder, element: 'link', selector: '' }], {
    ...{ url: null, conditions: [], urls: headers },
  });
  const [entry] = scan.entries.byId.values();
  const [first] = entry?.dataUrl.occurrences ?? [];
  assert.ok(first);
  const long = new Date(1).toISOString();
  first.removedAt = long;
  for (const frame of scan.frames.values()) detachFrame(scan, frame);
  assert.equal(first.removedAt, long);
  assert.equal(scan.sightings.size, 0);
  assert.deepEqual(
    entry?.dataUrl.occurrences.map((each) => scan.entries.facts.get(each)?.inFrame),
    [null, null, null, null],
  );
  assert.deepEqual(
    entry?.dataUrl.occurrences.map(({ removedAt }) => typeof removedAt),
    ['string', 'string', 'string', 'string'],
  );
});

test('on a watched page, a file that was read while its frame went is gone with the frame', async () => {
  const { scan } = createTab(1);
  scan.tab.mode = 'person';
  holdPolicies(null);
  const frames = [1, 2].map((frameId) => ({ frameId, url: 'https://example.com/' }) as FrameLink);
  const [gone, open] = frames;
  assert.ok(gone && open);
  scan.frames.set(open.frameId, open);
  detachFrame(scan, gone);
  const at = { written: 'data:,x', place: 'stylesheet', name: 'background', destination: 'image' } as const;
  const holders = frames.map((holder) => ({ url: '', holder, element: 'link', selector: '' }));
  const urls = [{ ...at, nth: 1, rules: [] }];
  await addFileSightings(scan, holders, { url: 'https://example.com/a.css', conditions: [], urls });
  await scan.whenRead;
  const [entry] = scan.entries.byId.values();
  assert.deepEqual(
    entry?.dataUrl.occurrences.map((each) => [
      each.removedAt === undefined,
      scan.entries.facts.get(each)?.inFrame?.frame ?? null,
    ]),
    [
      [false, null],
      [true, open],
    ],
  );
});

test('after DevTools close, messages of a watched page still mean the occurrences that they number', async () => {
  const { scan } = createTab(1);
  scan.tab.mode = 'person';
  holdPolicies(null);
  const url = 'data:,x';
  const seen = { key: 0, text: url, request: null, nth: 0, destination: 'image', file: null } as const;
  await addNetworkSightings(scan.tab, scan.tab.network, [seen], null);
  const frame = { url: 'https://example.com/' } as FrameLink;
  const quoted = { place: 'text', element: 'script', name: 'text', selector: '', inert: false } as const;
  const occurrences = [1, 2].map(() => ({ ...quoted, destination: 'none' as const }));
  await added(scan, frame, [{ key: 7, text: url, occurrences }]);
  const [entry] = scan.entries.byId.values();
  const listed = () =>
    entry?.dataUrl.occurrences.map(({ place, removedAt }) => [place, removedAt === undefined]);
  assert.deepEqual(
    listed()?.map(([place]) => place),
    ['network', 'text', 'text'],
  );
  forgetNetwork(scan.tab);
  changeOccurrences(scan, frame, [{ key: 7, occurrence: 1, removedAt: 1 }]);
  assert.deepEqual(listed(), [
    ['text', true],
    ['text', false],
  ]);
});

test('after DevTools close, nothing is listed whose text only they had', async () => {
  const { scan } = createTab(1);
  holdPolicies(null);
  const common = { request: null, nth: 0 } as const;
  await addNetworkSightings(
    scan.tab,
    scan.tab.network,
    [
      { ...common, key: 0, text: 'data:,request', destination: 'image', file: null },
      { ...common, key: 1, text: 'data:,map', destination: 'none', file: 'https://example.com/a.js' },
    ],
    null,
  );
  assert.equal(scan.entries.byId.size, 2);
  forgetNetwork(scan.tab);
  assert.equal(scan.entries.byId.size, 0);
});

test('a row is only requested if no occurrence that is still in the page explains the request', async () => {
  const { scan } = createTab(1);
  holdPolicies(null);
  const { tab } = scan;
  const url = 'data:,x';
  const request = { key: 0, text: url, request: null, nth: 0, destination: 'image', file: null } as const;
  const isRequestedOnly = () =>
    Array.from(tab.scan.entries.byId.values(), ({ dataUrl }) => rowFor(dataUrl)?.isRequestedOnly);
  await addNetworkSightings(tab, tab.network, [request], null);
  assert.deepEqual(isRequestedOnly(), [true]);
  // With "Preserve log", the request of the earlier page stays in the list.
  keepGone(tab);
  assert.deepEqual(isRequestedOnly(), [true]);
  replaceScan(tab, nextScan(tab.scan));
  const image = { place: 'attribute', element: 'img', name: 'src', selector: '', inert: false } as const;
  const frame = { url: 'https://example.com/' } as FrameLink;
  await added(tab.scan, frame, [{ key: 7, text: url, occurrences: [{ ...image, destination: 'image' }] }]);
  assert.deepEqual(isRequestedOnly(), [false]);
});

test('a step that fails names the part that it is about, and later steps go on', async () => {
  const { scan } = createTab(1);
  scan.page.url = 'https://example.com/';
  const part = { kind: 'frame', url: 'https://example.com/frame' } as const;
  let isNextDone = false;
  scan.inOrder(() => Promise.reject(new Error('text of the engine')), part);
  scan.inOrder(() => Promise.reject(timeoutError), part);
  scan.inOrder(() => {
    throw new Error('text of the engine');
  });
  scan.inOrder(() => {
    isNextDone = true;
  });
  await scan.whenRead;
  assert.deepEqual(scan.unreachable, [
    { ...part, reason: 'scan-error' },
    { ...part, reason: 'no-answer' },
    { kind: 'page', url: 'https://example.com/', reason: 'scan-error' },
  ]);
  assert.ok(isNextDone);
});

test('of the rules of a data: style sheet, those that its body contains are not listed, and keep their numbers', async () => {
  const { scan } = createTab(1);
  holdPolicies(null);
  const asked: unknown[] = [];
  const frame = (answer: string | null) =>
    ({
      ...{ url: 'https://example.com/', charset: 'windows-1251', sheetContents: new Map() },
      ask: async (question: unknown) => {
        asked.push(question);
        return answer;
      },
    }) as unknown as FrameLink;
  const rule = (nth: number, destination: 'image' | 'font' = 'image') => ({
    ...({ place: 'stylesheet', element: 'link', name: 'background', selector: '', inert: false } as const),
    ...{ destination, dataSheet: { key: 9, nth } },
  });
  const known = frame('data:text/css,a{background:url(data:,%CF),url(data:,%CF)}');
  const url = 'data:,\u041f';
  await added(scan, known, [{ key: 1, text: url, occurrences: [rule(1), rule(2)] }]);
  assert.equal(scan.entries.byId.size, 0);
  await added(scan, known, [{ key: 1, occurrences: [rule(3), rule(1, 'font')] }]);
  assert.deepEqual(asked, [{ type: 'text', key: 9 }]);
  const [entry] = scan.entries.byId.values();
  const listed = () =>
    entry?.dataUrl.occurrences.map(({ destination, removedAt }) => [destination, removedAt === undefined]);
  assert.deepEqual(listed(), [
    ['image', true],
    ['font', true],
  ]);
  changeOccurrences(
    scan,
    known,
    [0, 2].map((occurrence) => ({ key: 1, occurrence, removedAt: 1 })),
  );
  assert.deepEqual(listed(), [
    ['image', false],
    ['font', true],
  ]);
  // The text of a removed sheet must not hide other occurrences.
  await added(scan, frame(null), [{ key: 1, text: url, occurrences: [rule(1)] }]);
  assert.equal(entry?.dataUrl.occurrences.length, 3);
});

test('a Blob that never gives what it holds is not waited for without end', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const stuck = Object.assign(new Blob(['data:,x']), { arrayBuffer: () => new Promise(() => {}) });
  const reading = read(createTab(1).scan, stuck);
  t.mock.timers.tick(15_001);
  await assert.rejects(reading, timeoutError);
});

test('what was read is not read again before it has an entry, or after it has lost it', async () => {
  const { scan, ...tab } = createTab(1);
  const [one, other] = await Promise.all([read(scan, 'data:,z'), read(scan, 'data:,z')]);
  const next = await read(nextScan(scan), 'data:,z');
  assert.equal(one.inspection, other.inspection);
  assert.equal(one.inspection, next.inspection);
  assert.notEqual(one.inspection, (await read(createTab(2).scan, 'data:,z')).inspection);
  // Large texts are not kept for reuse, but an Inspection may keep its own text.
  const large = await read(scan, `data:,${'x'.repeat(10_000)}`);
  assert.deepEqual([...tab.recent.keys()], [one.inspection.sha256]);
  assert.equal(large.bytes, 10_006);
  for (let n = 0; n < 1100; n++) await read(scan, `data:,${n}`);
  assert.equal(tab.recent.size, 1000);
  assert.ok(!tab.recent.has(one.inspection.sha256));
});

test('a Blob is read as a text is', async () => {
  const [text, blob] = await Promise.all(
    ['data:,as text', new Blob(['data:,as text'])].map((written) => read(createTab(1).scan, written)),
  );
  assert.deepEqual(blob, text);
});

test('with "Preserve log", a verdict is based on the occurrences that are kept', async () => {
  const { scan } = createTab(1);
  const { tab } = scan;
  holdPolicies(null);
  tab.network.keepsGone = true;
  const frame = { url: 'https://example.com/' } as FrameLink;
  const common = { name: 'src', selector: '', inert: false } as const;
  const occurrences = [
    { ...common, place: 'attribute', element: 'iframe', destination: 'iframe' },
    { ...common, place: 'comment', element: 'p', destination: 'none' },
  ] as const;
  const text = 'data:text/html,<script>a()</script>';
  await added(scan, frame, [{ key: 7, text, occurrences: [...occurrences] }]);
  changeOccurrences(scan, frame, [{ key: 7, occurrence: 1, removedAt: 1 }]);
  const next = nextScan(scan);
  const [entry] = next.entries.byId.values();
  assert.ok(entry);
  const { findings } = entry.dataUrl;
  rejudge(next, entry);
  assert.deepEqual(findings, entry.dataUrl.findings);
});

test('another scan names the rows that were merged, and none that the surfaces replace anyway', async () => {
  const { scan } = createTab(1);
  const [merged, into, other] = await Promise.all(
    ['data:,a', 'data:,b', 'data:,c'].map(async (text) => entryOf(scan, await read(scan, text))),
  );
  assert.ok(merged && into && other);
  removeEntry(scan.entries, merged, into.dataUrl.sha256);
  removeEntry(scan.entries, other);
  const { entries } = nextScan(scan);
  assert.deepEqual([...entries.removed], [[merged.dataUrl.sha256, into.dataUrl.sha256]]);
});
