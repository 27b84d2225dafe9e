/** Implements `npm run bench [-- PART]`: measures the design's budgets on this machine. A result never fails a test. */
import { buildAll } from '../../extension/build/build.ts';
import { ArgumentError, commandLine, processArguments } from '../../src/cli/command-line.ts';
import { against } from './against.ts';
import { core } from './core.ts';
import { files } from './files.ts';
import { firstRows } from './first-rows.ts';
import { hostile } from './hostile.ts';
import { inspecting } from './inspect.ts';
import { judging } from './judge.ts';
import { longLists } from './long-lists.ts';
import { pageHold } from './page-hold.ts';
import { panel } from './panel.ts';
import { pictures } from './pictures.ts';
import { popup } from './popup.ts';
import { scan } from './scan.ts';
import { sizes } from './sizes.ts';
import { surface } from './surface.ts';
import { printTable } from './table.ts';
import { workerHold } from './worker-hold.ts';

const tables = {
  judging: ['Judging', judging],
  'worker-hold': ['Worker', workerHold],
  sizes: ['Sizes', sizes],
  files: ['Files', files],
  inspect: ['Many pages', inspecting],
  scan: ['Scan', scan],
  'page-hold': [
    'Pages during their scan: longest block of the main thread, longest wait of own callbacks',
    () => pageHold(detail),
  ],
  'first-rows': ['Hostile pages: their first row', firstRows],
  popup: ['Popup', popup],
  surface: ['Inspector tab', surface],
  'long-lists': ['Long lists', longLists],
  panel: ['Panel in DevTools', panel],
  hostile: ['Hostile pictures', hostile],
  pictures: ['Memory of pictures', pictures],
} as const;

const benchCommandLine = commandLine({
  purpose: 'Measures speed, memory and sizes, each beside a peer or a floor in the same run.',
  usage: ['[PART]', 'page-hold [NAME]'],
  operands: {
    PART: `One of core, ${Object.keys(tables).join(', ')}; without one, all`,
    NAME: 'Measures the hostile pages with this in their names, or "turns"',
  },
  options: {
    all: { type: 'flag', help: 'The core: decodes inputs of 10 MB and more with data-urls, too' },
    json: { type: 'flag', help: 'Prints each row as a line of JSON (not of the core)' },
    against: {
      type: 'text',
      value: 'COMMIT',
      help: 'Builds COMMIT, too, and measures both in turns (not the core): what is worse by more than 5% and by more than COMMIT differs from itself',
    },
    times: {
      type: 'number',
      value: 'N',
      range: [2, 1000],
      default: 15,
      help: 'Sets how often --against measures each',
    },
  },
  exitCodes: { 0: 'Measured', 2: 'An argument is wrong' },
  examples: [
    ['', 'Measures everything.'],
    ['scan', 'Measures one part.'],
    ['judging --against HEAD~1', 'Compares one part with that of the last commit.'],
  ],
});
const { operands, values } = processArguments(benchCommandLine, 'bench', ([part]) => {
  if (part !== undefined && part !== 'core' && !Object.hasOwn(tables, part))
    throw new ArgumentError(`unknown part "${part}". --help lists the parts.`);
});
const [wanted, detail] = operands;

// Most parts drive the built extension, and each must measure that of the current source.
await buildAll();
const parts = Object.entries(tables).filter(([name]) => wanted === undefined || wanted === name);
if (values.against !== undefined) {
  const names = parts.map(([name]) => name);
  await against(values.against, names, values.times);
} else {
  if (!values.json && (wanted === undefined || wanted === 'core')) await core(values.all);
  for (const [, [title, measure]] of parts) {
    const rows = await measure();
    if (values.json) for (const row of rows) process.stdout.write(`${JSON.stringify(row)}\n`);
    else printTable(title, rows);
  }
}
