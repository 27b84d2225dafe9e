import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { isolated, signed } from '../../../../extension/ui/text/direction.ts';

const given = globalThis as { document?: { documentElement: { dir: string } } };
const inDirection = (dir: string) => {
  given.document = { documentElement: { dir } };
};
afterEach(() => delete given.document);

test('a sign stands in front of its number, and a range in its order, from right to left too', () => {
  inDirection('rtl');
  const texts = [12, -12, 0].map((difference) => signed(difference, String));
  // UAX #9: after a left-to-right mark, the sign stays with the number.
  assert.deepEqual(texts, ['\u200e+12', '\u200e−12', '\u200e±0']);
  assert.equal(isolated('3–9'), '\u20683–9\u2069');
  inDirection('ltr');
  assert.deepEqual([signed(12, String), signed(-12, String), isolated('3–9')], ['+12', '−12', '3–9']);
});
