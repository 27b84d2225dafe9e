import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { encodeDataUrl } from '../../src/data-url/encode.ts';
import { inspect as inspectWhole } from '../../src/inspect.ts';
import type { Inspection } from '../../src/report/report.ts';

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
const empty = sha256('');

/** Returns the Inspection without the payload, which is tested separately. */
async function inspect(input: string | Blob): Promise<Inspection> {
  const { payload, ...inspection } = await inspectWhole(input);
  assert.equal(payload === null, inspection.problem !== null);
  return inspection;
}

/** Returns a complete expected Inspection. Properties that follow from the text are computed here independently. */
const expected = (written: string, parts: Partial<Inspection>, body?: string | Uint8Array): Inspection => ({
  sha256: sha256(Buffer.from(written)),
  length: written.length,
  head: written.slice(0, 100),
  mimeType: 'text/plain;charset=US-ASCII',
  essence: 'text/plain',
  charset: { declared: 'US-ASCII', used: 'windows-1252' },
  encoding: 'percent',
  size: body === undefined ? null : Buffer.byteLength(body),
  bodySha256: body === undefined ? null : sha256(body),
  detectedType: null,
  problem: null,
  ...parts,
});

const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

const cases: [name: string, written: string, parts: Partial<Inspection>, body: string | Uint8Array][] = [
  ['the shortest', 'data:,', {}, ''],
  ['ordinary text', 'data:,A%20brief%20note', {}, 'A brief note'],
  [
    'base64',
    `data:image/gif;base64,${gif}`,
    {
      mimeType: 'image/gif',
      essence: 'image/gif',
      charset: { declared: null, used: null },
      encoding: 'base64',
      detectedType: 'image/gif',
    },
    Buffer.from(gif, 'base64'),
  ],
  [
    'an image that says it is another',
    `data:image/png;base64,${gif}`,
    {
      mimeType: 'image/png',
      essence: 'image/png',
      charset: { declared: null, used: null },
      encoding: 'base64',
      detectedType: 'image/gif',
    },
    Buffer.from(gif, 'base64'),
  ],
  [
    'a charset',
    'data:text/html;charset=utf-8,%3Cp%3E%C3%BC',
    {
      mimeType: 'text/html;charset=utf-8',
      essence: 'text/html',
      charset: { declared: 'utf-8', used: 'utf-8' },
      detectedType: 'text/html',
    },
    '<p>ü',
  ],
  [
    'a BOM against its charset',
    'data:text/plain;charset=shift_jis,%EF%BB%BFx',
    { mimeType: 'text/plain;charset=shift_jis', charset: { declared: 'shift_jis', used: 'utf-8' } },
    Uint8Array.of(0xef, 0xbb, 0xbf, 0x78),
  ],
  [
    'an empty body in base64',
    'data:image/png;base64,',
    {
      mimeType: 'image/png',
      essence: 'image/png',
      charset: { declared: null, used: null },
      encoding: 'base64',
    },
    '',
  ],
  ['a fragment, white space and case', ' DATA:,x\ty#z', {}, 'xy'],
  ['beyond ASCII', 'data:text/plain;charset=utf-8,\u00fc\u{1F600}', utf8(), '\u00fc\u{1F600}'],
  ['a lone surrogate', 'data:text/plain;charset=utf-8,\ud800', utf8(), '\ufffd'],
  ['longer than what is quoted', `data:,${'x'.repeat(500)}`, {}, 'x'.repeat(500)],
];

function utf8(): Partial<Inspection> {
  return { mimeType: 'text/plain;charset=utf-8', charset: { declared: 'utf-8', used: 'utf-8' } };
}

for (const [name, written, parts, body] of cases) {
  test(name, async () => assert.deepEqual(await inspect(written), expected(written, parts, body)));
}

const broken: [written: string, code: string, encoding: Inspection['encoding']][] = [
  ['data:text/plain', 'no-comma', 'percent'],
  ['data:image/png;base64,AA*A', 'base64-character', 'base64'],
  ['data:image/png;base64,A', 'base64-length', 'base64'],
  ['https://example.com/', 'not-data-url', 'percent'],
  ['', 'not-data-url', 'percent'],
];
for (const [written, code, encoding] of broken) {
  test(`broken, with its reason: ${JSON.stringify(written)}`, async () => {
    const inspection = await inspect(written);
    const { problem } = inspection;
    assert.equal(problem?.code, code);
    assert.ok(problem && problem.start >= 0 && problem.start <= problem.end && problem.end <= written.length);
    assert.deepEqual(
      inspection,
      expected(written, {
        mimeType: null,
        essence: null,
        charset: { declared: null, used: null },
        encoding,
        problem,
      }),
    );
  });
}

test('the hash of nothing is that of an empty body', async () => {
  assert.equal((await inspect('data:,')).bodySha256, empty);
});

test('a Blob of the same text gives the same Inspection', async () => {
  for (const written of [...cases.map(([, each]) => each), ...broken.map(([each]) => each)]) {
    if (!written.isWellFormed()) continue;
    assert.deepEqual(await inspect(new Blob([written])), await inspect(written), written);
  }
  const large = `data:text/plain;charset=utf-8,${'\u00fc\u{1F600}%41'.repeat(500_000)}`;
  assert.deepEqual(await inspect(new Blob([large])), await inspect(large));
  const late = `data:;base64,${'QUJD'.repeat(500_000)}*`;
  assert.deepEqual(await inspect(new Blob([late])), await inspect(late));
});

test('of a URL that is read as a stream the part in front of the data is judged as of any other', async () => {
  const header = 'data:Text/Plain;charset;=x;base64,';
  const codes = ({ payload }: Awaited<ReturnType<typeof inspectWhole>>) =>
    payload?.lints.map(({ code }) => code);
  const small = codes(await inspectWhole(`${header}${'QUJD'.repeat(100)}`));
  assert.ok(small && small.length >= 2, `${small}`);
  assert.deepEqual(codes(await inspectWhole(`${header}${'QUJD'.repeat(2_200_000)}`)), small);
  assert.deepEqual(codes(await inspectWhole(new Blob([`${header}${'QUJD'.repeat(2_200_000)}`]))), small);
});

test('a lone surrogate in a Blob is U+FFFD, as URLs make it', async () => {
  const written = 'data:text/plain;charset=utf-8,\ud800';
  assert.equal((await inspect(new Blob([written]))).bodySha256, (await inspect(written)).bodySha256);
  assert.equal((await inspect(new Blob([written]))).sha256, (await inspect(written)).sha256);
});

test('a BOM at the start of a Blob is part of the text', async () => {
  const written = '\ufeffdata:,x';
  assert.deepEqual(await inspect(new Blob([written])), await inspect(written));
});

test('one body written in two ways: what is nested in each stands in that one', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><image href="data:image/png;base64,AAAA"/></svg>';
  const ways = [
    `data:image/svg+xml,${encodeURIComponent(svg)}`,
    `data:image/svg+xml;base64,${btoa(svg)}`,
    `data:image/svg+xml,${svg.replaceAll('#', '%23')}`,
  ];
  for (const written of [...ways, ...ways.toReversed()]) {
    const { payload } = await inspectWhole(written);
    const frames = payload?.nested.flatMap(({ occurrences }) => occurrences.map(({ frame }) => frame));
    assert.deepEqual(frames, [written.slice(0, 100)]);
  }
});

test('what one reading has used up of the limit is no part of what another keeps of the body', async () => {
  const images = Array.from({ length: 80 }, (_, n) => `<img src="data:,${n}">`).join('');
  const body = btoa(`<!doctype html>${images}`);
  // Only Firefox parses this as text/html, in addition to the result that all browsers share. The two results have a
  // common limit.
  const both = await inspectWhole(`data:text/ html;base64,${body}`);
  assert.equal(both.payload?.nested.length, 80);
  assert.equal(both.payload?.otherwise[0]?.inspection?.payload?.nestedLeft, 60);
  const { payload } = await inspectWhole(`data:text/html;base64,${body}`);
  assert.deepEqual([payload?.nested.length, payload?.nestedLeft], [80, 0]);
});

test('a body that could not be read once is read the next time', async (t) => {
  const body = `${Math.random()}`.padEnd(5000, 'x');
  const { decode } = TextDecoder.prototype;
  // Simulates a platform that is temporarily out of memory.
  const failing = t.mock.method(
    TextDecoder.prototype,
    'decode',
    function (this: TextDecoder, bytes?: Uint8Array) {
      if (bytes?.length === body.length) throw new Error('no memory');
      return decode.call(this, bytes);
    },
  );
  await assert.rejects(inspectWhole(`data:,${body}`), /no memory/);
  failing.mock.restore();
  const { payload } = await inspectWhole(`data:,${body}`);
  assert.equal(payload?.facts?.kind, 'text');
});

test('what SMIL sets as the source of a picture is requested when the drawing is shown', async () => {
  const { payload } = await inspectWhole(
    'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"><image><set attributeName="href" to="https://e.example/a"/></image><filter><feImage><animate attributeName="href" values="https://e.example/b;https://e.example/c"/></feImage></filter><a><set attributeName="href" to="https://e.example/d"/></a></svg>',
  );
  const led = (payload?.references?.first ?? []).map(({ written, when }) => [written.at(-1), when]);
  assert.deepEqual(led, [
    ['a', 'view'],
    ['b', 'view'],
    ['c', 'view'],
    ['d', 'click'],
  ]);
});

test('what SMIL sets as the source of a picture waits for what triggers it', async () => {
  for (const [begin, when] of [
    ['click', 'trigger'],
    ['b.mousedown + 1s; indefinite', 'trigger'],
    ['', 'trigger'],
    ['0s; click', 'view'],
    ['b.end', 'view'],
    ['b.mouseover', 'view'],
    ['clicks', 'view'],
  ]) {
    const { payload } = await inspectWhole(
      `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"><image><set attributeName="href" begin="${begin}" to="https://e.example/a"/></image><script><set attributeName="href" begin="${begin}" to="https://e.example/b"/></script></svg>`,
    );
    const [led, ...others] = payload?.references?.first ?? [];
    assert.equal(led?.when, when, begin);
    assert.equal(payload?.references?.requests, when === 'view' ? 1 : 0, begin);
    for (const other of others) assert.equal(other.when, 'never', begin);
  }
});

test('an empty ZIP is a whole archive', async () => {
  const bytes = Uint8Array.from([0x50, 0x4b, 5, 6, ...new Array(18).fill(0)]);
  const { payload } = await inspectWhole(encodeDataUrl(bytes, 'application/zip'));
  assert.equal(payload?.detectedType, 'application/zip');
  assert.equal(payload?.cutOff, null);
  assert.equal(payload?.facts?.kind, 'archive');
});
