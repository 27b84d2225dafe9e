/** `npm run bench`: the design's budgets, measured here and now. Nothing in it can fail a test. */
import { core } from './core.ts';
import { popup } from './popup.ts';
import { sizes } from './sizes.ts';
import { printTable } from './table.ts';

await core();
printTable('Sizes', await sizes());
printTable('Popup', await popup());
