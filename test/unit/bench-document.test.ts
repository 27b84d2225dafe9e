/** Tests the table that the benchmarks write into docs/benchmarks.md. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { root } from '../../src/cli/project.ts';
import { type Run, withTable } from '../bench/document.ts';
import { type Measured, slope, verdict } from '../bench/table.ts';

const sizes = [
  { name: '1 KB', size: 1e3, ms: 0.002 },
  { name: '100 KB', size: 1e5, ms: 0.2 },
  { name: '10 MB', size: 1e7, ms: 20 },
  { name: '100 MB', size: 1e8, ms: 200 },
];
const row: Measured = { what: 'a | b', value: 1.234, unit: 'x', budget: 2, goal: 1, note: 'of 15' };
const run: Run = {
  date: new Date(2026, 10, 29),
  commit: 'abc',
  versions: 'Node 20',
  parts: [
    {
      part: 'core',
      where: 'Chromium',
      load: 0.25,
      rows: [
        { ...row, sizes },
        { ...row, where: 'Firefox', value: 3 },
      ],
      ratios: new Map([
        ['a | b', 0.5],
        ['a | b (Firefox)', 1],
      ]),
    },
    {
      part: 'sizes',
      where: 'Node',
      load: 12,
      rows: [{ ...row, what: 'all', unit: 'kB', value: 145.2, budget: 200, goal: 150 }],
      ratios: new Map(),
    },
  ],
};

test('each figure is one line, with its environments beside each other', () => {
  const lines = withTable('# B\n\n## Budgets\n\nOld.\n\n## Next\n\nKept.\n', run).split('\n');
  assert.match(lines[4] ?? '', /^Measured on 29 November 2026, on \d+ × .+, with Node 20\. .*`abc`/);
  assert.deepEqual(lines.slice(6), [
    '| part | figure | Chromium | Firefox | Node | budget | goal | ratio | at each size, and its growth | load |',
    `|${' --- |'.repeat(10)}`,
    '| `core` | a \\| b | 1.23x | 3x, missed |  | 2x | 1x | Chromium 0.5x; Firefox 1x | Chromium 1 KB: 0.002; 100 KB: 0.2; 10 MB: 20; 100 MB: 200 ms; n^1.00 | 0.3 |',
    '| `sizes` | all |  |  | 145 kB | 200 kB | 150 kB |  |  | 12.0 |',
    '',
    '## Next',
    '',
    'Kept.',
    '',
  ]);
});

test('the document has the section that is written, and nothing else of it changes', () => {
  const document = readFileSync(path.join(root, 'docs/benchmarks.md'), 'utf8');
  const [before = '', after = ''] = document.split(/## Budgets\n[\s\S]*?(?=\n## )/);
  const once = withTable(document, run);
  assert.ok(once.startsWith(before) && once.endsWith(after) && after !== '');
  assert.equal(withTable(once, run), once);
});

test('a goal above the budget says that more is better', () => {
  const verdicts = ([1, 10, 25, 6700] as const).map((value) => [
    verdict({ ...row, value, budget: 10, goal: 25 }),
    verdict({ ...row, value, budget: 25, goal: 10 }),
  ]);
  assert.deepEqual(verdicts, [
    ['MISSED', 'goal'],
    ['budget', 'goal'],
    ['goal', 'budget'],
    ['goal', 'MISSED'],
  ]);
});

test('the growth of time with size', () => {
  assert.equal(slope(sizes).toFixed(3), '1.000');
  assert.equal(slope(sizes.map((each) => ({ ...each, ms: each.size ** 2 }))).toFixed(3), '2.000');
});
