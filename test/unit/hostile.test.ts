/** Inspects and judges hostile bodies like all others. Nothing may run or throw, and memory must stay within bounds. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { inspect } from '../../src/inspect.ts';
import { defaultPolicy } from '../../src/policy/policy.ts';
import { judge } from '../../src/rules/index.ts';
import { type Destination, destinations } from '../../src/vocabulary.ts';
import { active, bodies, url, zeros } from '../support/hostile-bodies.ts';
import { occurrence } from './rules/subject.ts';

/** The trace that a body would leave if any part of it were run. */
const canaries = globalThis as { canary?: unknown };

const everywhere = destinations.map((destination: Destination) => occurrence(destination));

async function judged(written: string) {
  const inspection = await inspect(written);
  return { inspection, ...judge({ inspection, occurrences: everywhere, policy: defaultPolicy }) };
}

describe('nothing throws, and no rule crashes', () => {
  for (const [name, type, body] of bodies) {
    test(name, async () => {
      const { inspection, findings } = await judged(url(type, body()));
      assert.equal(inspection.problem, null);
      assert.deepEqual(
        findings.filter(({ messageId }) => messageId === 'rule-crashed'),
        [],
      );
      // The facts are posted to a surface, so they must be plain and of moderate size.
      const length = JSON.stringify(inspection.payload).length;
      assert.ok(length < 4 << 20, `${length} characters of facts`);
      assert.ok(JSON.stringify(findings).length < 1 << 16);
    });
  }
});

test('what is bombs is called so', async () => {
  const rulesOf = async (index: number) => {
    const [, type, body] = bodies[index]!;
    return (await judged(url(type, body()))).findings.map(({ rule }) => rule);
  };
  assert.ok((await rulesOf(0)).includes('bomb'));
  assert.ok((await rulesOf(1)).includes('bomb'));
  assert.ok((await rulesOf(2)).includes('xml-entities'));
});

test('nothing in a body runs, and nothing is fetched', async (context) => {
  const fetched = context.mock.method(globalThis, 'fetch', () => assert.fail('fetched'));
  for (const text of active()) {
    for (const type of ['text/html', 'image/svg+xml', 'text/javascript', 'image/png', 'application/json']) {
      await judged(url(type, text));
      await judged(url(type, gzipSync(text)));
    }
  }
  assert.equal(canaries.canary, undefined);
  assert.equal(fetched.mock.callCount(), 0);
});

test('memory is that of the caps, not of what is promised', async () => {
  const written = url('application/gzip', zeros());
  const before = process.memoryUsage().rss;
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 1);
  await judged(written);
  clearInterval(timer);
  assert.ok(peak - before < 200 << 20, `${(peak - before) >> 20} MB`);
});

test('nested data: URLs are inspected three deep, and a hundred of them', async () => {
  const inner = (written: string) => written.replace(/['<># ]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  const image = (...written: string[]) =>
    `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'>${written
      .map((each) => `<image href='${inner(each)}'/>`)
      .join('')}</svg>`.replace(/%/g, '%25');
  let written = 'data:,x';
  for (let depth = 0; depth < 6; depth++) written = image(written);
  let { payload } = await inspect(written);
  for (let depth = 0; depth < 3; depth++) {
    assert.deepEqual([payload?.nested.length, payload?.nestedLeft], [1, 0]);
    payload = payload?.nested[0]?.inspection.payload ?? null;
  }
  assert.deepEqual([payload?.nested.length, payload?.nestedLeft], [0, 1]);

  const many = await inspect(image(...Array.from({ length: 150 }, (_, n) => `data:,${n}`)));
  assert.deepEqual([many.payload?.nested.length, many.payload?.nestedLeft], [100, 50]);
  const same = await inspect(image('data:,x', 'data:,x'));
  assert.deepEqual(
    same.payload?.nested.map(({ occurrences }) => occurrences.length),
    [2],
  );
});
