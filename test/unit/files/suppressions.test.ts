/** Tests comments that suppress findings, in the syntax of each kind of file, and mistakes in such comments. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FileKind } from '../../../src/files/file-kind.ts';
import { positionsIn } from '../../../src/files/line-positions.ts';
import { suppressionsIn, type WrongSuppression } from '../../../src/files/suppressions.ts';

const read = (kind: FileKind, text: string) => {
  const wrong: WrongSuppression[] = [];
  const { suppressions = [] } = suppressionsIn(kind, text, positionsIn(text), (each) => wrong.push(each));
  return { suppressions, wrong };
};
const mark = 'data-url-inspector-ignore-next-line type-mismatch: served so';

for (const [kind, text] of [
  ['html', `<!-- ${mark} -->`],
  ['html', `{{!-- ${mark} --}}`],
  ['html', `{# ${mark} #}`],
  ['html', `<style>/* ${mark} */`],
  ['xml', `<!--${mark}-->`],
  ['css', `/* ${mark} */ a {}`],
  ['css', `// ${mark}`],
  ['script', `  // ${mark}`],
  ['script', `{/* ${mark} */}`],
  ['json', `// ${mark}`],
  ['markdown', `<!-- ${mark} -->`],
  ['text', `# ${mark}`],
  ['text', `-- ${mark}`],
  ['properties', `# ${mark}`],
] as const)
  test(`${kind}: ${text}`, () => {
    const { suppressions, wrong } = read(kind, `\r\n${text}\r\nx`);
    assert.deepEqual(wrong, []);
    const column = text.indexOf('data-url') + 1;
    assert.deepEqual(suppressions, [{ line: 2, column, rule: 'type-mismatch', reason: 'served so', of: 3 }]);
  });

test('outside of a comment of the kind it is text', () => {
  for (const [kind, text] of [
    ['css', `# ${mark}`],
    ['html', `<p>${mark}`],
    ['script', `<!-- ${mark} -->`],
    ['script', `"${mark}"`],
    ['mail', `<!-- ${mark} -->`],
    ['text', `see ${mark}`],
    ['html', '<!-- data-url-inspector-ignore-next-lines type-mismatch: x -->'],
  ] as const)
    assert.deepEqual(read(kind, text), { suppressions: [], wrong: [] }, text);
});

test('a whole file', () => {
  const { suppressions } = read('css', '/* data-url-inspector-ignore-file large-inline: icons */');
  assert.deepEqual(suppressions, [{ line: 1, column: 4, rule: 'large-inline', reason: 'icons' }]);
});

test('mistakes suppress nothing', () => {
  for (const [text, problem] of [
    ['/* data-url-inspector-ignore-file */', 'there is no rule ""'],
    ['/* data-url-inspector-ignore-file all: x */', 'there is no rule "all"'],
    ['/* data-url-inspector-ignore-file large-inline */', 'the reason is missing: "RULE: reason"'],
    ['/* data-url-inspector-ignore-file large-inline: */', 'the reason is missing: "RULE: reason"'],
    [
      '/* data-url-inspector-ignore-file large-inline: x\n*/',
      'the comment doesn\'t end in its line with "*/"',
    ],
  ] as const) {
    const { suppressions, wrong } = read('css', text);
    const said = wrong.map(({ line, column, problem }) => ({ line, column, problem }));
    assert.deepEqual([suppressions, said], [[], [{ line: 1, column: 4, problem }]]);
  }
});
