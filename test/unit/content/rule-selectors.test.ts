/** Tests the conversion of rules' selectors to lookups of elements. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { listItems, mediaOf, passingStates, selectorsOf } from '../../../extension/content/rule-selectors.ts';
import { runs } from '../../support/seed.ts';

test('a list of selectors is parted at its own commas only', () => {
  assert.deepEqual(listItems('a , .b:is(c, d) , [e=","], f\\,g'), ['a', '.b:is(c, d)', '[e=","]', 'f\\,g']);
  assert.deepEqual(listItems('a /* , */ b'), ['a  b']);
});

/** Returns the lookups of rules in short form: `host|selector|inner|pseudo`. */
const lookups = (...rules: string[]) =>
  selectorsOf(rules)?.lookups.map(({ host = '', selector, inner, pseudo }) =>
    [host, selector, ...(inner ? [`${inner.kind} ${inner.argument}`] : []), ...(pseudo ? [pseudo] : [])].join(
      '|',
    ),
  );

const cases: [rules: string[], expected: string[] | undefined][] = [
  [['.a, .b > c'], ['|.a', '|.b > c']],
  [['@media print', '.a'], ['|.a']],
  [['.a::before'], ['|.a|::before']],
  [['.a:before:hover'], ['|.a|::before']],
  [['.a:hover::after'], ['|.a:hover|::after']],
  [['::selection, b > ::marker'], ['|*|::selection', '|b > *|::marker']],
  [['.first-line:first-child'], ['|.first-line:first-child']],
  [['[a="::before"]'], ['|[a="::before"]']],
  [['.a\\:\\:before'], ['|.a\\:\\:before']],
  [['slot.x::slotted(.y:hover)::before'], ['|slot.x|slotted .y:hover']],
  [['x-y::part(label other)'], ['|x-y|part label other']],
  [[':host'], ['*|']],
  [[':host(.a):hover > b'], [':is(.a):hover|> b']],
  [[':host-context(.a) b'], [':is(.a, :is(.a) *)|b']],
  [[':hostile'], ['|:hostile']],
  [
    ['.a, .b', '&:hover, .c &, d, > e'],
    ['|:is(.a,.b):hover', '|.c :is(.a,.b)', '|:is(.a,.b) d', '|:is(.a,.b) > e'],
  ],
  [['.a', '@media print', '& b'], ['|:is(.a) b']],
  [['@font-face'], undefined],
  [['@property --x'], undefined],
  [[], undefined],
];
for (const [rules, expected] of cases)
  test(`looked up by ${JSON.stringify(rules)}`, () => assert.deepEqual(lookups(...rules), expected));

test('keyframes have the name of their animation', () => {
  assert.equal(selectorsOf(['@media print', '@keyframes "turn"', '50%'])?.keyframes, 'turn');
  assert.equal(selectorsOf(['@-webkit-keyframes x', 'from'])?.keyframes, 'x');
});

test('scopes have a root and a limit', () => {
  assert.deepEqual(selectorsOf(['@scope (.a, .b) to (.c > d)', 'e'])?.scopes, [
    { root: '.a, .b', limit: '.c > d' },
  ]);
  assert.deepEqual(selectorsOf(['@scope', 'e'])?.scopes, [{ root: '', limit: '' }]);
});

test('of a cut list the whole selectors are kept', () => {
  const { isCut, whole } = selectorsOf(['.a, .b, .long-na…']) ?? {};
  assert.deepEqual([isCut, whole], [true, ['.a', '.b']]);
  assert.deepEqual(selectorsOf(['.long-na…'])?.whole, []);
});

test('nested selectors do not multiply without end', () => {
  const all = selectorsOf([`.${'a'.repeat(1000)}`, ...Array(7).fill('&'.repeat(1000))]);
  assert.ok(all?.isCut);
  assert.ok(all.whole.join('').length < 1 << 15);
});

test('parents that are too long for a text are left out', () => {
  const parents = [Array(512).fill('a').join(), Array(512).fill('&').join()];
  assert.deepEqual(lookups(...parents, '&'.repeat(1024)), []);
  assert.equal(selectorsOf([...parents, '&'.repeat(1024)])?.isCut, true);
});

test('states that pass are named once each', () => {
  assert.deepEqual(passingStates(['a:HOVER b:hover', ':focus-within', '.x']), [':hover', ':focus-within']);
});

test('any text comes to an end, and gives no pseudo-element', () => {
  const pieces = fc.constantFrom(
    ...'.a,::before,:host(,::slotted(,),[,",\\,&,>,@media x, ,…,/*,:hover,::part(x)'.split(','),
    ',',
  );
  fc.assert(
    fc.property(
      fc.array(
        fc.array(pieces, { maxLength: 20 }).map((all) => all.join('')),
        { maxLength: 4 },
      ),
      (rules) => {
        selectorsOf(rules);
      },
    ),
    runs(2000),
  );
});

test('the media queries of a rule, also behind the other conditions of an @import', () => {
  for (const [rule, media] of [
    ['@media print', 'print'],
    ['@MEDIA (width > 1px) and (color)', '(width > 1px) and (color)'],
    ['@import print', 'print'],
    ['@import layer screen, print', 'screen, print'],
    ['@import layer(a.b) supports((a: b) and (c: ")")) (width > 1px)', '(width > 1px)'],
    ['@import layer-of', 'layer-of'],
    ['@import', null],
    ['@import layer(base)', null],
    ['@supports (a: b)', null],
    ['.media', null],
  ] as const)
    assert.equal(mediaOf(rule), media, rule);
});
