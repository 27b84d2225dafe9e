/** The search in the list. Loaded when it is needed. */
import { parseQuery, type Query, type Searched, wordsOf } from '../../../src/report/query.ts';
import { turn } from '../../../src/yield-to-event-loop.ts';
import type { Row } from '../../platform/surface-updates.ts';
import { findingText } from '../text/row-texts.ts';
import { ofRow } from './of-row.ts';

const words = ofRow((row) => wordsOf(row, findingText));

export const parse = (text: string): Query => parseQuery(text, words as (searched: Searched) => string);

/** Prepares the texts of rows for the search, because the first search of many rows would otherwise take long. */
export async function prepare(rows: readonly Row[], signal: AbortSignal): Promise<void> {
  for (const row of rows) {
    await turn();
    if (signal.aborted) return;
    words(row);
  }
}
