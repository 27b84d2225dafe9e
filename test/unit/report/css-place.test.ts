import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rulePath, sheetName, sheetPosition } from '../../../src/report/css-place.ts';

test('a rule is preceded by those around it, on one line', () => {
  assert.equal(rulePath({}), '');
  assert.equal(rulePath({ rule: '.a,\r\n  .b' }), '.a, .b');
  assert.equal(
    rulePath({ conditions: ['@media print', '.a'], rule: '&:hover' }),
    '@media print › .a › &:hover',
  );
});

const names: [string, string][] = [
  ['https://a.example/css/main.css?v=1#x', 'main.css'],
  ['https://a.example/css/', 'css'],
  ['https://a.example/', 'a.example'],
  ['no address', 'no address'],
  ['', ''],
];
for (const [sheet, name] of names)
  test(`the name of ${sheet || 'nothing'}`, () => assert.equal(sheetName({ sheet }), name));

test('a position is one in a file', () => {
  const sheet = 'https://a.example/main.css';
  assert.equal(sheetPosition({ sheet, line: 12, column: 40 }), 'main.css:12:40');
  assert.equal(sheetPosition({ sheet }), 'main.css');
  assert.equal(sheetPosition({ line: 12, column: 40 }), '');
  const frame = 'https://a.example/shop/index.html?x';
  assert.equal(sheetPosition({ frame, line: 12, column: 40 }), '');
  assert.equal(sheetPosition({ frame, inSource: true, line: 12, column: 40 }), 'index.html:12:40');
  const position = { inSource: true, line: 1, column: 2 } as const;
  assert.equal(sheetPosition({ frame: 'https://a.example/shop/', ...position }), '(index):1:2');
});
