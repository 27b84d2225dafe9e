import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeDataUrl, decodedSize } from '../../src/data-url/decode.ts';
import { decodeDataUrlStream } from '../../src/data-url/decode-stream.ts';
import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import { lintDataUrl } from '../../src/data-url/lints/index.ts';
import { parseDataUrl } from '../../src/data-url/parse.ts';
import { withAndWithoutNative } from './data-url-native.ts';
import { hasShared, ownVectors, sharedVectors } from './data-url-vectors.ts';

const skip = hasShared ? false : '../shared/vectors is absent';

/**
 * Decodes the whole URL with both kinds of base64 decoder. The results of `parseDataUrl`, `isDataUrl` and `decodedSize`
 * must agree.
 */
function check(url: string, type: string | null, bytes: ArrayLike<number>): void {
  withAndWithoutNative((native) => {
    const decoded = decodeDataUrl(url);
    const where = `${JSON.stringify(url)}, native: ${native}`;
    if (type === null) {
      assert.equal(decoded.ok, false, where);
      if (decoded.ok) return;
      const { start, end } = decoded.problem;
      assert.ok(0 <= start && start <= end && end <= url.length, where);
      return;
    }
    assert.ok(decoded.ok, `${where}: ${decoded.ok ? '' : decoded.problem.message}`);
    assert.equal(decoded.mimeType, type, where);
    assert.deepEqual(Array.from(decoded.body), Array.from(bytes), where);
    assert.equal(decoded.body.byteLength, decoded.body.buffer.byteLength, where);
    assert.equal(parseDataUrl(url).mimeType, type, where);
    assert.equal(decodedSize(url), bytes.length, where);
    assert.ok(isDataUrl(url), where);
  });
}

async function checkStream(url: string, type: string | null, bytes: ArrayLike<number>): Promise<void> {
  for (const input of [url, new Blob([url])]) {
    const stream = await decodeDataUrlStream(input);
    if (!stream.ok) {
      assert.equal(type, null, url);
      continue;
    }
    const body: number[] = [];
    for await (const chunk of stream.chunks) body.push(...chunk);
    if (stream.problem() !== null) {
      assert.equal(type, null, url);
      continue;
    }
    assert.equal(stream.mimeType, type, url);
    assert.deepEqual(body, Array.from(bytes), url);
  }
}

async function checkAll(cases: [string, string | null, ArrayLike<number>?][]): Promise<void> {
  for (const [url, type, bytes] of cases) {
    check(url, type, bytes ?? []);
    await checkStream(url, type, bytes ?? []);
  }
}

test('web-platform-tests: data-urls.json', { skip }, async () => {
  const cases = sharedVectors('wpt/data-urls.json') as [string, string | null, number[]?][];
  assert.equal(cases.length, 72);
  await checkAll(cases);
});

test('web-platform-tests: base64.json', { skip }, async () => {
  const cases = sharedVectors('wpt/base64.json') as [string, number[] | null][];
  assert.equal(cases.length, 80);
  const type = 'text/plain;charset=US-ASCII';
  await checkAll(
    cases.map(([text, bytes]) => [`data:;base64,${text}`, bytes === null ? null : type, bytes ?? []]),
  );
});

test("Servo's additions", { skip }, async () => {
  const cases = sharedVectors('derived/servo-data-url-extra.json') as [string, string | null, number[]?][];
  assert.equal(cases.length, 6);
  await checkAll(cases);
});

test('examples of RFC 2397', { skip }, async () => {
  const { cases } = sharedVectors('rfc/rfc2397-examples.json') as {
    cases: {
      name: string;
      url: string;
      mimeType: string;
      base64: boolean;
      bytesBase64: string;
      strictRFC2397: boolean;
      defect?: { offset: number; length: number };
    }[];
  };
  assert.equal(cases.length, 11);
  for (const { name, url, mimeType, base64, bytesBase64, strictRFC2397, defect } of cases) {
    await checkAll([[url, mimeType, Buffer.from(bytesBase64, 'base64')]]);
    const parsed = parseDataUrl(url);
    assert.equal(parsed.base64, base64, name);
    const decoded = decodeDataUrl(url);
    // No grammar lint may object to a URL that RFC 2397's grammar allows; some grammar lint must object to any other
    // URL.
    const lints = lintDataUrl(url, parsed, decoded.ok ? decoded.body : undefined);
    const objections = lints.filter(
      ({ code }) =>
        !['length-attribute', 'length-tag', 'lowercase-escape', 'empty-body', 'charset-mismatch'].includes(
          code,
        ),
    );
    assert.equal(objections.length === 0, strictRFC2397, `${name}: ${objections.map(({ code }) => code)}`);
    if (defect !== undefined) {
      const lint = lints.find(({ code }) => code === 'malformed-escape');
      assert.deepEqual([lint?.start, lint?.end], [defect.offset, defect.offset + defect.length]);
    }
  }
});

test('our own table', async () => {
  const cases = ownVectors('data-urls.json') as {
    why: string;
    url: string;
    type: string | null;
    text?: string;
    bytes?: number[];
    code?: string;
    start?: number;
    end?: number;
  }[];
  assert.equal(cases.length, 84);
  for (const { why, url, type, text, bytes, code, start, end } of cases) {
    const expected = bytes ?? Array.from(new TextEncoder().encode(text ?? ''));
    await checkAll([[url, type, expected]]);
    const decoded = decodeDataUrl(url);
    if (decoded.ok) continue;
    assert.equal(decoded.problem.code, code, why);
    if (start !== undefined) assert.equal(decoded.problem.start, start, why);
    if (end !== undefined) assert.equal(decoded.problem.end, end, why);
  }
});

const slice = 1 << 20;
const slices = 'A'.repeat(slice - 4);

for (const [tail, start] of [
  ['AA==AAAA', 2],
  ['AAA=AAAA', 3],
  ['AA==\n=', 5],
  ['AA=A=', 2],
  ['AAAA=AAA', 4],
  ['AAAAA', 4],
  ['AAAA-AAA', 4],
] as const) {
  test(`setFromBase64 in slices: what is wrong in or behind one: ${JSON.stringify(tail)}`, () =>
    withAndWithoutNative(() => {
      const decoded = decodeDataUrl(`data:;base64,${slices}${tail}`);
      assert.ok(!decoded.ok, tail);
      assert.equal(decoded.problem.start, 13 + slice - 4 + start, decoded.problem.code);
    }));
}

for (const [tail, size] of [
  ['AA==', 1],
  ['AA=\n=', 1],
  ['AA \f ', 1],
  ['A\nAAA\n', 3],
  ['AAA%3d', 2],
  ['A%41AAAA', 4],
] as const) {
  test(`setFromBase64 in slices: the end of one is not the end: ${JSON.stringify(tail)}`, () =>
    withAndWithoutNative(() => {
      const expected = Buffer.alloc(((slice - 4) / 4) * 3 + size);
      for (const shift of [0, 1, 2, 3, 5, 8]) {
        const decoded = decodeDataUrl(`data:;base64,${slices}${' '.repeat(shift)}${tail}`);
        assert.ok(decoded.ok && expected.equals(decoded.body), `${shift}`);
      }
    }));
}
