/**
 * Tests streams of a few pieces. The positions of the cuts must not matter, and no more must be read or kept than
 * necessary.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeDataUrl } from '../../../src/data-url/decode.ts';
import { asReadableStream, decodeDataUrlStream } from '../../../src/data-url/decode-stream.ts';
import { tooLarge } from '../../../src/data-url/problems.ts';

type Piece = string | Uint8Array;

/** Returns a stream of the pieces, and a state that shows how reading the stream ended. */
function source(pieces: Piece[]) {
  const state = { cancelled: false, left: [...pieces] };
  const stream = new ReadableStream<Piece>(
    {
      pull(controller) {
        const piece = state.left.shift();
        if (piece === undefined) controller.close();
        else controller.enqueue(piece);
      },
      cancel() {
        state.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, state };
}

/** Returns the result for a stream, in the form of `decodeDataUrl`. */
async function decoded(input: Parameters<typeof decodeDataUrlStream>[0]) {
  const result = await decodeDataUrlStream(input);
  if (!result.ok) return { problem: result.problem };
  const chunks: Uint8Array[] = [];
  for await (const chunk of result.chunks) {
    assert.ok(chunk.length > 0);
    chunks.push(chunk);
  }
  const problem = result.problem();
  if (problem !== null) return { problem };
  const { mimeType, base64, comma } = result;
  return { mimeType, base64, comma, body: Buffer.concat(chunks).toString('latin1') };
}

function expected(written: string, base64: boolean, comma: number) {
  const whole = decodeDataUrl(written);
  return whole.ok
    ? { mimeType: whole.mimeType, base64, comma, body: Buffer.from(whole.body).toString('latin1') }
    : { problem: whole.problem };
}

const urls: [written: string, base64: boolean, comma: number][] = [
  ['data:,a b  \tc \x01 ', false, 5],
  ['\n data:text/html,%3Cp%3e😀é%4#x,y', false, 16],
  ['data:a/b;base64,QUJDRA== \n', true, 15],
  ['data:;base64,QUJD QU%4aD\r\nQ-JD', true, 12],
  ['data:;base64,QUJD  QQ=', true, 12],
  ['data:;base64,QUJDéQ', true, 12],
  ['data:;base64,QUJD  \0  Q', true, 12],
  ['data:,a  #x', false, 5],
  ['data:/,', false, 6],
  ['data:,a!', false, 5],
  ['data:,a\ud83d', false, 5],
  ['\ufeffdata:,a', false, 0],
  [' ', false, 0],
  ['data:/x/../y,z', false, 12],
  ['data:\t//host/a,b/../c', false, 14],
  ['data:text/html', false, 0],
  ['data:x#,', false, 0],
  ['data: , ', false, 6],
  ['http://example.com/,x', false, 0],
  ['dat', false, 0],
  ['', false, 0],
];

test('cut in two anywhere, and into single pieces', async () => {
  for (const [written, base64, comma] of urls) {
    const whole = expected(written, base64, comma);
    const bytes = new TextEncoder().encode(written);
    const check = async (input: Parameters<typeof decoded>[0], how: string) =>
      assert.deepEqual(await decoded(input), whole, `${JSON.stringify(written)}: ${how}`);
    await check(written, 'text');
    await check(new Blob([written]), 'Blob');
    await check(source(written.split('')).stream, 'code units');
    await check(source(Array.from(bytes, (byte) => Uint8Array.of(byte))).stream, 'bytes');
    for (let i = 0; i <= written.length; i++)
      await check(source([written.slice(0, i), written.slice(i)]).stream, `cut at ${i}`);
    for (let i = 0; i <= bytes.length; i++)
      await check(source([bytes.subarray(0, i), bytes.subarray(i)]).stream, `cut at byte ${i}`);
  }
});

test('a piece that is larger than what is decoded at a time, surrogate pairs at its edges', async () => {
  const piece = 1 << 18;
  for (let shift = 0; shift < 3; shift++) {
    const written = `data:,${'a'.repeat(piece - 6 - shift)}😀${'b'.repeat(piece)}`;
    const whole = expected(written, false, 5);
    assert.deepEqual(await decoded(written), whole);
    assert.deepEqual(await decoded(source([written]).stream), whole);
    assert.deepEqual(await decoded(new Blob([written])), whole);
  }
});

test('trailing spaces of many pieces count once something follows', async () => {
  const spaces = Array.from({ length: 5 }, () => ' \x00');
  assert.deepEqual(await decoded(source(['data:,a', ...spaces, 'b ', ' ']).stream), {
    mimeType: 'text/plain;charset=US-ASCII',
    base64: false,
    comma: 5,
    body: `a${spaces.join('')}b`,
  });
  const blob = new Blob(['data:,a', ' '.repeat(10_000)]);
  assert.deepEqual(await decoded(blob), expected('data:,a', false, 5));
});

test('what is no data: URL is left after its first characters', async () => {
  const { stream, state } = source(['  ht', 'tp:', 'x', 'y']);
  assert.deepEqual(await decoded(stream), expected('  http:', false, 0));
  assert.ok(state.cancelled);
  assert.deepEqual(state.left, ['x', 'y']);
});

test('what follows the fragment, or a problem, is not read', async () => {
  for (const pieces of [
    ['data:,', 'a#', 'b', 'c'],
    ['data:;base64,', 'QUJD-', 'b', 'c'],
  ]) {
    const { stream, state } = source(pieces);
    await decoded(stream);
    assert.ok(state.cancelled);
    assert.deepEqual(state.left, ['b', 'c']);
  }
});

test('no more is read than is needed to know what stands before the comma', async () => {
  for (const [pieces, needed] of [
    [['data:te', 'xt/plain', ';x=y,a', 'b', 'c'], 3],
    [['  d', 'ata', ':,', 'x', 'y'], 3],
    [['data:,a', 'b', 'c'], 1],
    [['http:', '//x', ',y'], 1],
  ] as const) {
    let pulled = 0;
    const stream = new ReadableStream<string>(
      {
        pull(controller) {
          const piece = pieces[pulled++];
          if (piece === undefined) controller.close();
          else controller.enqueue(piece);
        },
      },
      { highWaterMark: 0 },
    );
    const decoded = await decodeDataUrlStream(stream);
    assert.equal(pulled, needed, pieces.join('|'));
    if (decoded.ok) for await (const _ of decoded.chunks);
  }
});

/** Returns an endless URL in pieces, and a state that counts the requested pieces. */
function endless() {
  const state = { pulled: 0, cancelled: false };
  const stream = new ReadableStream<string>(
    {
      pull: (controller) => controller.enqueue(state.pulled++ === 0 ? 'data:,' : 'a'),
      cancel: () => {
        state.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, state };
}

test('as a ReadableStream nothing is read before it is asked for, nor when it is cancelled', async () => {
  const { stream, state } = endless();
  const decoded = await decodeDataUrlStream(stream);
  assert.ok(decoded.ok);
  const reader = asReadableStream(decoded.chunks).getReader();
  assert.equal(state.pulled, 1);
  assert.deepEqual((await reader.read()).value, Uint8Array.of(0x61));
  assert.equal(state.pulled, 2);
  await reader.cancel();
  assert.deepEqual(state, { pulled: 2, cancelled: true });
});

test('memory that runs out is a problem of the URL; another error of the source is thrown', async () => {
  const failing = async (error: Error) => {
    const pieces = ['data:,', 'a'];
    const stream = new ReadableStream<string>({
      pull: (controller) => {
        const piece = pieces.shift();
        if (piece === undefined) controller.error(error);
        else controller.enqueue(piece);
      },
    });
    return decoded(stream);
  };
  assert.deepEqual(await failing(new RangeError('Array buffer allocation failed')), {
    problem: tooLarge(0),
  });
  await assert.rejects(failing(new Error('gone')), /gone/);
});

test('a Blob or stream that is no UTF-8 is what its text is', async () => {
  const slice = 1 << 18;
  const blobs = [
    new Blob(['data:,a', Uint8Array.of(0xc3)]),
    new Blob(['data:,'.padEnd(slice - 1, 'a'), Uint8Array.of(0xc3), 'abc']),
    new Blob(['data:,'.padEnd(slice, 'a'), 'é'.repeat(10)]),
  ];
  for (const blob of blobs) {
    const whole = expected(await blob.text(), false, 5);
    assert.deepEqual(await decoded(blob), whole);
    assert.deepEqual(await decoded(source([new Uint8Array(await blob.arrayBuffer())]).stream), whole);
  }
});

test('names a wrong argument', () =>
  assert.rejects(decodeDataUrlStream(5 as never), { name: 'TypeError', message: /decodeDataUrlStream/ }));
