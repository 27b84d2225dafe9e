/** `npm run bench`: the design's budgets, measured here and now. Nothing in it can fail a test. */
import { popup } from './popup.ts';
import { sizes } from './sizes.ts';
import { printTable } from './table.ts';

printTable('Sizes', await sizes());
printTable('Popup', await popup());
