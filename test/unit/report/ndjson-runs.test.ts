/** Tests runs of NDJSON: the parts that the ledger reports as missing, and lines that only resemble those of a run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRunLedger, endIn, headerIn, type RunHeader } from '../../../src/report/ndjson-runs.ts';

const header = (own: Partial<RunHeader>): RunHeader => ({
  ...{ kind: 'run', run: 'aaaaaaaa-1', command: 'inspect', version: '1.0.0' },
  ...{ shard: null, arguments: ['-'], continues: [] },
  ...own,
});

/** Returns the problems of several runs, each of which is complete in itself. */
function problemsOf(...headers: RunHeader[]): string[] {
  const ledger = createRunLedger();
  for (const each of headers) {
    ledger.add(each);
    ledger.add({ kind: 'end', run: each.run, reports: 0, failures: 1 });
  }
  assert.equal(ledger.failures(), new Set(headers.map(({ run }) => run)).size);
  return ledger.problems();
}

const shard = (run: string, shard: string, own: Partial<RunHeader> = {}) => header({ run, shard, ...own });

test('shards: of each work, whatever else there is', () => {
  assert.deepEqual(problemsOf(header({}), shard('b', '1/2'), shard('c', '2/2')), []);
  assert.deepEqual(problemsOf(shard('b', '1/2'), shard('c', '2/2', { arguments: ['x'] })), [
    'inspect: missing shard 2/2',
    'inspect: missing shard 1/2',
  ]);
  assert.deepEqual(problemsOf(shard('b', '3/14')), [
    'inspect: missing shard 1/14, 2/14, 4/14, 5/14, 6/14, 7/14, 8/14, 9/14, 10/14, 11/14 and 3 more',
  ]);
});

test('a run that continues others is no double, and needs them', () => {
  const first = shard('b', '1/1');
  const second = shard('c', '1/1', { continues: ['b'] });
  const third = shard('d', '1/1', { continues: ['b', 'c'] });
  assert.deepEqual(problemsOf(third, first, second), []);
  assert.deepEqual(problemsOf(first, third), [
    'inspect --shard 1/1 (run d): continues run c, which is missing',
  ]);
  const ledger = createRunLedger();
  ledger.add(first);
  ledger.addReport('b');
  assert.deepEqual(ledger.problems(), ['inspect --shard 1/1 (run b): cut off after 1 report']);
  ledger.add(second);
  ledger.add({ kind: 'end', run: 'c', reports: 0, failures: 0 });
  assert.deepEqual(ledger.problems(), []);
});

test('runs of different versions', () => {
  assert.deepEqual(problemsOf(header({}), header({ run: 'b', version: '0.9.0' })), [
    'runs of different versions: 0.9.0, 1.0.0',
  ]);
});

test('lines that are none of a run', () => {
  for (const wrong of [
    null,
    [],
    'run',
    {},
    { ...header({}), kind: 'end' },
    { ...header({}), run: 7 },
    { ...header({}), arguments: [7] },
    { ...header({}), continues: 'a' },
    ...['3/2', '0/1', '1/', '1/9999999', 7].map((shard) => ({ ...header({}), shard })),
  ])
    assert.equal(headerIn(wrong), null, JSON.stringify(wrong));
  const end = { kind: 'end', run: 'a', reports: 0, failures: 0 };
  for (const wrong of [
    null,
    header({}),
    { ...end, reports: -1 },
    { ...end, failures: '0' },
    { ...end, run: null },
  ])
    assert.equal(endIn(wrong), null, JSON.stringify(wrong));
  assert.deepEqual(headerIn(header({ shard: '2/2' })), header({ shard: '2/2' }));
  assert.deepEqual(endIn(end), end);
});
