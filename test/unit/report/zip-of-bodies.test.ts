import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { extensionOf, fileName, reportName, savedName } from '../../../src/report/file-names.ts';
import { zipFile } from '../../../src/report/zip-file.ts';
import { zipOf } from '../../../src/report/zip-of-bodies.ts';
import { isFull } from '../../support/seed.ts';
import { unzip } from '../../support/unzip.ts';
import { dataUrl, hostile, many, report } from './reports.ts';

const bodyOf = (text: string) => new Blob([text]);

test('files come out as they went in, empty ones too, the same bytes every time', async () => {
  const files = [
    { name: 'a.txt', body: bodyOf('123456789') },
    { name: 'b/empty', body: bodyOf('') },
    { name: 'c.bin', body: new Blob([new Uint8Array(300_000).map((_, n) => n)]) },
  ];
  const zip = await zipFile(files);
  const read = await unzip(zip);
  assert.deepEqual([...read.keys()], ['a.txt', 'b/empty', 'c.bin']);
  assert.equal(read.get('a.txt')?.toString(), '123456789');
  assert.equal(read.get('c.bin')?.length, 300_000);
  assert.deepEqual(await (await zipFile(files)).arrayBuffer(), await zip.arrayBuffer());
  assert.equal((await unzip(await zipFile([]))).size, 0);
});

test('more files than the format holds are refused', async () => {
  const body = bodyOf('');
  function* files(count: number) {
    for (let n = 0; n < count; n++) yield { name: String(n), body };
  }
  await assert.rejects(zipFile(files(65_536)), RangeError);
});

test('all bodies, each once, with an index of where they are, and of what is not there', async () => {
  const sha = (text: string) => createHash('sha256').update(text).digest('hex');
  const of = (head: string, body: string, type = 'text/plain') =>
    dataUrl({
      sha256: sha(head),
      head,
      bodySha256: sha(body),
      essence: type,
      mimeType: type,
      detectedType: null,
      size: body.length,
    });
  const a = of('data:,A', 'A');
  const again = of('data:;base64,QQ==', 'A');
  const other = of('data:text/css,A', 'A', 'text/css');
  const gone = of('data:,gone', 'gone');
  const broken = dataUrl({ sha256: sha('x'), head: 'data:x', bodySha256: null, size: null, essence: null });
  const asked: string[] = [];
  const zip = await zipOf(report([a, again, other, gone, broken]), async ({ head }) => {
    asked.push(head);
    return head === 'data:,gone' ? null : bodyOf('A');
  });
  assert.deepEqual(asked, ['data:,A', 'data:text/css,A', 'data:,gone']);
  const files = await unzip(zip);
  const beginning = sha('A').slice(0, 12);
  const [first, second] = [`bodies/00001-${beginning}.txt`, `bodies/00002-${beginning}.css`];
  assert.deepEqual([...files.keys()], [first, second, 'index.json', 'index.csv']);
  const index = JSON.parse(String(files.get('index.json')));
  assert.deepEqual(
    index.dataUrls.map(({ file, missing }: Record<string, string>) => [file, missing]),
    [
      [first, null],
      [first, null],
      [second, null],
      [null, 'gone'],
      [null, 'no-body'],
    ],
  );
  assert.equal(index.page.url, 'https://example.com/');
  const lines = String(files.get('index.csv')).split('\r\n');
  assert.equal(lines.length, 7);
  assert.match(lines[4] ?? '', /^,"gone",/);
});

test('thousands of bodies', async () => {
  const count = isFull ? 20_000 : 2000;
  const zip = await zipOf(report(many(count)), async ({ sha256 }) => bodyOf(sha256));
  const files = await unzip(zip);
  assert.equal(files.size, count + 2);
  for (const name of files.keys())
    assert.match(name, /^(?:bodies\/\d{5}-[0-9a-f]{12}\.png|index\.(?:json|csv))$/);
});

describe('names', () => {
  const cases: [essence: string | null, detected: string | null, extension: string][] = [
    ['image/png', 'text/html', 'html'],
    ['image/png', null, 'png'],
    ['image/svg+xml', null, 'svg'],
    ['application/vnd.api+json', null, 'json'],
    ['application/atom+xml', null, 'xml'],
    ['text/x-anything', null, 'txt'],
    ['image/png', 'application/vnd.microsoft.portable-executable', 'exe'],
    ['application/octet-stream', null, 'bin'],
    ['constructor', '__proto__', 'bin'],
    [null, null, 'bin'],
  ];
  for (const [essence, detectedType, extension] of cases) {
    test(`${essence}, by its bytes ${detectedType}`, () => {
      assert.equal(extensionOf({ essence, detectedType }), extension);
    });
  }

  for (const text of [...hostile, 'text/con', 'x/../../a', 'text/html.exe', 'image/nul', 'a/a+zip\u202e']) {
    test(`nothing of the page's is in one: ${JSON.stringify(text)}`, () => {
      const name = fileName({ essence: text, detectedType: text, bodySha256: 'ab'.repeat(32) }, 6);
      assert.match(name, /^00007-abababababab\.[a-z0-9]{1,11}$/);
    });
    test(`of a font's name only letters and digits are: ${JSON.stringify(text)}`, () => {
      const name = savedName({
        essence: null,
        detectedType: 'font/woff2',
        bodySha256: 'ab'.repeat(32),
        name: { text, by: 'font' },
      });
      assert.match(name, /^[a-z0-9][a-z0-9-]{0,39}-abababababab\.woff2$/);
    });
  }
});

test('a font is saved under its own name, all else by its hash alone', () => {
  const item = { essence: 'font/woff', detectedType: 'font/woff', bodySha256: 'ab'.repeat(32) };
  assert.equal(
    savedName({ ...item, name: { text: 'Font Awesome 6, Free 900', by: 'font' } }),
    'font-awesome-6-free-900-abababababab.woff',
  );
  assert.equal(savedName({ ...item, name: { text: '日本', by: 'font' } }), 'data-url-abababababab.woff');
  assert.equal(savedName({ ...item, name: { text: 'a', by: 'alt' } }), 'data-url-abababababab.woff');
});

test('a Report is saved under the host of its page and the day', () => {
  const day = new Date('2026-02-03T12:00:00Z');
  const names: [page: string, name: string][] = [
    ['https://user@Example.COM:8080/a/../b?c', 'data-urls-example.com-2026-02-03.md'],
    ['http://[::1]/', 'data-urls-1-2026-02-03.md'],
    ['file:///etc/passwd', 'data-urls-2026-02-03.md'],
    ['https://xn--bcher-kva.example/', 'data-urls-xn--bcher-kva.example-2026-02-03.md'],
    ['no URL', 'data-urls-2026-02-03.md'],
  ];
  for (const [page, name] of names) assert.equal(reportName(page, 'md', day), name);
});
