/** Hostile bodies, read and judged as any other: nothing is run or thrown, and memory stays within bounds. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { inspect } from '../../src/inspect.ts';
import { defaultPolicy } from '../../src/policy.ts';
import { type Destination, destinations } from '../../src/report/report.ts';
import { judge } from '../../src/rules/index.ts';
import { latin1, png, zip } from './payload/builders.ts';
import { occurrence } from './rules/subject.ts';

const url = (type: string, body: Uint8Array | string) =>
  `data:${type};base64,${Buffer.from(body).toString('base64')}`;
const deep = (open: string, close: string, depth = 10_000) => open.repeat(depth) + close.repeat(depth);

/** 10 GB of zeros: members of a gzip file are read one after the other, and each member is a thousandth. */
const zeros = () => {
  const member = gzipSync(new Uint8Array(10 << 20), { level: 9 });
  return Buffer.concat(Array.from({ length: 1000 }, () => member));
};
const laughs = `<!DOCTYPE l [<!ENTITY l0 "lol">${Array.from(
  { length: 20 },
  (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`,
).join('')}]><svg xmlns="http://www.w3.org/2000/svg"><title>&l20;</title></svg>`;

const bodies: [name: string, type: string, body: () => Uint8Array | string][] = [
  ['a PNG of 50,000 × 50,000 pixels', 'image/png', () => png(50_000, 50_000)],
  ['10 GB of zeros under gzip', 'image/svg+xml', zeros],
  ['a billion laughs', 'image/svg+xml', () => laughs],
  ['SVG, 10,000 deep', 'image/svg+xml', () => `<svg>${deep('<g>', '</g>')}</svg>`],
  ['HTML, 10,000 deep', 'text/html', () => `<!doctype html>${deep('<div>', '</div>')}`],
  ['JSON, 10,000 deep', 'application/json', () => deep('[', ']')],
  ['JSON, 1,000,000 deep', 'application/json', () => deep('[{"a":', '', 1_000_000)],
  ['CSS, 10,000 deep', 'text/css', () => deep('@media all{', '}')],
  ['CSS of open brackets', 'text/css', () => `a{b:${'('.repeat(100_000)}`],
  ['100,000 references', 'text/html', () => '<img src=https://a.example/>'.repeat(100_000)],
  ['100,000 data: URLs', 'text/html', () => '<iframe src="data:text/html,<p>x">'.repeat(100_000)],
  ['tags that do not end', 'text/html', () => '<a '.repeat(200_000)],
  ['comments that do not end', 'image/svg+xml', () => '<!--'.repeat(200_000)],
  ['quotes that do not end', 'text/html', () => `<a href="${'\'"'.repeat(200_000)}`],
  [
    'an archive of 10,000 entries',
    'application/zip',
    () =>
      zip(Array.from({ length: 10_000 }, (_, n) => ({ name: `${'../'.repeat(9)}${n}`, data: latin1('') }))),
  ],
  [
    'bytes of every kind',
    'image/png',
    () => Uint8Array.from({ length: 1 << 20 }, (_, n) => (n * 7919) % 256),
  ],
  [
    'a source map of names',
    'application/json',
    () =>
      JSON.stringify({
        version: 3,
        sources: Array.from({ length: 100_000 }, (_, n) => `${n}`),
        names: [],
        mappings: '',
      }),
  ],
];

/** Canaries: what a body would leave behind if any of it were run or fetched. */
const canaries = globalThis as { canary?: unknown };
const active = [
  '<svg xmlns="http://www.w3.org/2000/svg" onload="globalThis.canary=1"><script>globalThis.canary=1</script></svg>',
  '<!doctype html><script>globalThis.canary=1</script><img src=x onerror="globalThis.canary=1">',
  'globalThis.canary = 1; process.exit(9)',
];

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
      // What is told goes to a surface in a message, and must be plain and of moderate size.
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
  for (const text of active) {
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
