/** Tests the cost of a page by source texts, from the reports of frames and sheets to the worker's sums. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { read } from '../../../../extension/background/frames/frame-sightings.ts';
import {
  changeOccurrences,
  recordOutcomes,
} from '../../../../extension/background/frames/occurrence-changes.ts';
import { addOccurrences, entryOf, placeOnNetwork } from '../../../../extension/background/model/entries.ts';
import type { FrameLink, Scan } from '../../../../extension/background/model/model.ts';
import { overviewOf, reportOf } from '../../../../extension/background/model/overview.ts';
import { holdPolicies } from '../../../../extension/background/model/own-policies.ts';
import { createScan } from '../../../../extension/background/model/scan.ts';
import { createTab, replaceScan } from '../../../../extension/background/model/tab.ts';
import { addNetworkSightings } from '../../../../extension/background/scan/network-sightings.ts';
import { addFileSightings } from '../../../../extension/background/sheets/file-sightings.ts';
import type { FrameMessage } from '../../../../extension/platform/frame-messages.ts';
import { added } from '../../../support/added-sightings.ts';
import '../../../support/group-by.ts';
import { runs } from '../../../support/seed.ts';

holdPolicies(null);

type Sighting = Extract<FrameMessage, { type: 'found' }>['sightings'][number];
type Seen = Sighting['occurrences'][number];

const seenAt = (parts: Partial<Seen> = {}): Seen => ({
  place: 'attribute',
  element: 'img',
  name: 'src',
  selector: 'img',
  destination: 'image',
  inert: false,
  ...parts,
});
const inSheet = (href: string, nth = 1): Seen =>
  seenAt({ place: 'stylesheet', element: 'link', sheet: { href, nth } });
const frameAt = (url: string, parts: Partial<FrameLink> = {}): FrameLink =>
  ({ url, isAccessible: true, lineage: { own: '', parent: '' }, ...parts }) as FrameLink;
const page = 'https://example.com/';
const scan = (): Scan => {
  const tab = createTab(1);
  return replaceScan(tab, createScan(tab, {}, { kind: 'done', at: 0 }));
};
const cost = (of: Scan): number => overviewOf(of).totals.cost;
/** Returns the costs in the order in which the data: URLs were found. */
const costs = (of: Scan): number[] => {
  cost(of);
  return [...of.entries.byId.values()].flatMap(({ dataUrl }) => dataUrl.occurrences.map((each) => each.cost));
};

const written = 'data:,0123456789';

test('a sheet that two elements load is carried once, also from two frames', async () => {
  const one = scan();
  const occurrences = [inSheet('https://e.example/a.css'), inSheet('https://e.example/a.css')];
  await added(one, frameAt(page), [{ key: 0, text: written, occurrences }]);
  await added(one, frameAt('https://f.example/'), [
    {
      key: 0,
      text: written,
      occurrences: [inSheet('https://e.example/a.css#x'), inSheet('https://e.example/b.css')],
    },
  ]);
  assert.deepEqual(costs(one), [16, 0, 0, 16]);
  assert.equal(reportOf(one).dataUrls[0]?.occurrences[0]?.sheet, 'https://e.example/a.css');
});

test('what stands twice in one sheet is carried twice, however many load it', async () => {
  const one = scan();
  const a = 'https://e.example/a.css';
  const occurrences = [inSheet(a, 1), inSheet(a, 2), inSheet(a, 1), inSheet(a, 2)];
  await added(one, frameAt(page), [{ key: 0, text: written, occurrences }]);
  assert.deepEqual(costs(one), [16, 16, 0, 0]);
});

test('a sheet that the worker fetched is the one that a frame could read', async () => {
  const one = scan();
  const href = 'https://e.example/a.css';
  await added(one, frameAt(page), [{ key: 0, text: written, occurrences: [inSheet(href)] }]);
  const where = { rules: ['a'], line: 1, column: 2 };
  const url = {
    written,
    place: 'stylesheet',
    name: 'src',
    destination: 'image',
    bytes: 20,
    ...where,
  } as const;
  const place = { holder: frameAt(page), element: 'link', selector: 'link', url: href };
  const urls = [
    { ...url, nth: 1 },
    { ...url, nth: 2 },
  ];
  await addFileSightings(one, [place], { url: href, conditions: [], urls });
  assert.deepEqual(costs(one), [16, 0, 20]);
});

test('two frames that show one document carry it once; those without an address each their own', async () => {
  const one = scan();
  const sighting: Sighting = { key: 0, text: written, occurrences: [seenAt(), seenAt()] };
  for (const url of ['https://a.example/x#1', 'https://a.example/x#2', 'https://a.example/y']) {
    await added(one, frameAt(url), [sighting]);
  }
  assert.deepEqual(costs(one), [16, 16, 0, 0, 16, 16]);
  const two = scan();
  for (const url of ['about:srcdoc', 'about:srcdoc', 'blob:https://a.example/1']) {
    await added(two, frameAt(url), [sighting]);
  }
  assert.equal(cost(two), 6 * 16);
});

test('what stands within another data: URL is part of its cost', async () => {
  const one = scan();
  await added(one, frameAt('data:text/html,<img src="data:,0123456789">'), [
    { key: 0, text: written, occurrences: [seenAt()] },
  ]);
  assert.equal(cost(one), 0);
  const nested = scan();
  const outer = 'data:text/css,a{background:url(data:,inner)}';
  await added(nested, frameAt(page), [{ key: 0, text: outer, occurrences: [seenAt()] }]);
  const [dataUrl] = reportOf(nested).dataUrls;
  assert.deepEqual(
    dataUrl?.nested.flatMap(({ occurrences }) => occurrences.map((each) => each.cost)),
    [0],
  );
  assert.equal(cost(nested), outer.length);
});

test('bytes are those of UTF-8, and of the spelling where that is known', async () => {
  const one = scan();
  const text = 'data:,\u00e9\u20ac\u{1f600}\ud800';
  await added(one, frameAt(page), [{ key: 0, text, occurrences: [seenAt(), seenAt({ bytes: 99 })] }]);
  await added(one, frameAt('https://b.example/'), [
    { key: 0, text: new Blob([text]), occurrences: [seenAt()] },
  ]);
  assert.deepEqual(costs(one), [18, 99, 18]);
});

test('what has gone costs nothing, and the next that loads its text takes its place; it may come back', async () => {
  const one = scan();
  const frame = frameAt(page);
  const href = 'https://e.example/a.css';
  await added(one, frame, [{ key: 0, text: written, occurrences: [inSheet(href), inSheet(href), seenAt()] }]);
  assert.deepEqual(costs(one), [16, 0, 16]);
  changeOccurrences(one, frame, [{ key: 0, occurrence: 0, removedAt: 1 }]);
  assert.deepEqual(costs(one), [0, 16, 16]);
  changeOccurrences(one, frame, [{ key: 0, occurrence: 2, removedAt: 1 }]);
  assert.equal(cost(one), 16);
  changeOccurrences(one, frame, [{ key: 0, occurrence: 0, removedAt: null }]);
  assert.deepEqual(costs(one), [16, 0, 0]);
});

test('what was only requested counts as the URL that was requested, until a text is found that holds it', async () => {
  const one = scan();
  const seen = { key: 0, text: written, request: null, nth: 0, destination: 'image', file: null } as const;
  await addNetworkSightings(one.tab, one.tab.network, [seen], null);
  assert.equal(cost(one), 16);
  await added(one, frameAt(page), [
    { key: 0, text: written, occurrences: [seenAt({ place: 'script', destination: 'none', bytes: 30 })] },
  ]);
  assert.equal(cost(one), 30);
  assert.deepEqual(costs(one).sort(), [0, 30]);
});

test('20,000 occurrences of one, sent in many messages, cost what they cost', async () => {
  const one = scan();
  const frame = frameAt(page);
  for (let n = 0; n < 200; n++) {
    const occurrences = Array.from({ length: 100 }, () => seenAt());
    await added(one, frame, [{ key: 0, ...(n === 0 && { text: written }), occurrences }]);
  }
  assert.equal(cost(one), 20_000 * 16);
});

/** A page as its server sends it: documents and sheets, each a text that contains data: URLs. */
interface SomePage {
  documents: { urls: number[]; sheets: number[] }[];
  sheets: number[][];
  /** The documents that frames show, by number. A document without an address appears in only one frame. */
  frames: { document: number; hash: boolean }[];
}
const pool = [
  'data:,a',
  'data:,bb',
  'data:text/css,c%7B%7D',
  'data:,\u00e9\u00e9',
  'data:image/gif;base64,R0lG',
];
const anyUrls = fc.array(fc.nat(pool.length - 1), { maxLength: 4 });
const somePage: fc.Arbitrary<SomePage> = fc.record({
  documents: fc.array(fc.record({ urls: anyUrls, sheets: fc.array(fc.nat(2), { maxLength: 3 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
  sheets: fc.array(anyUrls, { minLength: 3, maxLength: 3 }),
  frames: fc.array(fc.record({ document: fc.nat(2), hash: fc.boolean() }), { minLength: 1, maxLength: 4 }),
});

const bytesOf = (urls: readonly number[]): number =>
  urls.reduce((sum, n) => sum + Buffer.byteLength(pool[n] as string), 0);
const documentsIn = ({ documents, frames }: SomePage) =>
  [...new Set(frames.map(({ document }) => document))].flatMap((n) => documents[n] ?? []);
const sheetsIn = (given: SomePage): number[] => [
  ...new Set(documentsIn(given).flatMap(({ sheets }) => sheets)),
];

/** Returns a scan that has received the reports of the page's content scripts. */
async function scanned({ documents, sheets, frames }: SomePage): Promise<Scan> {
  const one = scan();
  for (const { document: n, hash } of frames) {
    const document = documents[n];
    if (!document) continue;
    const byUrl = new Map<number, Seen[]>();
    const add = (url: number, one: Seen) => byUrl.set(url, [...(byUrl.get(url) ?? []), one]);
    for (const url of document.urls) add(url, seenAt());
    for (const sheet of document.sheets) {
      const counts = new Map<number, number>();
      for (const url of sheets[sheet] ?? []) {
        counts.set(url, (counts.get(url) ?? 0) + 1);
        add(url, inSheet(`https://e.example/${sheet}.css`, counts.get(url)));
      }
    }
    await added(
      one,
      frameAt(`https://example.com/${n}${hash ? '#x' : ''}`),
      [...byUrl].map(([url, occurrences], key) => ({ key, text: pool[url] as string, occurrences })),
    );
  }
  return one;
}

test('the total is that of the distinct source texts; without one of them it is less by exactly its cost', async () => {
  await fc.assert(
    fc.asyncProperty(somePage, fc.nat(), async (given, which) => {
      const total = cost(await scanned(given));
      const documents = documentsIn(given);
      const texts = sheetsIn(given);
      const expected =
        bytesOf(documents.flatMap(({ urls }) => urls)) + bytesOf(texts.flatMap((n) => given.sheets[n] ?? []));
      assert.equal(total, expected);
      // Emptying one text, either a sheet's or a document's own, must reduce the cost by that of the text's URLs.
      const sheet = texts[which % Math.max(1, texts.length)];
      if (sheet !== undefined) {
        const sheets = given.sheets.map((urls, n) => (n === sheet ? [] : urls));
        const less = cost(await scanned({ ...given, sheets }));
        assert.equal(total - less, bytesOf(given.sheets[sheet] ?? []));
      }
      const document = documents[which % Math.max(1, documents.length)];
      if (document) {
        const without = given.documents.map((each) => (each === document ? { ...each, urls: [] } : each));
        const less = cost(await scanned({ ...given, documents: without }));
        assert.equal(total - less, bytesOf(document.urls));
      }
    }),
    runs(150),
  );
});

test('what was found by other means has its place and cost, too', async () => {
  const one = scan();
  const entry = entryOf(one, await read(one, written));
  const { sheet: _, bytes: __, ...where } = seenAt();
  const facts = { inFrame: null, observed: undefined, bytes: undefined, nthInSheet: undefined };
  addOccurrences(one, entry, [{ occurrence: { ...where, frame: page, cost: 0 }, facts }]);
  placeOnNetwork(one, entry);
  assert.equal(cost(one), 16);
});

test('what stands in a srcdoc costs nothing where that is a part of the body of a data: URL', async () => {
  const at = (own: string, parent: string, isAccessible: boolean) =>
    frameAt('about:srcdoc', { isAccessible, lineage: { own, parent } });
  const holders = [
    frameAt('data:text/html,x', {
      isAccessible: false,
      lineage: { own: '1 null', parent: '0 https://e.example' },
    }),
    at('1 https://e.example', '0 https://e.example', true),
  ];
  const charged: [frame: FrameLink, cost: number][] = [
    [at('1 https://e.example', '0 https://e.example', true), 16],
    [at('1 null', '0 https://e.example', false), 16],
    [at('2 https://e.example', '1 https://e.example', true), 16],
    [at('2 null', '1 null', true), 0],
    [at('2 null', '1 null', false), 0],
    // In Firefox, some frames are known only by their depth.
    [at('2 ', '1 ', false), 16],
    // This frame is its own parent, so the chain of parents never ends.
    [at('3 null', '3 null', false), 16],
  ];
  for (const [frame, expected] of charged) {
    const one = scan();
    for (const [id, each] of [...holders, frame].entries()) one.frames.set(id, each);
    await added(one, frame, [{ key: 0, text: written, occurrences: [seenAt()] }]);
    assert.deepEqual(costs(one), [expected], JSON.stringify(frame));
  }
});

test('unused now; on a watched page for how long, from when it last became unused', async () => {
  const one = scan();
  const frame = frameAt(page);
  const text = `data:,${'x'.repeat(5000)}`;
  await added(one, frame, [{ key: 0, text, occurrences: [seenAt({ sight: 'unused' })] }]);
  const reported = () =>
    overviewOf(one).findings.map(({ messageId, args }) => [messageId, args.milliseconds]);
  const see = (sight: 'loaded' | 'unused') => recordOutcomes(one, frame, [{ key: 0, occurrence: 0, sight }]);
  one.unusedSince = performance.now() - 200_000;
  assert.deepEqual(reported(), [['unused', undefined]]);
  assert.equal(overviewOf(one).totals.savings, text.length);
  one.tab.mode = 'person';
  assert.deepEqual(reported(), [['unused-watched', 180_000]]);
  see('loaded');
  assert.deepEqual(reported(), []);
  see('unused');
  assert.deepEqual(reported(), [['unused', undefined]]);
});
