import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { charactersOf } from '../../../src/payload/font/font-characters.ts';
import { runs } from '../../support/seed.ts';

const u16 = (...values: number[]) => values.flatMap((value) => [(value >> 8) & 255, value & 255]);
const u32 = (...values: number[]) => values.flatMap((value) => u16(value >>> 16, value));
const table = (platform: number, encoding: number, subtable: number[]) =>
  Uint8Array.from([...u16(0, 1, platform, encoding), ...u32(12), ...subtable]);
const codesOf = (cmap: Uint8Array, ...codes: number[]) => codes.filter((code) => charactersOf(cmap)?.(code));

test('segments with a delta, with an array of glyphs, and with none', () => {
  const cmap = table(3, 1, [
    ...u16(4, 0, 0, 8, 0, 0, 0),
    ...u16(0x42, 0x52, 0xe001, 0xffff, 0),
    ...u16(0x41, 0x50, 0xe000, 0xffff),
    // In the third segment, the second character has glyph 0.
    ...u16(0, 0, 0x1fff, 1),
    ...u16(0, 6, 0, 0),
    ...u16(7, 0, 9),
  ]);
  assert.deepEqual(
    codesOf(cmap, 0x40, 0x41, 0x42, 0x43, 0x4f, 0x50, 0x51, 0x52, 0x53, 0xe000, 0xe001, 0xffff, 0x10041),
    [0x41, 0x42, 0x50, 0x52, 0xe000],
  );
});

test('groups, counted or all of one glyph', () => {
  const groups = (format: number) =>
    table(3, 10, [
      ...[...u16(format, 0), ...u32(40, 0, 3)],
      ...[...u32(0x41, 0x43, 0), ...u32(0x3042, 0x3042, 5), ...u32(0x1f600, 0x1f601, 6)],
    ]);
  const codes = [0x40, 0x41, 0x42, 0x43, 0x44, 0x3042, 0x1f601, 0x1f602];
  assert.deepEqual(codesOf(groups(12), ...codes), [0x42, 0x43, 0x3042, 0x1f601]);
  assert.deepEqual(codesOf(groups(13), ...codes), [0x3042, 0x1f601]);
});

test('what is not for Unicode, of another format, or nothing, is not known', () => {
  assert.equal(charactersOf(table(1, 0, [...u16(12, 0), ...u32(28, 0, 0)])), null);
  assert.equal(charactersOf(table(3, 1, u16(2, 0, 0))), null);
  assert.equal(charactersOf(new Uint8Array()), null);
});

test('any bytes are read', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 100 }),
      fc.constantFrom(4, 12, 13),
      fc.nat(0x10ffff),
      (bytes, format, code) => {
        charactersOf(table(3, 1, [...u16(format), ...bytes]))?.(code);
      },
    ),
    runs(100),
  );
});
