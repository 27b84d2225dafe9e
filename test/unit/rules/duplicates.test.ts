import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chargeCosts } from '../../../src/report/source-text.ts';
import { inCss, inTemplate, quoted, url } from './cases.ts';
import { dataUrl, pageFindings } from './page.ts';

const body = (size: number) => 'x'.repeat(size);
const text = (size: number) => url('text/x-sample', body(size));
const found = async (...dataUrls: Promise<Awaited<ReturnType<typeof dataUrl>>>[]) =>
  pageFindings(await Promise.all(dataUrls)).filter(({ rule }) => rule === 'duplicates');

test('one URL in several places', async () => {
  const [finding, ...others] = await found(dataUrl(text(4096), { selector: '#a' }, { selector: '#b' }));
  assert.deepEqual(others, []);
  assert.deepEqual(
    [finding?.severity, finding?.messageId, finding?.category],
    ['info', 'duplicates', 'performance'],
  );
  assert.deepEqual(finding?.args, {
    type: 'text/x-sample',
    size: 4096,
    count: 2,
    wasted: text(4096).length,
    where: '#a',
  });
});

test('copies go by the names that the page gives them, else by their places', async () => {
  const where = async (...occurrences: object[]) =>
    (await found(dataUrl(text(4096), ...occurrences)))[0]?.args.where;
  const label = { by: 'alt', text: 'Our shop' };
  assert.equal(await where({ selector: 'p > img', label }, { selector: 'td > img', label }), 'Our shop');
  const ofClass = { by: 'class', text: 'icon small' };
  assert.equal(await where({ selector: 'p > i', label: ofClass }, { selector: 'td > i' }), '.icon.small');
  assert.equal(
    await where({ selector: 'p > img' }, { selector: 'td > img' }),
    'p > img (src), td > img (src)',
  );
});

test('what is there several times is named, so that it can be shown', async () => {
  const written = await Promise.all([
    dataUrl(text(4000), 'image'),
    dataUrl(`data:text/x-sample,${body(4000)}`, 'image'),
    dataUrl(text(3999), 'image'),
  ]);
  const [finding] = pageFindings(written);
  assert.deepEqual(
    finding?.dataUrls,
    written.slice(0, 2).map(({ sha256 }) => sha256),
  );
});

test('one body, written in two ways', async () => {
  const [finding] = await found(
    dataUrl(text(4000), 'image'),
    dataUrl(`data:text/x-sample,${body(4000)}`, 'image', 'image'),
  );
  assert.deepEqual([finding?.args.count, finding?.args.wasted], [3, 4019 + text(4000).length]);
});

test('a sheet that two elements load has nothing twice', async () => {
  const once = await dataUrl(text(5000), inCss, inCss);
  chargeCosts(once.occurrences, () => ({ bytes: 5019, key: 'sheet' }));
  assert.deepEqual(
    pageFindings([once]).filter(({ rule }) => rule === 'duplicates'),
    [],
  );
});

test('much of it is a warning; the most wasteful comes first', async () => {
  const findings = await found(dataUrl(text(4000), 'image', 'image'), dataUrl(text(100_000), 'image', inCss));
  assert.deepEqual(
    findings.map(({ severity, args }) => [severity, args.wasted]),
    [
      ['warning', text(100_000).length],
      ['info', text(4000).length],
    ],
  );
});

test('innocent: placeholders, other types, and places that are not in use', async () => {
  const many = Array.from({ length: 40 }, () => 'image' as const);
  assert.deepEqual(await found(dataUrl(text(42), ...many)), []);
  assert.deepEqual(await found(dataUrl(text(4000)), dataUrl(url('text/x-other', body(4000)))), []);
  const gone = { removedAt: '2026-01-01T00:00:00.000Z' };
  assert.deepEqual(await found(dataUrl(text(4000), 'image', inTemplate('image'), quoted, gone)), []);
  assert.deepEqual(await found(dataUrl('data:text/plain', 'image', 'image')), []);
});
