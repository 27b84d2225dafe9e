/**
 * The findings about the targets of links must match the hosts to which browsers connect, and no spelling may reveal a
 * password.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { within } from '../../src/cli/drivers/wait.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { outcomePage, plainBrowser } from '../support/differential.ts';
import type { Outcome } from '../support/references-page.ts';
import { cases, comparisonSeed as seed } from '../support/seed.ts';

const order = { cases: cases(20_000), seed };

const page = (t: TestContext) => outcomePage<Outcome>(t, 'test/support/references-page.ts', order);

function check({ wrong, followed, passwords, said }: Outcome): void {
  assert.deepEqual(wrong, []);
  for (const [name, count] of Object.entries({ followed: followed / 10, passwords, said }))
    assert.ok(count > order.cases / 40, `${name}: ${count}`);
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
