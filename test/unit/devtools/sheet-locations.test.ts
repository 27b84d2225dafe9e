import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexOf, locationIn } from '../../../extension/devtools/sheet-locations.ts';
import { atOnce } from '../../../src/turns.ts';
import { occurrence } from '../report/reports.ts';

const sheet = 'https://example.com/a.css';
const inRule = (rule: string) => occurrence({ place: 'stylesheet', name: 'background', sheet, rule });

/** `line:column` of each occurrence in a text. */
function located(text: string, rules: readonly string[]): string[] {
  const dataUrl = { head: 'data:,x', length: 7, occurrences: rules.map(inRule) };
  const index = atOnce(indexOf(text));
  return rules.map((_, at) => {
    const location = locationIn(index, dataUrl, at);
    return location ? `${location.line}:${location.column}` : 'none';
  });
}

const x = 'background:url(data:,x)';
const cases: Record<string, [text: string, rules: string[], expected: string[]]> = {
  'by its rule': [`a{${x}}\nb{${x}}`, ['b'], ['2:18']],
  'as the browser serializes the rule': [`A , .b[c='d']{${x}}`, ['a, .b[c="d"]'], ['1:30']],
  'two in one rule': [`a{${x};${x}}`, ['a', 'a'], ['1:18', '1:42']],
  'what is overridden is not counted in other rules': [`a{${x};${x}}b{${x}}`, ['a', 'b'], ['1:18', '1:68']],
  'by number where no rule is alike': [`a{${x}}b{${x}}`, ['c', 'd'], ['1:18', '1:44']],
  'a longer URL is another': ['a{b:url(data:,xy)}', ['a'], ['none']],
  'no text': ['', ['a'], ['none']],
};
for (const [name, [text, rules, expected]] of Object.entries(cases))
  test(name, () => assert.deepEqual(located(text, rules), expected));
