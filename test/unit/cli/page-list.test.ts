import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { doneIn, mapConcurrently, pagesOf } from '../../../src/cli/page-list.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-test-'));
});
after(() => rm(folder, { recursive: true, force: true }));

test('a list of 100,000 pages, each of them twice, is read as its pages are taken', async () => {
  const count = 100_000;
  let written = 0;
  function* lines(): Generator<string> {
    for (const _ of [1, 2]) for (let i = 0; i < count; i++, written++) yield `https://example.com/${i}\n`;
  }
  const pages = pagesOf(['-'], Readable.from(lines()), new Set());
  await pages.next();
  assert.ok(written < count, 'the list is not read before its pages are taken');
  let taken = 1;
  for await (const _ of pages) taken++;
  assert.deepEqual([taken, written], [count, 2 * count]);
});

test('a password is part of the address, and of no name', async () => {
  const done = new Set(['https://user:…@example.com/']);
  const input = Readable.from(['https://user:secret@example.com/\n']);
  const pages = [];
  for await (const page of pagesOf(['https://a:b@example.com/', '-'], input, done)) pages.push(page);
  assert.ok(
    [...done].every((name) => !/secret|:b@/.test(name)),
    [...done].join(' '),
  );
  assert.equal(pages[0], 'https://a:b@example.com/');
});

test('a damaged line in the middle is an error with its number', async () => {
  const file = path.join(folder, 'damaged.ndjson');
  await writeFile(file, '{"page":{"url":"a"}}\n{"page":\n{"page":{"url":"b","requested":"c"}}\n');
  await assert.rejects(doneIn(file, { cwd: folder }), {
    name: 'ArgumentError',
    message: `${file}:2: not a report of scan or inspect`,
  });
  const header = JSON.stringify({
    ...{ kind: 'run', run: 'r', command: 'scan', version: '1.0.0', shard: null },
    ...{ arguments: [], continues: [] },
  });
  const archived = '{"page":{"url":"b","archive":"x.warc","offset":7}}';
  await writeFile(
    file,
    `${header}\n{"page":{"url":"a"}}\n\n{"page":{"url":"b","requested":"c"}}\n${archived}\n{"pa`,
  );
  assert.deepEqual(await doneIn(file, { cwd: folder }), {
    names: new Set(['a', 'c', 'x.warc 7']),
    runs: ['r'],
  });
});

test('works on as many items at a time as it has lanes, and on each of them once', async () => {
  async function* items(): AsyncGenerator<number, void, void> {
    for (let i = 0; i < 100; i++) yield i;
  }
  let [now, max] = [0, 0];
  const seen: number[] = [];
  await mapConcurrently(items(), 4, async (item) => {
    max = Math.max(max, ++now);
    await new Promise(setImmediate);
    now--;
    seen.push(item);
  });
  assert.deepEqual([max, seen.length, new Set(seen).size], [4, 100, 100]);
});

test('a list without a page is an error, one whose pages are all done is not', async () => {
  const take = async (text: string, done: string[]) => {
    const pages: string[] = [];
    for await (const page of pagesOf(['-'], Readable.from([text]), new Set(done))) pages.push(page);
    return pages;
  };
  for (const text of ['', '\n \n']) await assert.rejects(take(text, []), /no page on standard input/);
  assert.deepEqual(await take('a.html\n', ['a.html']), []);
});
