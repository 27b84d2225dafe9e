import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { maxNameLength } from '../../../src/report/limits.ts';
import { nameOf, plainText } from '../../../src/report/name.ts';
import type { Occurrence } from '../../../src/vocabulary.ts';
import { runs } from '../../support/seed.ts';
import { occurrence } from './reports.ts';

const unnamed: Partial<Occurrence> = { selector: 'html > body > img' };
const inSheet: Partial<Occurrence> = {
  place: 'stylesheet',
  element: 'style',
  name: 'background',
  selector: '#sheet',
};
const alt = (text: string): Partial<Occurrence> => ({ ...unnamed, label: { by: 'alt', text } });

/** Returns the name that these occurrences give, as `by: text`. */
const named = (...occurrences: Partial<Occurrence>[]): string => {
  const name = nameOf({ occurrences: occurrences.map(occurrence) });
  return name ? `${name.by}: ${name.text}` : 'none';
};

const cases: [Partial<Occurrence>[], string][] = [
  [[unnamed], 'none'],
  [[], 'none'],
  [[{ ...inSheet, face: 'Inter 700', rule: '@font-face' }], 'font: Inter 700'],
  [[{ ...alt('A cat'), fileName: 'cat.png' }], 'download: cat.png'],
  [[alt('A cat'), alt('A cat'), unnamed], 'alt: A cat'],
  // If several elements share a data: URL, their different labels do not name it.
  [[alt('A cat'), { ...alt('A dog'), selector: '#dog' }], 'id: #dog'],
  [[{ ...unnamed, label: { by: 'link', text: 'Download' } }], 'link: Download'],
  [[{ ...inSheet, rule: ':root', name: '--icon' }], 'property: --icon'],
  [[{ ...inSheet, rule: '.a,\n  .b' }], 'rule: .a, .b'],
  [
    [
      { ...inSheet, rule: '50%', conditions: ['@keyframes x'] },
      { ...inSheet, rule: '.c' },
    ],
    'rule: .c',
  ],
  [[{ ...inSheet, rule: '@font-face' }], 'none'],
  [[inSheet], 'none'],
  [[{ selector: '#a > b:nth-child(1) >>> #c' }], 'id: #c'],
  [[{ ...unnamed, label: { by: 'class', text: 'logo wide' } }], 'class: logo wide'],
  // If a name contains only invisible characters, the next one is used.
  [[alt('\u200b'), alt('A cat')], 'alt: A cat'],
  [
    [
      { ...unnamed, fileName: '\u2066\u2069' },
      { ...unnamed, fileName: 'cat.png' },
    ],
    'download: cat.png',
  ],
  [[{ ...alt('\u200b\u202e'), selector: '#x' }], 'id: #x'],
];
for (const [occurrences, name] of cases)
  test(`${JSON.stringify(occurrences)}: ${name}`, () => assert.equal(named(...occurrences), name));

test('the body names itself before its element does', () => {
  const payload = { facts: { kind: 'markup', title: 'Cart' } } as never;
  assert.deepEqual(nameOf({ occurrences: [occurrence(alt('A cat'))], payload }), {
    text: 'Cart',
    by: 'title',
  });
});

test('nothing invisible is in a name, and it stays short', () => {
  assert.equal(plainText(' a\u202eb\u200bc\n\t\u2066 d\u00ad\u0000e\ufeff\u{e0041} '), 'abc de');
  assert.equal(plainText('x'.repeat(5000)).length, maxNameLength);
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      const plain = plainText(text);
      assert.ok(plain.length <= maxNameLength);
      assert.doesNotMatch(plain, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|\s\s|^\s|\s$/u);
    }),
    runs(100),
  );
});
