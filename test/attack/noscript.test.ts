/**
 * The markup in a noscript or `srcdoc` must produce the elements that a browser creates from it with scripting
 * disabled.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundle, plainBrowser } from '../support/differential.ts';
import type { compare as compareIn } from '../support/noscript-page.ts';
import { cases, comparisonSeed as seed } from '../support/seed.ts';

declare const noscript: { compare: typeof compareIn };

test('the same elements with the same URLs, in the same namespaces', async (t) => {
  const plain = await plainBrowser((await bundle('test/support/noscript-page.ts', 'noscript')).text);
  t.after(plain.close);
  const order = [cases(20_000), seed] as const;
  const { wrong, elements } = await plain.page.evaluate((order) => noscript.compare(...order), order);
  assert.deepEqual(wrong, []);
  assert.ok(elements > order[0] * 3, `${elements} elements`);
});
