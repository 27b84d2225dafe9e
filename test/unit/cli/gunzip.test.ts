/** Tests that everything before the damage of gzip is decompressed, wherever the damage is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { gunzip } from '../../../src/cli/gunzip.ts';
import { runs } from '../../support/seed.ts';

async function* inChunks(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function resultOf(bytes: Buffer, length: number): Promise<{ result: Buffer; problem: string }> {
  const chunks: Uint8Array[] = [];
  let problem = '';
  try {
    for await (const chunk of gunzip(inChunks(bytes, length))) chunks.push(chunk);
  } catch (error) {
    problem = (error as Error).message;
  }
  return { result: Buffer.concat(chunks), problem };
}

/** Bytes that can hardly be compressed. */
const noise = (length: number): Buffer =>
  Buffer.from(
    Uint32Array.from({ length: length / 4 }, (_, n) => Math.imul(n + 1, 2_654_435_761) ^ (n * n)).buffer,
  );
const texts = Array.from({ length: 12 }, (_, n) =>
  Buffer.concat([
    Buffer.from(`member ${n} `),
    n % 3 === 0 ? noise(40_000) : Buffer.alloc(n * 3000, `ab${n}`),
  ]),
);
const members = texts.map((text) => gzipSync(text));
const whole = Buffer.concat(members);
const lengthOf = (parts: readonly Buffer[]): number => parts.reduce((sum, { length }) => sum + length, 0);

test('whole members, in chunks of any length; zeros may follow', async () => {
  for (const length of [300, 4096, 1 << 20])
    for (const zeros of [0, 70_000])
      assert.deepEqual(await resultOf(Buffer.concat([whole, Buffer.alloc(zeros)]), length), {
        ...{ result: Buffer.concat(texts), problem: '' },
      });
});

test('what has arrived is decompressed before the next chunk', async () => {
  const text = noise(8000);
  const bytes = gzipSync(text);
  let received = 0;
  async function* halves() {
    yield bytes.subarray(0, bytes.length / 2);
    assert.ok(received > text.length / 3);
    yield bytes.subarray(bytes.length / 2);
  }
  for await (const chunk of gunzip(halves())) received += chunk.length;
  assert.equal(received, text.length);
});

test('all members before the damage, and its position', async () => {
  const damages = fc.record({
    at: fc.nat({ max: whole.length - 1 }),
    kind: fc.constantFrom('flipped', 'cut', 'zero'),
    length: fc.constantFrom(5000, 1 << 20),
  });
  await fc.assert(
    fc.asyncProperty(damages, async ({ at, kind, length }) => {
      let n = 0;
      while (lengthOf(members.slice(0, n + 1)) <= at) n++;
      const start = lengthOf(members.slice(0, n));
      const bytes = Buffer.from(kind === 'cut' ? whole.subarray(0, at) : whole);
      if (kind !== 'cut')
        for (let each = at; each < at + 20 && each < bytes.length; each++)
          bytes[each] = kind === 'zero' ? 0 : ~(bytes[each] as number);
      const { result, problem } = await resultOf(bytes, length);
      const before = Buffer.concat(texts.slice(0, n));
      assert.ok(result.subarray(0, before.length).equals(before), `${result.length} of ${before.length}`);
      if (problem === '') {
        // The damage is in fields of a header that have no meaning here, or nothing but whole members remains.
        assert.ok(
          result.equals(Buffer.concat(texts)) ||
            (bytes.subarray(start).every((byte) => byte === 0) && result.equals(before)),
        );
        return;
      }
      const [, position = ''] = /after byte ([\d,]+) of the compressed data$/.exec(problem) ?? [];
      assert.ok(Number(position.replaceAll(',', '')) >= Math.min(at, bytes.length), problem);
    }),
    runs(1000, 40),
  );
});

test('text after zeros or members is damage, not the end', async () => {
  for (const rest of ['text', '\0text', '\0\0\0\0\x1f\x8b', '\x1f\x99'])
    for (const length of [300, 1 << 20]) {
      const { result, problem } = await resultOf(Buffer.concat([whole, Buffer.from(rest, 'latin1')]), length);
      assert.ok(result.equals(Buffer.concat(texts)));
      assert.match(problem, /after byte [\d,]+ of the compressed data$/);
    }
});

test('a member of more than 16 MiB loses little before its damage', async () => {
  const long = gzipSync(noise(24 << 20), { level: 1 });
  const bytes = Buffer.from(long);
  const at = bytes.length - 100;
  bytes.fill(0, at);
  const { result, problem } = await resultOf(bytes, 1 << 20);
  assert.ok(result.length > 23 << 20, `${result.length}`);
  assert.notEqual(problem, '');
});
