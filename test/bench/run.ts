/** `npm run bench`: the design's budgets, measured here and now. Nothing in it can fail a test. */
import { core } from './core.ts';
import { judging } from './judge.ts';
import { popup } from './popup.ts';
import { scan } from './scan.ts';
import { sizes } from './sizes.ts';
import { printTable } from './table.ts';

await core();
printTable('Judging', await judging());
printTable('Sizes', await sizes());
printTable('Scan', await scan());
printTable('Popup', await popup());
