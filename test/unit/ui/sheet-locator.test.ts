import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { indexOf, locationIn } from '../../../extension/ui/detail/sheet-locator.ts';
import { occurrence } from '../report/reports.ts';

const sheet = 'https://example.com/a.css';
const inRule = (rule: string) => occurrence({ place: 'stylesheet', name: 'background', sheet, rule });

/** `line:column` of each occurrence in a text. */
async function located(text: string, rules: readonly string[], written = 'data:,x'): Promise<string[]> {
  const sha256 = createHash('sha256').update(written).digest('hex');
  const dataUrl = { sha256, occurrences: rules.map(inRule) };
  const index = await indexOf(text);
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
  test(name, async () => assert.deepEqual(await located(text, rules), expected));

test('by its end where the rules and beginnings are alike', async () => {
  const [one, other] = ['1', '2'].map((end) => `data:,${'x'.repeat(200)}${end}`);
  const face = (url = '') => `@font-face{src:url(${url})}`;
  const text = `${face(one)}\n${face(other)}`;
  assert.deepEqual(await located(text, ['@font-face'], one), ['1:20']);
  assert.deepEqual(await located(text, ['@font-face'], other), ['2:20']);
});
