import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestIdOf } from '../../../src/data-url/request-url.ts';
import { identify } from '../../../src/data-url/written.ts';

const idOf = async (text: string) => (await identify(text)).sha256;

const requests: [written: string, requested: string][] = [
  ['data:,a', 'data:,a'],
  ['data:', 'data:'],
  ['data:image/png;base64,iVBORw0KGgo=', 'data:image/png;base64,iVBORw0KGgo='],
  ['data:,<svg "x">', 'data:,<svg "x">'],
  [' DATA:,a', 'data:,a'],
  ['data:,a#b', 'data:,a'],
  ['data:,a ', 'data:,a'],
  ['\f data:,a', 'data:,a'],
  ['data:,~\x7f', 'data:,~%7F'],
  ['data:,@!', 'data:,@!'],
  ['data:,ü', 'data:,%C3%BC'],
  ['data:,a?<b>', 'data:,a?%3Cb%3E'],
  ['data:/a/../b', 'data:/b'],
  ['data:,\ud800', 'data:,%EF%BF%BD'],
];

test('a URL is identified as what is requested for it, a Blob of it too', async () => {
  for (const [written, requested] of requests) {
    const own = await idOf(written);
    assert.equal(await requestIdOf(written, own), await idOf(requested), written);
    assert.equal(await requestIdOf(new Blob([written]), own), await idOf(requested), written);
  }
});

test('a long URL is identified in pieces as it is whole', async () => {
  const long = 'aé\ud83d\ude00 \ud800\t"<>?%20\n'.repeat(30_000);
  for (const written of [
    `data:,${long}x`,
    ` DATA:text/plain,${long.replaceAll('?', '')}?`,
    `data:,${'a '.repeat(1 << 17)}?x`,
    `data:,${' '.repeat(1 << 18)}?${' '.repeat(1 << 18)}x \n`,
    `data:?,${long}#${long}`,
  ]) {
    const url = new URL(written.trimStart());
    url.hash = '';
    const requested = url.href === written ? 'own' : await idOf(url.href);
    assert.equal(await requestIdOf(written, 'own'), requested, written.slice(0, 30));
  }
});

test('what no parser takes is identified as it is written', async () => {
  for (const written of ['data://[/', '\ufeffdata:,ü']) {
    const own = await idOf(written);
    assert.equal(await requestIdOf(written, own), own);
    assert.equal(await requestIdOf(new Blob([written]), own), own);
  }
});

test('more than 64 MiB are not read for it', async () => {
  const part = new Blob([new Uint8Array(1 << 20)]);
  const written = new Blob(['data:,#', ...Array(64).fill(part)]);
  assert.equal(await requestIdOf(written, 'own'), 'own');
});
