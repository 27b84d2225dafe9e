/** The list of search terms has an example of all that there is to search for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchTerms } from '../../../extension/ui/bars/search-terms.ts';
import { fieldNames, parseQuery, stateNames } from '../../../src/report/query.ts';

const terms: string[] = Object.values(searchTerms).flat();

test('each field and each state has an example', () => {
  const shown = terms.map((term) => (term.startsWith('is:') ? term : term.split(/[:<>]/)[0]));
  for (const name of fieldNames) assert.ok(shown.includes(name), name);
  for (const name of stateNames) assert.ok(shown.includes(`is:${name}`), name);
});

test('the examples are searches without a mistake', () => {
  assert.deepEqual(parseQuery(terms.join(' ')).problems, []);
});
