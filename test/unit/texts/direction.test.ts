import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from '../../../src/texts/difference-text.ts';
import { isolatedIn } from '../../../src/texts/direction.ts';
import { messagesIn } from '../../../src/texts/locale-file.ts';

const inDirection = (message: string) => {
  const language = messagesIn({ textDirection: { message } });
  return { isolated: isolatedIn(language), signed: signedIn(language) };
};

test('a sign stands in front of its number, and a range in its order, from right to left too', () => {
  const { isolated, signed } = inDirection('rtl');
  const texts = [12, -12, 0].map((difference) => signed(difference, String));
  // UAX #9: after a left-to-right mark, the sign stays with the number.
  assert.deepEqual(texts, ['\u200e+12', '\u200e−12', '\u200e±0']);
  assert.equal(isolated('3–9'), '\u20683–9\u2069');
  const english = inDirection('ltr');
  assert.deepEqual(
    [english.signed(12, String), english.signed(-12, String), english.isolated('3–9')],
    ['+12', '−12', '3–9'],
  );
});
