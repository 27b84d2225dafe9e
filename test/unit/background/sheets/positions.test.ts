/** Tests the positions of occurrences in the rules of a style sheet, which are determined from the sheet's text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../../support/group-by.ts';
import { installWorld } from '../../../support/worker-world.ts';
import { occurrence } from '../../report/reports.ts';

installWorld();
const { setPositions } = await import('../../../../extension/background/sheets/positions.ts');
const { findInText } = await import('../../../../extension/background/sheets/stylesheets.ts');
const { atOnce } = await import('../../../../src/yield-to-event-loop.ts');

const sheet = 'https://example.com/a.css';
const frame = 'https://example.com/';

/** Returns the `line:column` of each occurrence of `data:,x` in a text. */
function located(text: string, rules: readonly string[], frames = [frame]): string[] {
  const found = atOnce(findInText(text, sheet)).urls.filter(({ written }) => written === 'data:,x');
  const occurrences = frames.flatMap((each) =>
    rules.map((rule) => occurrence({ frame: each, place: 'stylesheet', name: 'background', sheet, rule })),
  );
  if (found.length > 0) setPositions(occurrences, found);
  return occurrences.map(({ line, column }) => (line === undefined ? 'none' : `${line}:${column}`));
}

const x = 'background:url(data:,x)';
const cases: Record<string, [text: string, rules: string[], expected: string[]]> = {
  'by its rule': [`a{${x}}\nb{${x}}`, ['b'], ['2:18']],
  'as the browser serializes the rule': [`A , .b[c='d']{${x}}`, ['a, .b[c="d"]'], ['1:30']],
  'two in one rule': [`a{${x};${x}}`, ['a', 'a'], ['1:18', '1:42']],
  'what is overridden is not counted in other rules': [`a{${x};${x}}b{${x}}`, ['a', 'b'], ['1:18', '1:68']],
  'by number where no rule is alike': [`a{${x}}b{${x}}`, ['c', 'd'], ['1:18', '1:44']],
  'by number among the rules that are like no other': [
    `a{${x}}b:before{${x}}c{${x}}`,
    ['a', 'b::before', 'c'],
    ['1:18', '1:51', '1:77'],
  ],
  'a rule that a script has added has no position': [`a{${x}}`, ['a', 'z'], ['1:18', 'none']],
};
for (const [name, [text, rules, expected]] of Object.entries(cases))
  test(name, () => assert.deepEqual(located(text, rules), expected));

test('each document that loads a sheet has all its rules', () => {
  const frames = [frame, `${frame}frame`];
  assert.deepEqual(located(`a{${x}}\nb{${x}}`, ['a', 'b'], frames), ['1:18', '2:18', '1:18', '2:18']);
});

test('a position that is known stays, and counts', () => {
  const known = occurrence({ place: 'stylesheet', sheet, rule: 'a', line: 9, column: 9 });
  const other = occurrence({ place: 'stylesheet', sheet, rule: 'a' });
  setPositions([known, other], atOnce(findInText(`a{${x};${x}}`, sheet)).urls);
  assert.deepEqual([known.line, other.column], [9, 42]);
});
