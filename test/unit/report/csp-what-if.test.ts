import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Browser } from '../../../src/mime/documents.ts';
import { whatIf as whatIfIn } from '../../../src/report/csp-what-if.ts';
import type { DataUrl } from '../../../src/report/report.ts';
import type { Destination, Occurrence } from '../../../src/vocabulary.ts';

const dataUrl = (sha256: string, destination: Destination, own: Partial<Occurrence> = {}): DataUrl =>
  ({
    sha256,
    head: `data:,${sha256}`,
    occurrences: [{ place: 'attribute', destination, inert: false, ...own }],
  }) as DataUrl;
const whatIf = (text: string, dataUrls: readonly DataUrl[], browser: Browser = 'Firefox') =>
  whatIfIn(text, dataUrls, browser);
const page = [dataUrl('a', 'image'), dataUrl('b', 'image'), dataUrl('c', 'worker'), dataUrl('d', 'font')];
const decisions = (text: string) =>
  Object.fromEntries(whatIf(text, page).uses.map(({ destination, decision }) => [destination, decision]));

test('an address that was only meant as a data: URL is left out', () => {
  const problem = { code: 'not-data-url', args: {}, message: '', start: 0, end: 0 } as const;
  const meant = { ...dataUrl('e', 'font'), problem };
  assert.deepEqual(
    whatIf("default-src 'self'", [meant, dataUrl('a', 'image')]).uses.map(({ destination }) => destination),
    ['image'],
  );
});

test('a URL that browsers drop from CSS is never requested, so it is left out', () => {
  const dropped = { cause: 'blank', start: 0, end: 0, line: 1, column: 1 } as const;
  assert.deepEqual(whatIf("img-src 'self'", [dataUrl('a', 'image', { dropped })]).uses, []);
});

test('each destination is decided by the first directive of its chain', () => {
  assert.deepEqual(decisions("default-src 'self'; img-src data:; child-src data:"), {
    font: 'blocks',
    image: 'allows',
    worker: 'allows',
  });
  const [worker] = whatIf("script-src 'self'", [dataUrl('c', 'worker')]).uses;
  assert.deepEqual(worker?.byPolicy, [
    {
      decision: 'blocks',
      chain: ['worker-src', 'child-src', 'script-src', 'default-src'],
      directive: 'script-src',
      sources: "'self'",
    },
  ]);
});

test('what a policy breaks: the data: URLs, their bytes, and the directives that would allow them', () => {
  const twice = (destination: Destination, ...costs: number[]): DataUrl => ({
    ...dataUrl('t', destination),
    occurrences: costs.map((cost) => ({ ...dataUrl('t', destination).occurrences[0]!, cost })),
  });
  const icon = twice('image', 100, 20);
  icon.occurrences.push({ ...icon.occurrences[0]!, destination: 'font', cost: 7 });
  const gone = { ...icon.occurrences[0]!, removedAt: '2026-01-01T00:00:00Z' };
  icon.occurrences.push(gone);
  const { uses, additions } = whatIf("img-src 'self'\nimg-src 'self', default-src 'none'", [icon]);
  assert.deepEqual(
    uses.map(({ destination, decision, dataUrls, cost }) => [destination, decision, dataUrls, cost]),
    [
      ['image', 'blocks', ['t'], 120],
      ['font', 'blocks', ['t'], 7],
    ],
  );
  assert.deepEqual(additions, [
    { policy: "img-src 'self'", directives: ["img-src 'self' data:"] },
    { policy: "default-src 'none'", directives: ['img-src data:', 'font-src data:'] },
  ]);
  assert.deepEqual(whatIf("img-src 'self'", [icon]).additions, [
    { policy: null, directives: ["img-src 'self' data:"] },
  ]);
});

test('all policies must allow it, on lines or with commas', () => {
  for (const text of ["img-src data:\nimg-src 'self'", "img-src data:, img-src 'self'"]) {
    assert.equal(decisions(text).image, 'blocks');
  }
});

test('the smallest policy that serves the page lets no script run', () => {
  const before = "default-src 'self'; img-src 'none'";
  const { serving } = whatIf(before, page);
  assert.equal(serving, "default-src 'self'; img-src data:; font-src 'self' data:");
  assert.deepEqual(decisions(serving ?? ''), { font: 'allows', image: 'allows', worker: 'blocks' });
  assert.equal(whatIf(serving ?? '', page).serving, null);
});

test('whether the policy that serves the page blocks all that may run', () => {
  const active = (text: string) => whatIf(text, page).active;
  assert.equal(active("default-src 'self'; img-src 'none'"), 'blocks');
  assert.equal(active(''), 'blocks');
  // No directive in this policy is about scripts.
  assert.equal(active("img-src 'self'"), 'allows');
  assert.equal(active("script-src 'self'; img-src 'self'"), 'allows');
  assert.equal(active("script-src 'self'; frame-src 'self'; object-src 'none'"), 'blocks');
  assert.equal(active("default-src 'self'; frame-src data:"), 'allows');
  // The other policy blocks the document.
  assert.equal(active("default-src 'self'; frame-src data:\ndefault-src 'none'"), 'blocks');
});

test('without a policy all is allowed, and one is proposed', () => {
  assert.deepEqual(decisions(''), { font: 'allows', image: 'allows', worker: 'allows' });
  assert.equal(whatIf('', page).serving, "default-src 'self'; img-src 'self' data:; font-src 'self' data:");
});

test('what is not used, or has gone, is not asked for', () => {
  const idle = [
    dataUrl('a', 'image', { inert: true }),
    dataUrl('b', 'image', { removedAt: '2026-01-01T00:00:00Z' }),
    dataUrl('c', 'none', { place: 'script' }),
    dataUrl('d', 'download'),
  ];
  assert.deepEqual(whatIf("default-src 'none'", idle).uses, []);
});

test('directives that browsers ignore are named, and each browser decides as it does', () => {
  const text = "default-src data:\nimg-src data: \u00e9; img-src 'none', font-src\u00a0'none'";
  const image = (browser: Browser) =>
    whatIf(text, page, browser).uses.find(({ destination }) => destination === 'image')?.decision;
  assert.deepEqual([image('Chromium'), image('Firefox')], ['allows', 'blocks']);
  assert.deepEqual(whatIf(text, page).ignored, [
    { directive: 'img-src', character: 'U+00E9 (\u00e9)', at: 14, hidesLater: true },
    { directive: 'font-src', character: 'U+00A0', at: 41, hidesLater: false },
  ]);
  const many = Array.from({ length: 30 }, (_, n) => `a${n} \u00e9`).join(';');
  assert.equal(whatIf(many, page).ignored.length, 20);
});
