/** The list of search terms must contain an example for everything that can be searched. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchTerms } from '../../../extension/ui/bars/search-terms.ts';
import { fieldNames, parseQuery, stateNames } from '../../../src/report/query.ts';

const terms: string[] = Object.values(searchTerms).flat();

test('each field has an example, and all states are there', () => {
  const shown = terms.map((term) => (term.startsWith('is:') ? term : term.split(/[:<>]/)[0]));
  for (const name of fieldNames) assert.ok(shown.includes(name), name);
  assert.equal(shown.filter((term) => term?.startsWith('is:')).length, stateNames.length);
});

test('the examples are searches without a mistake', () => {
  assert.deepEqual(parseQuery(terms.join(' '), () => '').problems, []);
});
