/**
 * `scan --ndjson` keeps the Report of a long text compressed. The Report must be the same as with `--json`, and take
 * little memory.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { numberedTexts } from '../../../src/cli/compressed-lists.ts';
import { reportOfLongText } from '../../../src/cli/long-report.ts';
import { rowLines } from '../../../src/cli/row-lines.ts';
import { noElement, noFacts } from '../../../src/files/found-in-file.ts';
import { type Located, reportOfFile } from '../../../src/files/report-of-file.ts';
import { emptyPolicy, mergePolicies } from '../../../src/policy/policy.ts';
import type { Report } from '../../../src/report/report.ts';
import { compiled, reportsIn, runCommand } from '../../support/command.ts';
import { testInFull } from '../../support/seed.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-long-'));
});
after(() => rm(folder, { recursive: true, force: true }));

const gif = (n: number): string => {
  const body = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  body.writeUInt16LE(n, 16);
  return body.toString('base64');
};
const map = Buffer.from('{"version":3,"sources":["a.ts"],"mappings":"AAAA"}').toString('base64');

/** Lines with the kinds of data: URLs that a text may contain: repeated, escaped, damaged, nested, with placeholders. */
const lineOf = (n: number): string =>
  [
    `INFO ${n} "data:image/gif;base64,${gif(n % 90)}" loaded`,
    `{"icon":"data:image\\/gif;base64,${gif(n % 70)}"}`,
    `<img src="data:data:image/gif;base64,${gif(n % 50)}">`,
    `{"icon":"data:data:image\\/gif;base64,${gif(40 + (n % 50))}"}`,
    `url(data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' fill='#${n % 10}00'/>)`,
    `data:image/png;base64,{{ icon${n % 5} }} and 'data:text/html,<script>a(${n % 100})</script>'`,
    `data:text/html;base64,${Buffer.from(`<img src="data:image/gif;base64,${gif(n % 30)}">`).toString('base64')}`,
    `//# sourceMappingURL=data:application/json;base64,${map}${' '.repeat(n % 3)}`,
    `é漢𝒳 data:,${n} x`,
    `icon: ${gif(n % 20)}`,
  ].join('\n');

/** A text longer than those that are read at once. */
const text = Array.from({ length: 400 }, (_, n) => `${lineOf(n)}\n${'nothing here '.repeat(200)}\n`).join('');

const timeless = ({ timing: _, ...report }: Report) => report;

test('a long text in NDJSON: byte for byte the Report of JSON', async () => {
  await writeFile(path.join(folder, 'long.log'), text);
  const [{ stdout: json }, { stdout: ndjson, said }] = [
    await runCommand(folder, ['scan', '--json', '--bare', 'long.log']),
    await runCommand(folder, ['scan', '--ndjson', '--bare', 'long.log']),
  ];
  const [whole] = JSON.parse(json) as Report[];
  const [streamed] = reportsIn(ndjson);
  assert.ok(whole && streamed);
  assert.equal(JSON.stringify(timeless(streamed)), JSON.stringify(timeless(whole)));
  const occurrences = whole.dataUrls.flatMap(({ occurrences }) => occurrences);
  assert.ok(whole.dataUrls.length > 500 && occurrences.length > 4000);
  // The text must contain everything that could differ between the two Reports.
  assert.ok(occurrences.some(({ repair }) => repair));
  assert.ok(occurrences.some(({ placeholders }) => placeholders));
  assert.ok(occurrences.some(({ assumed }) => assumed));
  assert.ok(whole.dataUrls.some(({ nested }) => nested.length > 0));
  assert.match(said.at(-1) ?? '', /^[\d,]+ data: URLs \([\d,]+ occurrences\) in 1 of 1 file: /);
});

test('a long text in rows: the rows of its Report in JSON', async () => {
  await writeFile(path.join(folder, 'rows.log'), text);
  const { stdout: json } = await runCommand(folder, ['scan', '--json', 'rows.log']);
  const { stdout } = await runCommand(folder, ['scan', '--rows', 'rows.log']);
  const lines = stdout.trimEnd().split('\n');
  const { run, version } = JSON.parse(lines[0] ?? '');
  const header = { kind: 'run', run, command: 'scan', version, shard: null, arguments: [], continues: [] };
  const [whole] = JSON.parse(json) as Report[];
  assert.ok(whole);
  const expected = [...rowLines({ ...header, kind: 'run' }).reportLines(whole)];
  assert.deepEqual(lines.slice(0, -1), expected.join('').trimEnd().split('\n'));
});

test('the severity of a long text decides the exit code', async () => {
  await writeFile(path.join(folder, 'severe.log'), text);
  await writeFile(path.join(folder, 'severe.json'), '{"version":1,"rules":{"active-content":"error"}}');
  const args = ['scan', '--ndjson', '--policy', 'severe.json', 'severe.log'];
  assert.equal((await runCommand(folder, args)).code, 1);
  assert.equal((await runCommand(folder, [...args, '--fail-on', 'never'])).code, 0);
});

test('source maps in a long text of a website: the same finding about the whole file', async () => {
  const located = Array.from({ length: 5 }, (_, n): Located => {
    const written = `data:application/json;base64,${map}#${n % 3}`;
    const found = {
      ...noElement,
      written,
      place: 'text',
      name: '',
      destination: 'none',
      inert: true,
    } as const;
    return { found, line: n + 1, column: 1, source: written };
  });
  const file = {
    ...{ path: 'https://example.com/all.txt', located, unreachable: [], start: 0 },
    policy: mergePolicies({ user: emptyPolicy }, 'file:'),
  };
  const whole = await reportOfFile({ ...file, facts: noFacts });
  const { report } = await reportOfLongText(file);
  assert.deepEqual(report.findings, whole.findings);
  assert.deepEqual(report.totals, whole.totals);
  assert.deepEqual(
    report.findings.map(({ rule }) => rule),
    ['inline-source-maps'],
  );
});

test('numbered texts: in the order of their numbers, however many there are', () => {
  const texts = numberedTexts();
  const expected = new Map<number, string[]>();
  const add = (number: number, each: string) => {
    texts.add(number, each);
    expected.set(number, [...(expected.get(number) ?? []), each]);
  };
  // Adds more text for one number than fits into a bucket, and several buckets of text for other numbers.
  for (let n = 0; n < 60; n++) add(7, `${n} ${'x'.repeat(100_000)}`);
  for (let n = 0; n < 900; n++) add(n % 300, `${n} ${'y'.repeat(10_000)}`);
  const textsOf = texts.byNumber();
  for (const number of [...expected.keys()].sort((a, b) => a - b))
    for (const _ of [1, 2]) assert.deepEqual([...textsOf(number)], expected.get(number), String(number));
  assert.deepEqual([...textsOf(300)], []);
});

/** Returns the peak of resident memory, in MB, of a scan whose output is not read. */
async function peakOf(file: string): Promise<number> {
  const measure =
    "data:text/javascript,process.on('exit',()=>process.stderr.write('\\n'+process.resourceUsage().maxRSS))";
  const args = ['--import', measure, ...(await compiled()), 'scan', '--ndjson', file];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (data) => (stderr += data));
  const [code] = await once(child, 'close');
  assert.equal(code, 0, stderr);
  return (Number(stderr.split('\n').at(-1)) * 1024) / 1e6;
}

/**
 * Maximum peak of memory, in MB. About 150 MB were measured for the larger file on a busy machine, where garbage is
 * collected late, and 330 MB when the whole Report was still kept.
 */
const maxPeak = 180;

for (const [title, size, count] of [
  ['10 MB', 10, 530],
  ['300 MB', 300, 15_800],
] as const)
  testInFull(`${title} with ${count} data: URLs take at most ${maxPeak} MB`, async () => {
    const file = await open(path.join(folder, 'memory.log'), 'w');
    const rest = 'x0'.repeat(Math.round((size * 1e6) / count / 2) - 60);
    for (let n = 0; n < count; n++)
      await file.write(`INFO "data:image/gif;base64,${gif(n % 65_536)}${n}${rest}" done\n`);
    await file.close();
    const peak = await peakOf('memory.log');
    assert.ok(peak <= maxPeak, `${peak} MB`);
  });
