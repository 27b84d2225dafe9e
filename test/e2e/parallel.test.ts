/**
 * Runs many scans in parallel with GNU parallel. The shards must give the same result as a single run, even if a worker
 * is killed.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before } from 'node:test';
import { ensureParallel } from '../../extension/build/setup.ts';
import { compiled, reportsIn, runCommand, runProcess } from '../support/command.ts';
import { isFull, testInFull } from '../support/seed.ts';
import { gzippedWarcOf } from '../support/warc.ts';

/** Number of pages in the archive. */
const count = isFull ? 2000 : 500;

let folder: string;
let command: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-parallel-'));
  command = [process.execPath, ...(await compiled())].join(' ');
});
after(() => rm(folder, { recursive: true, force: true }));

const parallel = ensureParallel();
const run = (args: readonly string[]): Promise<number> =>
  new Promise((resolve) => {
    execFile(parallel, ['--will-cite', '--jobs', '2', ...args], { cwd: folder }, (error) =>
      resolve(error === null ? 0 : Number(error.code)),
    );
  });

/** Returns the Reports in NDJSON as sorted lines, without the times. */
const sorted = (text: string): string[] =>
  reportsIn(text)
    .map(({ timing: _, ...report }) => JSON.stringify(report))
    .sort();

const shards = async (prefix: string, count: number): Promise<string> => {
  const names = (await readdir(folder)).filter((name) => name.startsWith(prefix));
  assert.equal(names.length, count);
  return (await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))).join('');
};

testInFull(
  'scan of an archive by four workers, one of which is killed and tried again, and merge',
  async () => {
    const page = (n: number) => ({
      url: `https://a.example/${n}`,
      headers: { 'Content-Type': 'text/html' },
      body: `<title>${n}</title>${`<img src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' id='a${n}'/%3E">`.repeat(1 + (n % 5))}`,
    });
    await writeFile(
      path.join(folder, 'crawl.warc.gz'),
      gzippedWarcOf(Array.from({ length: count }, (_, n) => page(n))),
    );
    const whole = await runCommand(folder, ['scan', '--warc', '--ndjson', 'crawl.warc.gz']);
    const work = `${command} scan --warc --ndjson --fail-on never --shard {}/4 crawl.warc.gz > scan-{}.ndjson`;
    // The third worker is killed as soon as it has written something.
    const dying = `if [ {} = 3 ] && [ ! -e killed ]; then touch killed; ${work} & pid=$!; until [ -s scan-3.ndjson ]; do :; done; kill -9 $pid; exit 137; else ${work}; fi`;
    const log = ['--joblog', 'scan.log'];
    assert.equal(await run([...log, dying, ':::', '1', '2', '3', '4']), 1);
    assert.ok(existsSync(path.join(folder, 'killed')));
    assert.equal(await run([...log, '--resume-failed', dying, ':::', '1', '2', '3', '4']), 0);
    const together = await shards('scan-', 4);
    assert.equal(sorted(together).length, count);
    assert.deepEqual(sorted(together), sorted(whole.stdout));

    const merged = await runCommand(folder, ['merge', '--json', 'scan-1.ndjson']);
    assert.deepEqual([merged.code, merged.said], [2, ['merge: scan: missing shard 2/4, 3/4, 4/4']]);
    assert.equal(
      JSON.parse(merged.stdout).reports,
      sorted(await readFile(path.join(folder, 'scan-1.ndjson'), 'utf8')).length,
    );
    const of = async (text: string) => {
      const { code, stdout, said } = await runCommand(folder, ['merge', '-'], text);
      assert.deepEqual([code, said], [0, []]);
      return stdout;
    };
    assert.equal(await of(together), await of(whole.stdout));
    assert.match(
      await of(together),
      isFull
        ? /^Reports +2,000\n[\s\S]*^Occurrences +6,000$/m
        : /^Reports +500\n[\s\S]*^Occurrences +1,500$/m,
    );
  },
);

testInFull('inspect of a list by two workers', async () => {
  const server = createServer(({ url }, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<title>${url}</title><img src="data:,${url}">`);
  }).listen(0, '127.0.0.1');
  try {
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const pages = Array.from({ length: 6 }, (_, n) => `http://127.0.0.1:${port}/${n}\n`).join('');
    await writeFile(path.join(folder, 'pages.txt'), pages);
    const whole = await runProcess(folder, ['inspect', '--ndjson', '--fail-on', 'never', '-'], pages);
    assert.equal(whole.code, 0, whole.said.join('\n'));
    const work = `${command} inspect --ndjson --fail-on never --shard {}/2 - < pages.txt > inspect-{}.ndjson`;
    assert.equal(await run([work, ':::', '1', '2']), 0);
    assert.deepEqual(sorted(await shards('inspect-', 2)), sorted(whole.stdout));
  } finally {
    server.close();
  }
});
