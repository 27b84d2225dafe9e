/**
 * Runs the SQL of docs/sql in DuckDB on the rows of four workers, and compares the answers with the Reports of one run.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { root } from '../../src/cli/project.ts';
import type { DataUrl, Report } from '../../src/report/report.ts';
import { reportsIn, runProcess } from '../support/command.ts';
import { isFull, testInFull } from '../support/seed.ts';
import { gzippedWarcOf } from '../support/warc.ts';

const count = isFull ? 2000 : 200;

const picture = (n: number) => `data:image/svg+xml,%3Csvg/%3E${n}`;
const inner = encodeURIComponent('<img src="data:,inner">');
const bodyOf = (n: number): string =>
  n % 7 === 0
    ? `<title>${n}</title>`
    : `<title>${n}</title><img src="${picture(n % 5)}"><img src="${picture(n)}">${
        n % 3 === 0
          ? `<iframe src="data:text/html,${inner}"></iframe><img src="data:image/png;base64,A*A">`
          : ''
      }`;

/** Returns all data: URLs of a Report, including nested ones. */
const allIn = (dataUrls: readonly DataUrl[]): DataUrl[] =>
  dataUrls.flatMap((each) => [each, ...allIn(each.nested)]);

function tally<Key, Value>(pairs: Iterable<readonly [Key, Value]>): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const [key, value] of pairs) groups.set(key, [...(groups.get(key) ?? []), value]);
  return groups;
}
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

function pagesByRule(reports: readonly Report[]): Record<string, number> {
  const found = reports.map(
    ({ findings, dataUrls }) =>
      new Set([...findings, ...allIn(dataUrls).flatMap((each) => each.findings)].map(({ rule }) => rule)),
  );
  const groups = tally(found.flatMap((rules) => Array.from(rules, (rule) => [rule, 1] as const)));
  return Object.fromEntries(Array.from(groups, ([rule, ones]) => [rule, ones.length]));
}

testInFull('the rows of four workers give the answers that the Reports of one run have', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-duckdb-'));
  const instance = await DuckDBInstance.create(':memory:', { autoinstall_known_extensions: 'false' });
  const connection = await instance.connect();
  try {
    const pages = Array.from({ length: count }, (_, n) => ({
      url: `https://a.example/${n}`,
      headers: { 'Content-Type': 'text/html', ...(n % 50 === 1 && { 'Content-Encoding': 'none such' }) },
      body: bodyOf(n),
    }));
    await writeFile(path.join(folder, 'crawl.warc.gz'), gzippedWarcOf(pages));
    const scan = (...args: string[]) =>
      runProcess(folder, ['scan', '--warc', '--fail-on', 'never', ...args, 'crawl.warc.gz']);
    for (const n of [1, 2, 3, 4]) {
      const { stdout } = await scan('--rows', '--shard', `${n}/4`);
      await writeFile(path.join(folder, `rows-${n}.ndjson`), stdout);
    }
    const reports = reportsIn((await scan('--ndjson')).stdout);
    assert.equal(reports.length, count);

    await connection.run(`SET file_search_path = '${folder}'`);
    const answer = async (name: string) => {
      const sql = await readFile(path.join(root, `docs/sql/${name}.sql`), 'utf8');
      const text = sql.replace(/(?<=TO ')(?=data-urls)/, `${folder}/`);
      return (await connection.runAndReadAll(text)).getRowObjectsJson();
    };
    await answer('rows');
    assert.deepEqual(await answer('incomplete-runs'), []);

    const urls = reports.flatMap(({ dataUrls }) => allIn(dataUrls));
    const bodies = tally(urls.filter(({ size }) => size).map((each) => [each.bodySha256, each] as const));
    const repeated = await answer('repeated-bodies');
    const counts = Array.from(bodies.values(), (all) => sum(all.map((each) => each.occurrences.length)));
    assert.equal(repeated.length, Math.min(20, counts.filter((each) => each > 1).length));
    for (const { bodySha256, occurrences, bytes } of repeated) {
      const places = (bodies.get(bodySha256 as string) ?? []).flatMap((each) => each.occurrences);
      assert.equal(Number(occurrences), places.length);
      assert.equal(Number(bytes), sum(places.map(({ cost }) => cost)));
    }
    const mostRepeated = Array.from(bodies.values(), (all) =>
      sum(all.map((each) => each.occurrences.length)),
    );
    assert.equal(Number(repeated[0]?.occurrences), Math.max(...mostRepeated));

    const types = tally(
      reports
        .flatMap(({ dataUrls }) => dataUrls)
        .map((each) => [each.essence ?? 'rejected', sum(each.occurrences.map(({ cost }) => cost))] as const),
    );
    assert.deepEqual(
      Object.fromEntries((await answer('bytes-by-type')).map(({ type, bytes }) => [type, Number(bytes)])),
      Object.fromEntries(Array.from(types, ([type, bytes]) => [type, sum(bytes)])),
    );
    assert.deepEqual(
      Object.fromEntries((await answer('pages-by-rule')).map(({ rule, pages }) => [rule, Number(pages)])),
      pagesByRule(reports),
    );
    const failed = reports.filter(({ unreachable }) => unreachable.length > 0);
    assert.deepEqual(
      (await answer('failures')).map(({ part, failures }) => [part, Number(failures)]),
      [['page', failed.length]],
    );

    await answer('parquet');
    const fromParquet = await connection.runAndReadAll(
      `SELECT count(*) AS rows, count(*) FILTER (WHERE kind = 'occurrence') AS occurrences FROM '${folder}/data-urls.parquet'`,
    );
    const [{ rows, occurrences } = {}] = fromParquet.getRowObjectsJson();
    assert.equal(Number(occurrences), sum(urls.map((each) => each.occurrences.length)));

    // The SQL must list lost and duplicate rows.
    await connection.run('DELETE FROM data_urls WHERE shard = \'2/4\' AND "number" = 3');
    await connection.run("DELETE FROM data_urls WHERE shard = '4/4'");
    const lost = await answer('incomplete-runs');
    assert.deepEqual(lost.map(({ part, found }) => (part === 'shards' ? found : 'a run')).sort(), [
      '3 of 4 in 3 runs',
      'a run',
    ]);
    const whole = (await scan('--rows', '--shard', '2/4')).stdout;
    await writeFile(path.join(folder, 'rows-2b.ndjson'), whole.slice(0, whole.length - 20));
    await answer('rows');
    const torn = await answer('incomplete-runs');
    assert.deepEqual(
      torn.map(({ part, found }) => (part?.toString().startsWith('shard') ? found : 'a run')).sort(),
      ['2 runs of the same page', '4 of 4 in 5 runs', 'a run'],
    );
    assert.ok(Number(rows) > count);

    // Two archives, each in two shards, are whole. A damaged archive is named.
    for (const n of ['1', '2', '2b', '3', '4']) await rm(path.join(folder, `rows-${n}.ndjson`));
    const archives = { one: gzippedWarcOf(pages.slice(0, 9)), two: gzippedWarcOf(pages.slice(9, 20)) };
    const scanTwo = async (archives: Record<string, Uint8Array>) => {
      for (const [name, bytes] of Object.entries(archives)) {
        await writeFile(path.join(folder, name), bytes);
        for (const n of [1, 2]) {
          const args = ['scan', '--warc', '--rows', '--fail-on', 'never', '--shard', `${n}/2`, name];
          await writeFile(
            path.join(folder, `rows-${name}-${n}.ndjson`),
            (await runProcess(folder, args)).stdout,
          );
        }
      }
      await answer('rows');
      return answer('incomplete-runs');
    };
    assert.deepEqual(await scanTwo(archives), []);
    const [damaged, ...others] = await scanTwo({ two: archives.two.subarray(0, -30) });
    assert.deepEqual([damaged?.part, others], ['two', []]);
    assert.match(`${damaged?.found}`, /^unexpected end of file, after byte [\d,]+ .*, byte \d+$/);
    assert.ok((await answer('failures')).some(({ part }) => part === 'archive'));
  } finally {
    connection.closeSync();
    instance.closeSync();
    await rm(folder, { recursive: true, force: true });
  }
});
