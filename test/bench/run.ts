/** `npm run bench [-- one part]`: the design's budgets, measured here and now. Nothing in it can fail a test. */
import { core } from './core.ts';
import { files } from './files.ts';
import { hostile } from './hostile.ts';
import { judging } from './judge.ts';
import { pageHold } from './page-hold.ts';
import { panel } from './panel.ts';
import { popup } from './popup.ts';
import { scan } from './scan.ts';
import { sizes } from './sizes.ts';
import { surface } from './surface.ts';
import { printTable } from './table.ts';
import { workerHold } from './worker-hold.ts';

/** One of these names alone, if the command is given one. */
const [wanted, detail] = process.argv.slice(2);
const tables = {
  judging: ['Judging', judging],
  'worker-hold': ['Worker', workerHold],
  sizes: ['Sizes', sizes],
  files: ['Files', files],
  scan: ['Scan', scan],
  'page-hold': ['Hostile pages: longest block of their main thread', () => pageHold(detail)],
  popup: ['Popup', popup],
  surface: ['Inspector tab', surface],
  panel: ['Panel in DevTools', panel],
  hostile: ['Hostile pictures', hostile],
} as const;

if (wanted === undefined || wanted === 'core') await core();
for (const [name, [title, measure]] of Object.entries(tables)) {
  if (wanted === undefined || wanted === name) printTable(title, await measure());
}
