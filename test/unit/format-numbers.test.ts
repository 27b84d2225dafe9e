/** Tests numbers formatted for people. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bytesText, exactBytesText, formatArgument } from '../../src/format-numbers.ts';
import { runs } from '../support/seed.ts';

test('a unit is left where its rounded value would be 1,000', () => {
  const texts: [number, string][] = [
    [0, '0 bytes'],
    [999, '999 bytes'],
    [999.4, '999 bytes'],
    [999.5, '1 kB'],
    [1000, '1 kB'],
    [99_949, '99.9 kB'],
    [99_950, '100 kB'],
    [999_499, '999 kB'],
    [999_500, '1 MB'],
    [1e6, '1 MB'],
    [999_499_999, '999 MB'],
    [999_500_000, '1 GB'],
    [1e9, '1 GB'],
    [1e12, '1,000 GB'],
  ];
  for (const [bytes, text] of texts) assert.equal(bytesText(bytes, 'en'), text, `${bytes}`);
  assert.equal(formatArgument('milliseconds', 999.4, 'en'), '999 ms');
  assert.equal(formatArgument('milliseconds', 999.6, 'en'), '1 sec');
});

test('an exact size is not rounded', () => {
  assert.equal(exactBytesText(1, 'en'), '1 byte');
  assert.equal(exactBytesText(1_234_567, 'en'), '1,234,567 bytes');
  assert.equal(exactBytesText(1_234_567, 'de'), '1.234.567 Byte');
});

test('a larger size never has a smaller figure', () => {
  const scales = ['bytes', 'byte', 'kB', 'MB', 'GB'];
  const bytesOf = (bytes: number) => {
    const [figure = '', unit = ''] = bytesText(bytes, 'en').split(' ');
    return Number(figure.replaceAll(',', '')) * 1000 ** Math.max(0, scales.indexOf(unit) - 1);
  };
  const near = (from: number, to: number) => fc.double({ min: from, max: to, noNaN: true });
  const size = fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.oneof(near(0.001, 1), near(0.999, 1.001)))
    .map(([step, share]) => 1000 ** step * share);
  fc.assert(
    fc.property(size, size, (one, other) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)];
      assert.ok(bytesOf(less) <= bytesOf(more));
      if (more < 999e9) assert.doesNotMatch(bytesText(more, 'en'), /1,000/);
    }),
    runs(100),
  );
});
