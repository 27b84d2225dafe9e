/** Tests the first and the last line of a run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginRun } from '../../../src/cli/ndjson-lines.ts';
import { endIn, headerIn } from '../../../src/report/ndjson-runs.ts';
import { report } from '../report/reports.ts';

test('the header has the arguments that all shards share, without passwords', () => {
  const args = ['--ndjson', '--shard', '2/4', '--resume=a', 'https://a:b@c.example/', '--', '--shard'];
  const header = headerIn(JSON.parse(beginRun('ndjson', 'inspect', args, ['r']).header()));
  assert.deepEqual(
    [header?.command, header?.shard, header?.arguments, header?.continues],
    ['inspect', '2/4', ['--ndjson', 'https://a:@c.example/', '--', '--shard'], ['r']],
  );
  assert.equal(headerIn(JSON.parse(beginRun('ndjson', 'scan', ['.']).header()))?.shard, null);
});

test('all lines have the id of their run, and the last one counts the Reports', () => {
  const [one, other] = [beginRun('ndjson', 'scan', []), beginRun('ndjson', 'scan', [])];
  const { run } = JSON.parse(one.header());
  assert.notEqual(JSON.parse(other.header()).run, run);
  assert.equal(JSON.parse([...one.reportLines(report([]))].join('')).run, run);
  assert.deepEqual(endIn(JSON.parse(one.end(3))), { kind: 'end', run, reports: 1, failures: 3 });
});
