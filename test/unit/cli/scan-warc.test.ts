/** Tests `npm run scan -- --warc` on crawlers' archives: complete ones, ones divided into shards, and damaged ones. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Shell } from '../../../src/cli/shell.ts';
import { archivedFiles } from '../../../src/cli/warc.ts';
import { countText } from '../../../src/count-text.ts';
import { type EndedCommand, reportsIn, runCommand } from '../../support/command.ts';
import { testInFull } from '../../support/seed.ts';
import { gzippedWarcOf, recordBytes, type WarcRecord, warcOf } from '../../support/warc.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-warc-'));
});
after(() => rm(folder, { recursive: true, force: true }));

const scan = (args: string[], input: Uint8Array = new Uint8Array()): Promise<EndedCommand> =>
  runCommand(folder, ['scan', '--warc', '--ndjson', ...args], input);

const reportsOf = ({ stdout }: EndedCommand) => reportsIn(stdout);
const summary = (ended: EndedCommand): string[] =>
  reportsOf(ended)
    .filter(({ unreachable }) => unreachable.length === 0)
    .map(({ page, dataUrls }) => `${page.url} ${dataUrls.map(({ head }) => head)}`);

const html = (url: string) => `<img src="${url}">`;
const type = (value: string) => ({ 'Content-Type': value });
const chunked = (body: Uint8Array): Buffer => {
  const half = body.length >> 1;
  const parts = [body.subarray(0, half), body.subarray(half), new Uint8Array()];
  return Buffer.concat(
    parts.flatMap((part) => [Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]),
  );
};

const records: WarcRecord[] = [
  { type: 'warcinfo', url: '', body: 'software: a crawler\r\n' },
  { url: 'https://a.example/', headers: type('text/html'), body: html('data:,html') },
  { type: 'request', url: 'https://a.example/', body: `GET / HTTP/1.1\r\n\r\n${html('data:,request')}` },
  { url: 'https://a.example/a.css', headers: type('text/css'), body: 'a { b: url(data:,css) }' },
  { url: 'https://a.example/a.js', headers: type('text/javascript'), body: 'x = "data:,script"' },
  {
    url: 'https://a.example/a.svg',
    headers: type('image/svg+xml'),
    body: '<svg><image href="data:,svg"/></svg>',
  },
  { url: 'https://a.example/a.json', headers: type('application/json'), body: '["data:,json"]' },
  { url: 'https://a.example/a.txt', headers: type('text/plain'), body: 'data:,text' },
  { url: 'https://a.example/a.png', headers: type('image/png'), body: '\x89PNG\0 data:,png' },
  { type: 'revisit', url: 'https://a.example/r', headers: type('text/html'), body: '' },
  {
    type: 'resource',
    url: 'https://a.example/res.html',
    headers: type('text/html'),
    body: html('data:,resource'),
  },
  {
    url: 'https://a.example/chunked',
    headers: { ...type('text/html'), 'Transfer-Encoding': 'chunked', 'Content-Encoding': 'gzip' },
    body: chunked(gzipSync(html('data:,chunked'))),
  },
  {
    url: 'https://a.example/br',
    headers: { ...type('text/html'), 'Content-Encoding': 'br' },
    body: brotliCompressSync(html('data:,brotli')),
  },
  {
    url: 'https://a.example/deflate',
    headers: { ...type('text/html'), 'Content-Encoding': 'deflate' },
    body: deflateSync(html('data:,deflate')),
  },
  {
    url: 'https://a.example/1251',
    headers: type('text/html; charset=windows-1251'),
    body: Buffer.concat([
      Buffer.from('<title>'),
      Buffer.from([0xc4, 0xe0]),
      Buffer.from(`</title>${html('data:,c')}`),
    ]),
  },
  { url: 'https://a.example/untyped.html', headers: { Server: 'x' }, body: html('data:,untyped') },
  { url: 'https://a.example/', headers: type('text/html'), body: html('data:,again') },
];
const expected = [
  'https://a.example/ data:,html',
  'https://a.example/a.css data:,css',
  'https://a.example/a.js data:,script',
  'https://a.example/a.svg data:,svg',
  'https://a.example/a.json data:,json',
  'https://a.example/res.html data:,resource',
  'https://a.example/chunked data:,chunked',
  'https://a.example/br data:,brotli',
  'https://a.example/deflate data:,deflate',
  'https://a.example/1251 data:,c',
  'https://a.example/untyped.html data:,untyped',
  'https://a.example/ data:,again',
];

describe('npm run scan -- --warc', { concurrency: 2 }, () => {
  test('HTML, CSS, scripts, SVG and JSON of answers, decoded; nothing else', async () => {
    await writeFile(path.join(folder, 'all.warc'), warcOf(records));
    await writeFile(path.join(folder, 'all.warc.gz'), gzippedWarcOf(records));
    const plain = await scan(['all.warc']);
    assert.deepEqual([plain.code, summary(plain)], [0, expected]);
    assert.deepEqual(summary(await scan(['all.warc.gz'])), expected);
    assert.deepEqual(summary(await scan(['-'], gzippedWarcOf(records))), expected);
    assert.deepEqual(summary(await scan(['-'], gzipSync(warcOf(records)))), expected);
  });

  test('the charset of the HTTP header, and the record of each Report', async () => {
    const reports = reportsOf(await scan(['-'], warcOf(records)));
    const { title } = reports.find(({ page }) => page.url.endsWith('/1251'))!.page;
    assert.equal(title, 'Да');
    assert.equal(reports[0]?.page.record, '<urn:uuid:00000000-0000-4000-8000-000000000001>');
    assert.equal(new Set(reports.map(({ page }) => page.record)).size, reports.length);
  });

  test('all shards together are the whole, none twice', async () => {
    const shards = await Promise.all(
      [1, 2, 3].map((n) => scan([`--shard=${n}/3`, '-'], gzippedWarcOf(records))),
    );
    const parts = shards.map(summary);
    assert.deepEqual(parts.flat().sort(), [...expected].sort());
    assert.ok(parts.every((part) => part.length < expected.length));
    const wrong = await scan(['--shard=4/3', '-']);
    assert.deepEqual(
      [wrong.code, wrong.said],
      [2, ['scan: --shard needs I/N with I from 1 to N, such as 2/4, not "4/3"']],
    );
  });

  test('the position of each record, compressed or not; files without data: URLs have a line, too', async () => {
    const plain = { url: 'https://a.example/none', headers: type('text/html'), body: '<p>' };
    const all = [page('a'), plain, page('b')];
    await writeFile(path.join(folder, 'at.warc'), warcOf(all));
    await writeFile(path.join(folder, 'at.warc.gz'), gzippedWarcOf(all));
    const bytes = warcOf(all);
    for (const name of ['at.warc', 'at.warc.gz']) {
      const reports = reportsOf(await scan([name]));
      assert.deepEqual(
        reports.map(({ dataUrls }) => dataUrls.length),
        [1, 0, 1],
      );
      for (const { page } of reports) {
        assert.equal(page.archive, name);
        const record = bytes.toString('latin1', page.offset, (page.offset ?? 0) + 400);
        assert.match(record, /^WARC\/1/);
        assert.ok(record.includes(String(page.record)));
      }
    }
  });

  test('a second run goes on from the first, also within an archive with one address twice', async () => {
    const all = [page('a'), page('a'), page('b'), page('c')];
    await writeFile(path.join(folder, 'twice.warc'), warcOf(all));
    const [header = '', first, ...others] = (await scan(['twice.warc'])).stdout.trimEnd().split('\n');
    await writeFile(path.join(folder, 'begun.ndjson'), `${header}\n${first}\n{"versi`);
    const second = await scan(['--resume', 'begun.ndjson', 'twice.warc']);
    assert.deepEqual(
      reportsOf(second).map(({ page }) => page.offset),
      others.slice(0, -1).map((line) => JSON.parse(line).page.offset),
    );
    const whole = `${header}\n${first}\n${second.stdout}`;
    const merged = await runCommand(folder, ['merge', '--json', '-'], whole);
    assert.deepEqual([merged.code, merged.said, JSON.parse(merged.stdout).reports], [0, [], 4]);
    await writeFile(path.join(folder, 'done.ndjson'), whole);
    const third = await scan(['--resume', 'done.ndjson', 'twice.warc']);
    assert.deepEqual([third.code, reportsOf(third)], [0, []]);
    const refused = await runCommand(folder, ['scan', '--resume', 'done.ndjson', '--warc', 'twice.warc']);
    assert.deepEqual([refused.code, refused.said], [2, ['scan: --resume needs --ndjson']]);
  });

  test('SARIF names the addresses', async () => {
    const bad = {
      url: 'https://a.example/b',
      headers: type('text/html'),
      body: html('data:image/png;base64,AA*A'),
    };
    const ended = await runCommand(folder, ['scan', '--warc', '--sarif', '-'], warcOf([bad]));
    const [result] = JSON.parse(ended.stdout).runs[0].results;
    assert.equal(result.locations[0].physicalLocation.artifactLocation.uri, 'https://a.example/b');
  });

  const page = (name: string): WarcRecord => ({
    url: `https://a.example/${name}`,
    headers: type('text/html'),
    body: html(`data:,${name}`),
  });
  const broken: [string, Buffer, string[], RegExp][] = [
    [
      'an archive that ends within a record',
      warcOf([page('a'), page('b')]).subarray(0, -10),
      // The existing part of the second page contains no data: URL.
      ['https://a.example/a data:,a', 'https://a.example/b '],
      /^-, byte \d+: the record is cut off, \d+ bytes missing$/,
    ],
    [
      'a gzip member that ends too early',
      gzippedWarcOf([page('a'), page('b')]).subarray(0, -20),
      ['https://a.example/a data:,a'],
      /^-, byte 594: unexpected end of file, after byte 432 of the compressed data$/,
    ],
    [
      'a broken gzip member',
      Buffer.concat([gzippedWarcOf([page('a')]), gzipSync('x').fill(7, 3)]),
      ['https://a.example/a data:,a'],
      /^-, byte 305: \S.*, after byte \d+ of the compressed data$/,
    ],
    [
      'rubbish between two records',
      Buffer.concat([
        recordBytes(page('a')),
        Buffer.from('rubbish: here\r\nand more\r\n\r\n'),
        recordBytes(page('b')),
      ]),
      ['https://a.example/a data:,a', 'https://a.example/b data:,b'],
      /not a WARC record; skipped/,
    ],
    ['no archive at all', Buffer.from('<!doctype html>\n<p>hello\n\n'), [], /not a WARC record; skipped/],
    [
      'a coding that nobody knows',
      warcOf([{ ...page('a'), headers: { ...type('text/html'), 'Content-Encoding': 'sdch' } }, page('b')]),
      ['https://a.example/b data:,b'],
      /^https:\/\/a\.example\/a \(-, byte 0, record <urn:uuid:\S+>\): unknown content coding "sdch"; not scanned$/,
    ],
    [
      'a body whose coding is broken',
      warcOf([{ ...page('a'), headers: { ...type('text/html'), 'Content-Encoding': 'gzip' } }, page('b')]),
      ['https://a.example/b data:,b'],
      /^https:\/\/a\.example\/a \(-, byte 0, record <urn:uuid:\S+>\): incorrect header check$/,
    ],
  ];
  for (const [name, bytes, found, reason] of broken) {
    test(`${name}: the others are scanned, one line, and 2`, async () => {
      const ended = await scan(['-'], bytes);
      assert.deepEqual([ended.code, summary(ended)], [2, found]);
      assert.ok(reportsOf(ended).some(({ unreachable }) => unreachable.length > 0));
      assert.ok(
        ended.said.some((line) => reason.test(line)),
        ended.said.join('\n'),
      );
    });
  }

  test('an archive that ends anywhere within a record is damaged where that record begins', async () => {
    const first = recordBytes(page('a'));
    const second = recordBytes(page('b'), 1);
    const inHeader = second.indexOf('\r\n\r\n') + 4;
    for (let length = 1; length < second.length - 4; length++) {
      const stdin = () => Readable.from([Buffer.concat([first, second.subarray(0, length)])]);
      const damages: (string | number)[] = [];
      for await (const each of archivedFiles('-', { cwd: folder, stdin } as Partial<Shell> as Shell))
        if ('problem' in each) damages.push(each.byte, each.problem);
        else for await (const _ of each.bytes);
      const missing = second.length - 4 - length;
      const problem =
        length < inHeader
          ? 'the record is cut off in its header'
          : `the record is cut off, ${countText(missing, 'byte')} missing`;
      assert.deepEqual(damages, [first.length, problem], `${length}`);
    }
  });

  test('an archive that arrives in short chunks', async () => {
    for (const length of [1, 2, 3, 4, 5]) {
      const bytes = warcOf(records);
      const source = Readable.from(
        (function* () {
          for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
        })(),
      );
      const urls: string[] = [];
      for await (const each of archivedFiles('-', {
        cwd: folder,
        stdin: () => source,
      } as Partial<Shell> as Shell))
        urls.push('url' in each ? each.url : each.problem);
      assert.deepEqual(
        urls,
        expected.map((each) => each.split(' ')[0]),
        `${length}`,
      );
    }
  });

  test('all records before a damaged member are scanned, and the rest of the archive is named, also by merge', async () => {
    const all = Array.from({ length: 40 }, (_, n) => page(`${n}`));
    const members = all.map((each, n) => gzipSync(recordBytes(each, n)));
    for (const [n, part, at, length] of [
      [0, 'compression method', 2, 1],
      [1, 'header', 0, 1],
      [9, 'header', 1, 2],
      [20, 'content', 40, 20],
      [30, 'check sum', -8, 4],
      [39, 'length', -4, 4],
    ] as const) {
      const bytes = Buffer.concat(members);
      const start = members.slice(0, n).reduce((sum, member) => sum + member.length, 0);
      const from = start + (at < 0 ? (members[n] as Buffer).length : 0) + at;
      for (let byte = from; byte < from + length; byte++) bytes[byte] = (bytes[byte] as number) ^ 0xff;
      await writeFile(path.join(folder, 'damaged.warc.gz'), bytes);
      const ended = await scan(['--fail-on', 'never', 'damaged.warc.gz']);
      const before = warcOf(all.slice(0, n)).length;
      // Only the trailer shows that the member's content, which was then scanned, may be wrong.
      const intact = summary(ended).slice(0, n);
      assert.deepEqual(
        intact,
        Array.from({ length: n }, (_, n) => `https://a.example/${n} data:,${n}`),
        part,
      );
      assert.equal(ended.code, 2);
      if (n === 0) continue;
      const { page, unreachable } = reportsOf(ended).at(-1)!;
      assert.deepEqual([page.url, page.archive], ['damaged.warc.gz', 'damaged.warc.gz'], part);
      assert.ok(Number(page.offset) >= before, part);
      const { reason } = unreachable[0]!;
      const [, position = ''] = /after byte ([\d,]+) of the compressed data$/.exec(reason) ?? [];
      const known = Number(position.replaceAll(',', ''));
      assert.ok(known >= from && known < start + (members[n] as Buffer).length, `${part}: ${reason}`);
      const merged = await runCommand(folder, ['merge', '--fail-on', 'never', '-'], ended.stdout);
      const named = `merge: damaged.warc.gz, byte ${page.offset?.toLocaleString('en')}: ${reason}`;
      assert.deepEqual([merged.code, merged.said], [2, [named]]);
      // A whole archive is then scanned from the damage, although a record may begin at its offset.
      await writeFile(path.join(folder, 'begun.ndjson'), ended.stdout);
      await writeFile(path.join(folder, 'damaged.warc.gz'), Buffer.concat(members));
      const known2 = reportsOf(ended).filter((each) => each.page.url !== 'damaged.warc.gz').length;
      const rest = await scan(['--resume', 'begun.ndjson', 'damaged.warc.gz']);
      assert.equal(reportsOf(rest).length, all.length - known2, part);
    }
  });

  test('the rows of a damaged archive, with its position, also in each share', async () => {
    const cut = gzippedWarcOf([page('a'), page('b'), page('c')]).subarray(0, -150);
    await writeFile(path.join(folder, 'cut.warc.gz'), cut);
    for (const share of ['1/1', '1/2', '2/2']) {
      const { stdout } = await runCommand(folder, [
        'scan',
        '--warc',
        '--rows',
        '--shard',
        share,
        'cut.warc.gz',
      ]);
      const rows = stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      assert.deepEqual(
        rows
          .filter(({ part }) => part === 'archive')
          .map(({ kind, archive, offset, record }) => [kind, archive, offset > 0, record]),
        [['failure', 'cut.warc.gz', true, null]],
      );
    }
  });

  testInFull('what never begins a record is refused before it fills the memory', async () => {
    const ended = await scan(['-'], Buffer.alloc(40_000_000, 'x'));
    assert.deepEqual([ended.code, ended.said[0]], [2, '-: no WARC record within 16 MiB']);
  });

  test('without --warc, a compressed archive is an error that names the option', async () => {
    await writeFile(path.join(folder, 'forgotten.warc.gz'), gzippedWarcOf(records));
    const { code, said } = await runCommand(folder, ['scan', 'forgotten.warc.gz']);
    assert.deepEqual(
      [code, said[0]],
      [2, 'forgotten.warc.gz: not text but application/x-gzip. Use --warc for archives'],
    );
  });

  test('an empty archive and a missing one are errors', async () => {
    const empty = await scan(['-']);
    assert.deepEqual([empty.code, empty.said[0]], [2, '-: no WARC record']);
    const missing = await scan(['nowhere.warc']);
    assert.deepEqual([missing.code, missing.said[0]], [2, 'nowhere.warc: no such file or folder']);
  });
});
