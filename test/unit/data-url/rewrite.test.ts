import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { decodeDataUrl } from '../../../src/data-url/decode.ts';
import { toBase64 } from '../../../src/data-url/encode.ts';
import { parseDataUrl } from '../../../src/data-url/parse.ts';
import {
  costOf,
  costOfLarge,
  meanSame,
  quotable,
  shortestEquivalentUrl,
} from '../../../src/data-url/rewrite.ts';
import { inspect } from '../../../src/inspect.ts';
import { totalsOf } from '../../../src/report/totals.ts';
import { some } from '../../support/seed.ts';

const drawing = (length: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0${'h9v9l-9-9'.repeat(length / 9)}"/></svg>`;
const base64 = (text: string) => `data:image/svg+xml;base64,${btoa(text)}`;
const escaped = (text: string) => `data:image/svg+xml,${encodeURIComponent(text)}`;

async function cost(written: string) {
  const decoded = decodeDataUrl(written);
  assert.ok(decoded.ok);
  return costOf(written, parseDataUrl(written), decoded.body);
}

test('the better URL is as long as it was said, and means the same', async () => {
  for (const written of [base64(drawing(600)), base64(drawing(9000)), `${base64(drawing(600))}#a`]) {
    const better = shortestEquivalentUrl(written);
    assert.ok(better);
    assert.deepEqual(decodeDataUrl(better), decodeDataUrl(written));
    assert.equal((await cost(written))?.better?.length, better.length);
    assert.equal(better.includes('#a'), written.includes('#a'));
  }
});

test('under gzip it is what gzip makes of it', async () => {
  const written = base64(drawing(9000));
  const of = (text: string) => gzipSync(text).length;
  const { gzipped = 0, better } = (await cost(written)) ?? {};
  // Platforms differ by a byte or two in the header and the compression level.
  assert.ok(Math.abs((gzipped ?? 0) - of(written)) < 0.02 * of(written) + 20);
  assert.ok(Math.abs((better?.gzipped ?? 0) - of(shortestEquivalentUrl(written) ?? '')) < 40);
  assert.equal((await cost(base64(drawing(600))))?.gzipped, null);
});

test('nothing is said where nothing is to be had', async () => {
  for (const written of [
    'data:,',
    'data:text/plain,short',
    'data:image/png;base64,AAAA',
    escaped('<svg/>'),
    `data:image/svg+xml,${drawing(600).replaceAll('"', '%22')}`,
  ]) {
    assert.equal(await cost(written), null, written.slice(0, 40));
  }
});

test('a URL that is refused, or as short as can be, has no better one', () => {
  assert.equal(shortestEquivalentUrl('data:text/plain'), null);
  assert.equal(shortestEquivalentUrl('data:,x'), null);
});

test('a type that cannot be written otherwise stays as it is', () => {
  assert.equal(shortestEquivalentUrl('data:;charset="";x=?,'), null);
  // "[" would require quotes, which are escaped after a "?".
  assert.equal(shortestEquivalentUrl('data:a/b;c=[?,%61%61'), 'data:a/b;c=[?,aa');
});

test('a "+" that could be taken for a space stays escaped', () => {
  assert.equal(quotable('data:text/plain,hello%2Byoué'), 'data:text/plain,hello%2Byou%C3%A9');
});

test('text is written without base64, all else as short as it can be', () => {
  const bytes = '%00'.repeat(30);
  assert.equal(shortestEquivalentUrl(`data:text/plain,${bytes}`), null);
  assert.equal(shortestEquivalentUrl(`data:a/b,${bytes}`), `data:a/b;base64,${'A'.repeat(40)}`);
  assert.equal(shortestEquivalentUrl(`data:text/html;charset="utf-8";base64,${'AAAA'.repeat(10)}`), null);
});

test('a large URL is compressed in pieces, and nobody waits for a very large one', async () => {
  const gzippedOf = async (size: number) => {
    const bytes = Uint8Array.from({ length: (size * 3) / 4 }, (_, i) => (i * i) >> (i % 7));
    const written = `data:image/png;base64,${toBase64(bytes)}`;
    const { payload } = await inspect(written);
    return { written, cost: payload?.cost };
  };
  for (const size of some([9 << 20, 6 << 20], 2)) {
    const { written, cost } = await gzippedOf(size);
    const expected = gzipSync(written).length;
    assert.ok(Math.abs((cost?.gzipped ?? 0) - expected) < 0.02 * expected);
    assert.equal(cost?.better, null);
  }
  assert.equal((await gzippedOf(17 << 20)).cost, null);
});

test('what saves 64 code units is worth a word, and of escapes 15 %', async () => {
  const better = async (written: string) => (await cost(written))?.better?.length ?? null;
  // Removing base64 saves 7 characters for ";base64", and 1 for every three bytes.
  const plain = (bytes: number) => `data:text/html;base64,${btoa('a'.repeat(bytes))}`;
  assert.equal(await better(plain(3 * 57)), 15 + 3 * 57);
  assert.equal(await better(plain(3 * 56)), null);
  // Each unnecessary escape that is removed saves 2 characters.
  const percent = (escapes: number, length: number) =>
    `data:text/html,${'%61'.repeat(escapes)}`.padEnd(length, 'b');
  assert.equal(await better(percent(32, 0)), 15 + 32);
  assert.equal(await better(percent(31, 0)), null);
  assert.equal(await better(percent(75, 1000)), 850);
  assert.equal(await better(percent(74, 1000)), null);
  assert.equal(await better(percent(74, 1001)), null);
  // Returns a URL of 150 escapes. The given number of these escapes is unnecessary.
  const mixed = (escapes: number) =>
    `data:text/html,${'%61'.repeat(escapes)}${'%25'.repeat(150 - escapes)}`.padEnd(1000, 'b');
  assert.equal(await better(mixed(75)), 850);
  assert.equal(await better(mixed(74)), null);
  // Returns a URL with a number of escapes. Fewer than 32 are not worth a change, even though the type could also be
  // shorter.
  const few = (escapes: number) =>
    `data:text/plain;charset=US-ASCII,aaa${'%61'.repeat(escapes)}${'b'.repeat(80)}`;
  assert.equal(await better(few(32)), 6 + 3 + 32 + 80);
  assert.equal(await better(few(31)), null);
  assert.equal(await better(few(20)), null);
  assert.equal(await better(`data:text/html;x=${'%61'.repeat(75)},${'b'.repeat(700)}`), null);
});

test('base64 of what is no text, and what dot-segments change, is not rewritten', async () => {
  assert.equal(await cost(`data:image/png;base64,${btoa('a'.repeat(300))}`), null);
  assert.equal(await cost(`data:/../text/html;base64,${btoa('a'.repeat(300))}`), null);
});

test('small is up to 4,096 code units, very large beyond 16 MiB', async () => {
  const of = (length: number) => cost('data:image/png,'.padEnd(length, 'x'));
  assert.equal(await of(4096), null);
  assert.ok(((await of(4097))?.gzipped ?? 0) > 0);
  assert.equal((await of(4097))?.better, null);
  assert.ok(((await costOfLarge(new Blob([new Uint8Array(1 << 24)])))?.gzipped ?? 0) > 0);
  assert.equal(await costOfLarge(new Blob([new Uint8Array((1 << 24) + 1)])), null);
});

test('what is saved is counted in bytes of UTF-8, as all that a page carries', async () => {
  const written = `data:text/plain,${'%61'.repeat(75)}#${'é'.repeat(50)}`;
  const better = { length: 142, bytes: 192, saved: 150, gzipped: null };
  assert.deepEqual((await cost(written))?.better, better);
  const occurrences = [{ cost: 16 + 3 * 75 + 1 + 100, origin: null }];
  assert.equal(
    totalsOf([{ ...(await inspect(written)), occurrences, findings: [] } as never], []).savings,
    150,
  );
});

test('URLs mean the same only with equally many bytes', () => {
  const [short, long] = ['data:,a', 'data:,ab'].map((url) => decodeDataUrl(url));
  assert.equal(meanSame(short!, long!), false);
  assert.equal(meanSame(long!, long!), true);
});
