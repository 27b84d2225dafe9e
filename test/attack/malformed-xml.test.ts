/** The core must call XML malformed if, and only if, browsers reject it; and no image of malformed XML may be shown. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { within } from '../../src/cli/drivers/wait.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { outcomePage, plainBrowser } from '../support/differential.ts';
import { cases, comparisonSeed as seed } from '../support/seed.ts';
import type { Outcome } from '../support/xml-page.ts';

const order = { cases: cases(5000), seed };

const page = (t: TestContext) => outcomePage<Outcome>(t, 'test/support/xml-page.ts', order);

function check({ wrong, rejected, images }: Outcome): void {
  assert.deepEqual(wrong, []);
  assert.ok(
    rejected > order.cases / 4 && images > order.cases / 50,
    `${rejected} rejected, ${images} images`,
  );
}

test('in Chromium', async (t) => {
  const { url, outcome } = await page(t);
  const plain = await plainBrowser('');
  t.after(plain.close);
  await plain.page.goto(url);
  check(await within('the page', 120_000, outcome));
});

test('in Firefox', async (t) => {
  const { url, outcome } = await page(t);
  const firefox = await launchFirefox(t);
  await firefox.navigate(url);
  check(await within('the page', 120_000, outcome));
});
