import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isCharstringBomb } from '../../../src/payload/font/charstring-cost.ts';
import { tableOf, tablesOf } from '../../../src/payload/font/font-tables.ts';
import { subroutineFont } from '../../support/fonts.ts';
import { runs } from '../../support/seed.ts';

const cffOf = (font: Uint8Array) => tableOf(font, tablesOf(font) ?? [], 'CFF ', 1 << 20);

test('subroutines that call subroutines are counted as often as they run', async () => {
  const isBomb = async (width: number, depth: number) =>
    isCharstringBomb(await cffOf(subroutineFont({ width, depth })));
  assert.equal(await isBomb(1, 1), false);
  assert.equal(await isBomb(1, 9), false);
  assert.equal(await isBomb(10, 4), false);
  assert.equal(await isBomb(10, 6), true);
  assert.equal(await isBomb(10, 9), true);
  assert.equal(await isBomb(200, 9), true);
});

test('as many as run are counted, for one glyph and for all', async () => {
  // The cost of the second glyph: two numbers and a move, two for the call, six for the line and a return, and the end.
  // `all` adds the cost of the first glyph.
  const cff = await cffOf(subroutineFont({ width: 1, depth: 1 }));
  assert.equal(isCharstringBomb(cff, { glyph: 13, all: 14 }), false);
  assert.equal(isCharstringBomb(cff, { glyph: 12, all: 14 }), true);
  assert.equal(isCharstringBomb(cff, { glyph: 13, all: 13 }), true);
});

test('of operators that compute a number to call, those that no font has are a bomb', async () => {
  const withLine = async (...line: number[]) => {
    const cff = await cffOf(subroutineFont({ width: 1, depth: 1, line }));
    return isCharstringBomb(cff);
  };
  // The stem hints are followed by a mask whose byte resembles the first half of an operator.
  assert.equal(await withLine(139, 140, 18, 139, 140, 19, 12, 11), false);
  // The charstring calls subroutine 2 − 1, which does not exist.
  assert.equal(await withLine(141, 140, 12, 11, 29, 11), false);
  // The number is read from memory.
  assert.equal(await withLine(139, 12, 21, 29, 11), true);
  // The subroutine calls itself, which browsers reject at the tenth call.
  assert.equal(await withLine(32, 29, 11), false);
  assert.equal(await withLine(...Array<number[]>(10).fill([32, 29]).flat(), 11), false);
});

test('any bytes have an end', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      isCharstringBomb(Uint8Array.from([1, 0, 4, 4, ...bytes]));
    }),
    runs(100),
  );
});
