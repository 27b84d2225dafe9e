/** Implements `npm run bench [-- PART]`: measures the design's budgets on this machine. A result never fails a test. */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import path from 'node:path';
import { build } from '../../extension/build/build.ts';
import { isFresh } from '../../extension/build/fresh-build.ts';
import { targets } from '../../extension/build/manifest.ts';
import { ensureChromium, ensureFirefox } from '../../extension/build/setup.ts';
import { ArgumentError, commandLine, processArguments } from '../../src/cli/command-line.ts';
import { logToStderr, root } from '../../src/cli/project.ts';
import { checkOut } from '../support/worktree.ts';
import { against } from './against.ts';
import { core } from './core.ts';
import { type PartFigures, withTable } from './document.ts';
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
import { type Measured, printTable, type Where } from './table.ts';
import { workerHold } from './worker-hold.ts';

interface Part {
  title: string;
  /** The environment of all rows that name none. */
  where: Where;
  measure(): Promise<Measured[]>;
}

const chromium = (title: string, measure: () => Promise<Measured[]>): Part => ({
  title,
  where: 'Chromium',
  measure,
});
const node = (title: string, measure: () => Promise<Measured[]>): Part => ({ title, where: 'Node', measure });

const parts: Readonly<Record<string, Part>> = {
  core: chromium('Decoding', () => core(values.all, logToStderr)),
  judging: node('Judging', judging),
  'worker-hold': node('Worker', workerHold),
  sizes: node('Sizes', sizes),
  files: node('Files', files),
  inspect: chromium('Many pages', inspecting),
  scan: chromium('Scan', scan),
  'page-hold': chromium(
    'Pages during their scan: longest block of the main thread, longest wait of own callbacks',
    () => pageHold(detail),
  ),
  'first-rows': chromium('Hostile pages: their first row', firstRows),
  popup: chromium('Popup', popup),
  surface: chromium('Inspector tab', surface),
  'long-lists': chromium('Long lists', longLists),
  panel: chromium('Panel in DevTools', panel),
  hostile: chromium('Hostile pictures', hostile),
  pictures: chromium('Memory of pictures', pictures),
};

const benchCommandLine = commandLine({
  purpose: 'Measures speed, memory and sizes, each beside a peer or a floor in the same run.',
  usage: ['[PART]', 'page-hold [NAME]'],
  operands: {
    PART: `One of ${Object.keys(parts).join(', ')}; without one, all`,
    NAME: 'Measures the hostile pages with this in their names, or "turns"',
  },
  options: {
    all: { type: 'flag', help: 'The core: decodes inputs of 10 MB and more with data-urls, too' },
    json: { type: 'flag', help: 'Prints each row as a line of JSON' },
    write: { type: 'flag', help: 'Writes the table of docs/benchmarks.md, for which all parts must run' },
    against: {
      type: 'text',
      value: 'COMMIT',
      help: 'Builds COMMIT, too, and measures both in turns: what is worse by more than 5% and by more than COMMIT differs from itself',
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
    ['--against HEAD~1 --write', 'Compares everything, and writes docs/benchmarks.md.'],
  ],
});
const { operands, values } = processArguments(benchCommandLine, 'bench', ([part], { write }) => {
  if (part !== undefined && !Object.hasOwn(parts, part))
    throw new ArgumentError(`unknown part "${part}". --help lists the parts.`);
  if (part !== undefined && write) throw new ArgumentError('--write needs all parts, not one.');
});
const [wanted, detail] = operands;

// Most parts run the built extension, and each must measure a build of the current source. With --against, each turn
// runs this script again.
for (const target of targets) if (!(await isFresh(path.join(root, 'dist', target)))) await build({ target });
await using other = values.against === undefined ? null : await checkOut(values.against);
const done: PartFigures[] = [];
for (const [part, { title, where, measure }] of Object.entries(parts)) {
  if (wanted !== undefined && wanted !== part) continue;
  const load = loadavg()[0] ?? 0;
  const { rows, ratios } = other
    ? await against(other, part, values.times)
    : { rows: await measure(), ratios: new Map<string, number>() };
  done.push({ part, where, load, rows, ratios });
  if (values.json) for (const row of rows) process.stdout.write(`${JSON.stringify(row)}\n`);
  else if (!other) printTable(title, rows);
}
if (values.write) {
  const file = path.join(root, 'docs/benchmarks.md');
  const browsers = [await ensureChromium(), await ensureFirefox()].map((executable) =>
    execFileSync(executable, ['--version'], { encoding: 'utf8' }).trim(),
  );
  const versions = [`Node ${process.versions.node}`, ...browsers].join(', ');
  const run = { date: new Date(), commit: other?.hash.slice(0, 12) ?? null, versions, parts: done };
  await writeFile(file, withTable(await readFile(file, 'utf8'), run));
  logToStderr(`Wrote ${path.relative(root, file)}`);
}
