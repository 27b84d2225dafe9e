import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inCss, inTemplate, url } from './cases.ts';
import { dataUrl, pageFindings } from './page.ts';

/** Returns a URL with a given number of characters. */
const long = (length: number) => `${url('image/x-sample', '')}${'A'.repeat(length - 27)}`;
const found = async (...dataUrls: Promise<Awaited<ReturnType<typeof dataUrl>>>[]) =>
  pageFindings(await Promise.all(dataUrls)).filter(({ rule }) => rule === 'render-blocking');

test('more than the first round trip carries, in all', async () => {
  const [finding] = await found(dataUrl(long(14_336), inCss), dataUrl('data:,x', inCss));
  assert.deepEqual(finding?.args, { cost: 14_343, window: 14_336 });
  assert.deepEqual([finding?.severity, finding?.category], ['warning', 'performance']);
});

test('each place of one URL counts', async () => {
  assert.equal((await found(dataUrl(long(8000), inCss, inCss))).length, 1);
});

test('innocent: no more than that, and elsewhere', async () => {
  assert.deepEqual(await found(dataUrl(long(14_336), inCss)), []);
  assert.deepEqual(await found(dataUrl(long(20_000), 'image', inTemplate('image'))), []);
  assert.deepEqual(await found(dataUrl(long(20_000), { ...inCss, place: 'style-attribute' })), []);
});
