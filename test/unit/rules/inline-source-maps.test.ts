import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quoted, url } from './cases.ts';
import { dataUrl, pageFindings } from './page.ts';

const map = url('application/json', '{"version":3,"sources":["a.js"],"names":[],"mappings":"AAAA"}');
const found = async (written: string, page: string) =>
  pageFindings([await dataUrl(written, quoted)], { url: page }).filter(
    ({ rule }) => rule === 'inline-source-maps',
  );

test('a source map on a public site', async () => {
  const [finding] = await found(map, 'https://example.com/');
  assert.deepEqual(finding?.args, { count: 1, size: 61 });
  assert.deepEqual([finding?.severity, finding?.category], ['info', 'performance']);
});

for (const page of [
  'http://localhost:3000/',
  'http://127.0.0.1/',
  'http://[::1]/',
  'file:///a.html',
  'http://a.test/',
  '',
]) {
  test(`innocent: where it belongs, ${page}`, async () => assert.deepEqual(await found(map, page), []));
}

test('innocent: other JSON', async () => {
  assert.deepEqual(await found(url('application/json', '{"version":3}'), 'https://example.com/'), []);
});
