/** Tests `npm run merge`: the total of many Reports, one SARIF log for all of them, and input that is not a Report. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Report } from '../../../src/report/report.ts';
import {
  compiled,
  type EndedCommand,
  endOf,
  reportsIn,
  runCommand,
  runProcess,
  startCommand,
} from '../../support/command.ts';
import { checkSarif } from '../../support/sarif.ts';
import { testInFull } from '../../support/seed.ts';

let folder: string;
let reports: string;
let report: Report;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-merge-'));
  await writeFile(
    path.join(folder, 'a.html'),
    '<img src="data:image/png;base64,AA*A"><img src="data:,a"><img src="data:,a">',
  );
  await writeFile(path.join(folder, 'b.html'), '<img src="data:image/png;base64,AA*A">');
  reports = (await runCommand(folder, ['scan', '--ndjson', 'a.html', 'b.html'])).stdout;
  [report] = reportsIn(reports) as [Report];
});
after(() => rm(folder, { recursive: true, force: true }));

const merge = (args: string[], input = ''): Promise<EndedCommand> =>
  runCommand(folder, ['merge', ...args], input);

describe('npm run merge', { concurrency: 2 }, () => {
  test('the sum of the totals, and the findings by rule; the exit code of the findings', async () => {
    await writeFile(path.join(folder, 'one.ndjson'), reports);
    const again = (await runCommand(folder, ['scan', '--ndjson', 'a.html', 'b.html'])).stdout;
    const { code, stdout, said } = await runProcess(
      folder,
      ['merge', '--json', 'one.ndjson', '-'],
      `\n${again}`,
    );
    assert.deepEqual([code, said], [1, []]);
    const sum = JSON.parse(stdout);
    const { findings, rules, ...figures } = sum;
    const each = reportsIn(reports);
    assert.deepEqual([figures.reports, figures.withDataUrls, figures.incomplete], [4, 4, 0]);
    for (const key of [
      'dataUrls',
      'occurrences',
      'cost',
      'size',
      'copiesCost',
      'unusedCost',
      'savings',
    ] as const)
      assert.equal(figures[key], 2 * each.reduce((total, { totals }) => total + totals[key], 0), key);
    assert.equal(findings.error, 4);
    assert.equal(rules['invalid-data-url'], 4);
    assert.equal((await merge(['--fail-on', 'never', '-'], reports)).code, 0);
    assert.match((await merge(['-'], reports)).stdout, /^Reports +2\n[\s\S]*^Errors +2\n/m);
  });

  test('input without any Report is no success', async () => {
    for (const form of [[], ['--json'], ['--sarif']]) {
      const { code, said } = await merge([...form, '-'], '\n');
      assert.deepEqual([code, said[0]], [2, 'merge: no report in the input']);
    }
  });

  test('rates: files without a data: URL count, and what could not be read', async () => {
    await mkdir(path.join(folder, 'rates'), { recursive: true });
    for (const [name, text] of Object.entries({ a: 'data:,x', b: 'no', c: '' }))
      await writeFile(path.join(folder, 'rates', `${name}.txt`), text);
    const scanned = await runCommand(folder, ['scan', '--ndjson', 'rates', 'rates/none.txt']);
    const { code, stdout } = await merge(['--json', '-'], scanned.stdout);
    const { reports: all, withDataUrls, failures, incomplete } = JSON.parse(stdout);
    assert.deepEqual([code, all, withDataUrls, failures, incomplete], [0, 4, 1, 1, 1]);
  });

  test('lines of several runs in any order; each part that is missing, duplicated or cut off by its name', async () => {
    const part = async (n: number) =>
      (
        await runCommand(folder, [
          'scan',
          '--ndjson',
          '--fail-on=never',
          `--shard=${n}/2`,
          'a.html',
          'b.html',
        ])
      ).stdout;
    const [one, two, again] = [await part(1), await part(2), await part(2)];
    const shuffled = `${one}${two}`.trimEnd().split('\n').toReversed().join('\n');
    const whole = await merge(['--json', '--fail-on', 'never', '-'], shuffled);
    assert.deepEqual([whole.code, whole.said, JSON.parse(whole.stdout).reports], [0, [], 2]);
    const idOf = (text: string): string => JSON.parse(text.split('\n')[0] ?? '').run.slice(0, 8);
    const withoutLines = (text: string, keeps: (line: string) => boolean) =>
      text.split('\n').filter(keeps).join('\n');
    const [id] = [idOf(reports)];
    for (const [text, says] of [
      [one, 'scan: missing shard 2/2'],
      [`${one}${two}${two}`, `scan --shard 2/2 (run ${idOf(two)}): duplicated, found 2 times`],
      [`${one}${two}${again}`, `scan --shard 2/2: duplicated, runs ${idOf(two)} and ${idOf(again)}`],
      [
        withoutLines(reports, (line) => !line.includes('"kind":"end"')),
        `scan (run ${id}): cut off after 2 reports`,
      ],
      [
        withoutLines(reports, (line) => !line.includes('"url":"b.html"')),
        `scan (run ${id}): 1 report of 2 missing`,
      ],
      [`${reports}${reports.split('\n')[1]}\n`, `scan (run ${id}): 1 report duplicated`],
      [
        withoutLines(reports, (line) => !line.includes('"kind":"run"')),
        `run ${id}: the header line is missing, 2 reports found`,
      ],
    ] as const) {
      const { code, said } = await merge(['--fail-on', 'never', '-'], text);
      assert.deepEqual([code, said], [2, [`merge: ${says}`]]);
    }
  });

  test('SARIF is that of one run over all', async () => {
    const { stdout } = await merge(['--sarif', '-'], reports);
    checkSarif(JSON.parse(stdout));
    const whole = await runCommand(folder, ['scan', '--sarif', 'a.html', 'b.html']);
    const resultsOf = (text: string) =>
      JSON.parse(text).runs[0].results.map(
        ({ ruleId, locations }: { ruleId: string; locations: unknown }) => [ruleId, locations],
      );
    assert.deepEqual(resultsOf(stdout), resultsOf(whole.stdout));
  });

  test('what is no Report is one line with its place, and 2; the others count', async () => {
    const wrong = [
      '{',
      '[]',
      'null',
      '7',
      '{"version":2}',
      JSON.stringify({ ...report, version: 3 }),
      JSON.stringify({ ...report, totals: { ...report.totals, cost: -1 } }),
      JSON.stringify({ ...report, dataUrls: [null] }),
      JSON.stringify({ ...report, findings: [7] }).slice(0, -5),
    ];
    const { code, stdout, said } = await merge(['--json', '-'], `${[...wrong, reports].join('\n')}`);
    assert.deepEqual(
      said,
      wrong.map((_, n) => `-:${n + 1}: not a report of scan or inspect; skipped`),
    );
    assert.equal(JSON.parse(stdout).reports, 2);
    assert.equal(code, 2);
    const missing = await merge(['nowhere.ndjson']);
    assert.deepEqual([missing.code, missing.said], [2, ['nowhere.ndjson: no such file or folder']]);
    await mkdir(path.join(folder, 'directory'));
    const directory = await merge(['directory']);
    assert.deepEqual([directory.code, directory.said], [2, ['directory: a folder, not a file']]);
    assert.deepEqual((await merge([])).said, ['merge: no file to merge. --help shows the usage.']);
  });

  testInFull(
    'beyond the limit of SARIF the most severe stay, whatever the order, in bounded memory',
    async () => {
      const other = JSON.stringify(reportsIn(reports)[1]);
      const notes = JSON.stringify({
        ...report,
        findings: Array.from({ length: 200 }, (_, n) => ({
          rule: 'syntax',
          severity: 'info',
          category: 'conformance',
          message: `${n}`,
          messageId: 'x',
          args: {},
        })),
        dataUrls: [],
      });
      const child = startCommand(await compiled(), folder, ['merge', '--sarif', '-']);
      const ended = endOf(child, `${`${notes}\n`.repeat(300)}${other}\n`);
      const { stdout, said } = await ended;
      const { results } = JSON.parse(stdout).runs[0];
      assert.equal(results[0].level, 'error');
      assert.ok(results.length <= 25_000);
      assert.ok(
        said.some((line) =>
          /^Omitted \d+,\d+ findings, the least severe: code scanning takes at most 25,000 results\.$/.test(
            line,
          ),
        ),
        said.join('\n'),
      );
    },
  );
});
