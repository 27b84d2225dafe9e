import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { isDataUrl } from '../../../src/data-url/is-data-url.ts';
import { runs } from '../../support/seed.ts';
import { arbitraryDataUrl } from '../../vectors/arbitrary-data-url.ts';

test('what the URL parser sees as the scheme "data"', () => {
  for (const [text, is] of [
    ['data:', true],
    ['data:x', true],
    ['DATA:,x', true],
    ['\u0000\u001f dAt\tA\n:\r,', true],
    ['\tdata:', true],
    ['data', false],
    ['data ', false],
    ['dat', false],
    ['', false],
    [' ', false],
    ['data ;', false],
    ['da ta:', false],
    ['da\u0000ta:', false],
    ['xdata:,', false],
    ['%64ata:,', false],
    ['data\u001a', false],
    ['\u00a0data:,', false],
    ['ｄata:,', false],
    ['/data:,', false],
  ] as const) {
    assert.equal(isDataUrl(text), is, JSON.stringify(text));
  }
});

test('the same as URL, wherever that reads the text', () => {
  fc.assert(
    fc.property(fc.oneof(arbitraryDataUrl, fc.string()), (text) => {
      if (!URL.canParse(text)) return;
      assert.equal(isDataUrl(text), new URL(text).protocol === 'data:');
    }),
    runs(20000),
  );
});

test('imports only the check of its argument, since every page that is scanned loads it', () => {
  const source = readFileSync(new URL('../../../src/data-url/is-data-url.ts', import.meta.url), 'utf8');
  assert.deepEqual(source.match(/^import .*/gm), ["import { urlText } from '../url-text.ts';"]);
});
