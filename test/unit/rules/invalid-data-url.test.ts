import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from '../../../src/inspect.ts';
import { defaultPolicy } from '../../../src/policy/policy.ts';
import { judge } from '../../../src/rules/index.ts';
import { invalidDataUrl } from '../../../src/rules/invalid-data-url.ts';
import { occurrence, subject } from './subject.ts';

test('a problem is reported with its position', () => {
  const problem = { code: 'no-comma', args: { at: 1 }, message: 'No comma.', start: 7, end: 9 };
  assert.deepEqual(invalidDataUrl.check(subject({ problem })), [
    { messageId: 'no-comma', args: { at: 1 }, start: 7, end: 9 },
  ]);
});

test('innocent: a URL without a problem', () => {
  assert.deepEqual(invalidDataUrl.check(subject()), []);
});

const broken: [written: string, messageId: string][] = [
  ['data:text/plain', 'no-comma'],
  ['https://example.com/', 'not-data-url'],
  ['data:;base64,AA*A', 'base64-character'],
];
for (const [written, messageId] of broken) {
  test(`one error of correctness: ${written}`, async () => {
    const inspection = await inspect(written);
    const { findings } = judge({ inspection, occurrences: [occurrence('image')], policy: defaultPolicy });
    assert.equal(findings.length, 1);
    const [finding] = findings;
    assert.deepEqual(
      [finding?.rule, finding?.severity, finding?.category, finding?.messageId, finding?.help],
      ['invalid-data-url', 'error', 'correctness', messageId, '#invalid-data-url'],
    );
    assert.deepEqual([finding?.start, finding?.end], [inspection.problem?.start, inspection.problem?.end]);
    assert.ok(finding!.start <= finding!.end && finding!.end <= written.length);
  });
}

for (const written of ['data:,x', 'data:;base64,', 'DATA:text/plain;base64,QQ==', ' data:,x#y']) {
  test(`innocent: ${written}`, async () => {
    const { findings } = judge({
      inspection: await inspect(written),
      occurrences: [occurrence('image')],
      policy: defaultPolicy,
    });
    assert.deepEqual(findings, []);
  });
}
