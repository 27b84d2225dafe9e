/** Tests the cost of a page's data: URLs in Chromium. Each source text counts once, in its own spelling. */
import assert from 'node:assert/strict';
import { inspectPage } from '../../src/cli/inspect-page.ts';
import { countedEffects, effectCountsOf } from '../../src/report/effects.ts';
import { launch } from '../support/chromium.ts';
import { costRoutes, costsIn, costsOfPage } from '../support/costs.ts';
import { openPopup } from '../support/popup.ts';
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';

testInFull('what a page carries', { timeout: 300_000 }, async (t) => {
  await using server = await serve({ routes: costRoutes });
  const extension = await launch(t);
  const tab = await extension.newPage();

  await t.test('each source text costs its bytes once, whoever loads it', async () => {
    await tab.goto(server.url('/'));
    const report = await inspectPage(extension, tab, performance.now() + 120_000);
    assert.deepEqual(costsIn(report), costsOfPage);
    const total = Object.values(costsOfPage).reduce((sum, cost) => sum + cost, 0);
    assert.equal(report.totals.cost, total);
    const { copiesCost, savings } = report.totals;
    assert.ok(0 < copiesCost && copiesCost <= savings && savings <= total);
    const sheets = new Set(
      report.dataUrls.flatMap(({ occurrences }) => occurrences.map(({ sheet }) => sheet)),
    );
    assert.deepEqual([...sheets].filter(Boolean).sort(), [
      server.url('/imported.css'),
      server.url('/sheet.css'),
    ]);
  });

  await t.test('the surfaces say the figures of the Report', async () => {
    const { totals, dataUrls, findings } = await inspectPage(extension, tab, performance.now() + 120_000);
    const popup = await openPopup(extension, tab);
    const said = await popup.evaluate(() => ({
      verdict: document.querySelector('.verdict')?.textContent ?? '',
      savings: document.querySelector('.savings')?.getAttribute('title') ?? '',
      kinds: Array.from(
        document.querySelectorAll('.segment'),
        (segment) => segment.getAttribute('aria-label') ?? '',
      ).join(' '),
      counts: Array.from(
        document.querySelectorAll('.counter'),
        (each) => [each.getAttribute('data-filter'), Number.parseInt(each.textContent ?? '', 10)] as const,
      ),
    }));
    const number = new Intl.NumberFormat('en', { style: 'unit', unit: 'byte', unitDisplay: 'long' });
    const figure = (bytes: number) =>
      bytes < 1000 ? number.format(bytes) : `${(bytes / 1000).toFixed(1)} kB`;
    assert.ok(said.verdict.startsWith(`${figure(totals.cost)} in `), said.verdict);
    assert.ok(said.verdict.endsWith(`save up to ${figure(totals.savings)}`), said.verdict);
    assert.match(said.kinds, / in copies/);
    assert.ok(said.savings.startsWith(`${number.format(totals.savings)} · `), said.savings);
    const counts = effectCountsOf({ dataUrls, findings });
    assert.deepEqual(
      said.counts.filter(([, count]) => count > 0),
      countedEffects.flatMap((effect) => (counts.has(effect) ? [[effect, counts.get(effect)]] : [])),
    );
    await popup.click('[data-action="savings"]');
    await popup.waitFor(() => document.activeElement?.id === 'page-savings');
    const parts = await popup.evaluate(() =>
      Array.from(document.querySelectorAll('.page-savings li .savings'), (each) => each.textContent ?? ''),
    );
    assert.ok(
      parts.every((part) => /^saves \d/.test(part)),
      parts.join(),
    );
    const inAll = await popup.evaluate(() => document.querySelector('#page-savings .savings')?.textContent);
    // A size that isn't rounded is not repeated.
    const exact = totals.savings < 1000 ? '' : ` (${number.format(totals.savings)})`;
    assert.equal(inAll, `save up to ${figure(totals.savings)}${exact}`);
    const bytesIn = (text: string) => {
      const [, value = '0', unit = ''] = /([\d.]+) (bytes?|kB)/.exec(text) ?? [];
      return Number(value) * (unit === 'kB' ? 1000 : 1);
    };
    const gains = parts.map(bytesIn);
    assert.deepEqual(
      gains,
      [...gains].sort((a, b) => b - a),
      'the most bytes first',
    );
    const sum = parts.reduce((total, part) => total + bytesIn(part), 0);
    assert.ok(Math.abs(sum - totals.savings) <= 50 * (parts.length + 1), `${sum} of ${totals.savings}`);
    // Savings without a finding also say how to achieve them, and their links open the data: URL.
    await popup.click('[data-rest] [data-action="open-url"]');
    await popup.waitFor(() => document.querySelector('[data-detail]'));
    await popup.close();
  });
});
