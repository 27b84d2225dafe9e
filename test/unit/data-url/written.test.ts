/**
 * Compares the identity and the body of a text and of a Blob with those that Node's Buffer and hash compute from the
 * same bytes.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { base64Character, noComma } from '../../../src/data-url/problems.ts';
import {
  type BodyRead,
  identify,
  type ReadBody,
  readBody,
  type Written,
} from '../../../src/data-url/written.ts';
import { bodyLimits } from '../../../src/limits.ts';

const { whole, head, tail } = bodyLimits;

/** Bytes without repeated sequences, in ASCII without "%" and "#". */
const bytes = Buffer.alloc(whole + 1);
for (let i = 0; i < bytes.length; i++) bytes[i] = 0x61 + ((Math.imul(i, 2654435761) >>> 20) % 26);

/** Returns the expected result for the first `size` bytes. If `size` exceeds `limit`, only the two ends are kept. */
function expected(size: number, limit: number, base64: boolean) {
  const body = bytes.subarray(0, size);
  const sha256 = createHash('sha256').update(body).digest('hex');
  const parts =
    size > limit ? { head: body.subarray(0, head), tail: body.subarray(-tail) } : { head: body, tail: null };
  return { ok: true, mimeType: 'a/b', base64, credentials: null, size, sha256, ...parts };
}

/** Returns the result with its bytes as Buffers, which are quick to compare. */
const withBuffers = (read: ReadBody) =>
  read.ok ? { ...read, head: Buffer.from(read.head), tail: read.tail && Buffer.from(read.tail) } : read;

function assertReads(read: ReadBody, wanted: ReturnType<typeof expected>, how: string) {
  const { type, comma, head, tail, ...rest } = withBuffers(read) as BodyRead & ReturnType<typeof expected>;
  assert.equal(type.essence, 'a/b', how);
  assert.ok(comma > 0, how);
  const { head: wantedHead, tail: wantedTail, ...wantedRest } = wanted;
  assert.deepEqual(rest, wantedRest, how);
  assert.ok(head.equals(wantedHead), `head: ${how}`);
  assert.equal(tail === null, wantedTail === null, how);
  assert.ok(tail === null || tail.equals(wantedTail as Buffer), `tail: ${how}`);
}

const bodyOf = async (written: Written) => (await readBody(written)).read;
const asText = (size: number) => `data:a/b,${bytes.toString('latin1', 0, size)}`;
const asBase64 = (size: number) => `data:a/b;base64,${bytes.toString('base64', 0, size)}`;
const asEscapes = (size: number) => `data:a/b,${bytes.toString('latin1', 0, size).replaceAll('q', '%71')}`;

test('a text is kept whole up to a limit, and beyond it its beginning and its end', async () => {
  for (const size of [0, 1, tail + 1, whole, whole + 1])
    assertReads(await bodyOf(asText(size)), expected(size, whole, false), `${size}`);
  assertReads(await bodyOf(asBase64(5)), expected(5, whole, true), 'base64');
});

for (const size of [0, 1, tail, head - 1, head, head + 1])
  test(`of a Blob no more than the beginning and the end is kept: ${size}`, async () =>
    assertReads(await bodyOf(new Blob([asText(size)])), expected(size, head, false), ''));

const large = head + 1000;
for (const [how, write, base64] of [
  ['base64', asBase64, true],
  ['escapes', asEscapes, false],
  // After a non-ASCII character, the text arrives in larger pieces.
  ['one large piece', (size: number) => asText(size).replace(',', ';é,'), false],
] as const)
  test(`the end of a Blob, however long the pieces are that it comes in: ${how}`, async () =>
    assertReads(await bodyOf(new Blob([write(large)])), expected(large, head, base64), ''));

test('what browsers do not read: why, and how it is written', async () => {
  for (const [written, base64, problem] of [
    ['data:', false, noComma(5)],
    ['data:;base64,QQ-=', true, base64Character(0x2d, 15, 16)],
    ['data:/;base64,QQ-=', true, base64Character(0x2d, 16, 17)],
  ] as const) {
    const wanted = { ok: false, base64, problem };
    assert.deepEqual(await bodyOf(written), wanted, written);
    assert.deepEqual(await bodyOf(new Blob([written])), wanted, `Blob: ${written}`);
  }
});

test('a password stops only fetch(), and is hidden behind bullets', async () => {
  const written = 'data://user:password@host/,x';
  const read = withBuffers(await bodyOf(new Blob([written])));
  assert.deepEqual(read, withBuffers(await bodyOf(written)));
  assert.ok(read.ok && read.credentials !== null);
  assert.equal((await identify(written)).head, 'data://user:••••••••@host/,x');
});

test('a Blob is identified as its text', async () => {
  for (const text of [
    '',
    'data:,a',
    '\ufeffdata:,é€😀',
    'é'.repeat(150),
    '€'.repeat(150),
    `${'a'.repeat(99)}😀b`,
    `${'\u07ff\u0800\uffff'.repeat(60)}`,
    'x'.repeat((1 << 18) - 1) + '😀€'.repeat(5),
  ]) {
    const identity = await identify(text);
    // UTF-8 encodes a surrogate pair as one character, but the beginning must still be cut after the hundredth code
    // unit.
    assert.deepEqual([identity.length, identity.head], [text.length, text.slice(0, 100)]);
    assert.equal(identity.bytes, Buffer.byteLength(text));
    assert.deepEqual(await identify(new Blob([text])), identity);
  }
});

test('a long text of other than ASCII characters is identified whole', async () => {
  const written = `data:,${'\u20ac'.repeat((1 << 20) + 1)}`;
  const { sha256, bytes } = await identify(written);
  assert.equal(bytes, 6 + 3 * ((1 << 20) + 1));
  assert.equal(sha256, createHash('sha256').update(written).digest('hex'));
});
