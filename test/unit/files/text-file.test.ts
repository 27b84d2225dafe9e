/** Text that is read in pieces must give the same results as the whole text, wherever it is cut. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxUrlLength } from '../../../src/files/limits.ts';
import { advance, positionsIn } from '../../../src/files/line-positions.ts';
import { streamedParts, type TextPiece, textParts, textPiece } from '../../../src/files/text-file.ts';
import { some, testInFull } from '../../support/seed.ts';

async function* piecesOf(text: string, length: number): AsyncGenerator<TextPiece> {
  for (let at = 0; at < text.length; at += length) yield textPiece(text.slice(at, at + length));
}

async function streamed(pieces: AsyncIterable<TextPiece>, isBare = false): Promise<string[]> {
  const all: string[] = [];
  for await (const { line, column, written } of streamedParts(pieces, isBare))
    all.push(`${line}:${column} ${written?.length ?? 'too long'} ${written?.slice(0, 40)}`);
  return all;
}

function whole(text: string, isBare = false): string[] {
  const positionOf = positionsIn(text);
  return textParts(text, isBare).map(({ start, written }) => {
    const { line, column } = positionOf(start);
    return `${line}:${column} ${written.length} ${written.slice(0, 40)}`;
  });
}

const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** Lines of a log. Some contain a URL that is up to three windows long. */
const log = Array.from({ length: 3000 }, (_, n) => {
  const body = n % 1000 === 7 ? 'QUJD'.repeat(700_000) : 'QUJD'.repeat(n % 50);
  return n % 3 === 0 ? `${n} "data:image/png;base64,${body}" 200` : `${n} GET /data: ${'x'.repeat(n % 700)}`;
}).join('\r\n');

for (const length of some([100_003, 262_144, 5_000_000], 3))
  test(`pieces of ${length} code units`, async () => {
    const expected = whole(log);
    assert.equal(expected.length, 1000);
    assert.deepEqual(await streamed(piecesOf(log, length)), expected);
  });

test('the data of a URL may contain the address of another', () => {
  const url = 'data:text/plain,"https://example.com/data:image/png;base64,AAAA';
  assert.deepEqual(
    textParts(url).map(({ written }) => written),
    [url],
  );
});

/** Base64 longer than a window, on one line and on many. */
const bare = `iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ${'QUJD'.repeat(700_001)}`;
const wrapped = bare.replaceAll(/.{76}/g, '$&\r\n');

test('base64 alone in pieces', async () => {
  const text = `a ${bare} b\n${wrapped}\r\n-- ${gif}`;
  const expected = whole(text, true);
  assert.equal(expected.length, 3);
  assert.deepEqual(await streamed(piecesOf(text, 262_144), true), expected);
  assert.deepEqual(await streamed(piecesOf(text, 262_144)), []);
});

testInFull('a URL that is too long is reported with its place, and the text after it is read', async () => {
  const piece = 'A'.repeat(1 << 24);
  async function* pieces(): AsyncGenerator<TextPiece> {
    yield textPiece('first\nsee data:image/png;base64,');
    for (let n = 0; n <= maxUrlLength / piece.length; n++) yield textPiece(piece);
    yield textPiece(' then\ndata:,next end');
  }
  assert.deepEqual(await streamed(pieces()), ['2:5 too long undefined', '3:1 10 data:,next']);
});

test('the position after a text', () => {
  const start = { line: 2, column: 5 };
  assert.deepEqual(advance(start, 'ab'), { line: 2, column: 7 });
  assert.deepEqual(advance(start, 'a\r\nb\rc\n𝒳'), { line: 5, column: 3 });
});
