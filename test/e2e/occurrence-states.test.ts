/** Tests the state of each data: URL in every surface and export, in Chromium. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspectPage } from '../../src/cli/inspect-page.ts';
import { csvOf } from '../../src/report/csv.ts';
import { markdownOf } from '../../src/report/markdown.ts';
import { launch } from '../support/chromium.ts';
import {
  changingImages,
  expectedStates,
  isSettled,
  kindsIn,
  manyImages,
  markOf,
  policyMarks,
  search,
  statePages,
  stateRoutes,
  statesIn,
} from '../support/occurrence-states.ts';
import { openDetail, openPopup, popupReport, whenRead } from '../support/popup.ts';
import { isFew, some, stepInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';

test('what became of each data: URL, in Chromium', { timeout: 300_000 }, async (t) => {
  await using server = await serve({ routes: stateRoutes });
  const extension = await launch(t);
  const tab = await extension.newPage();

  // test/unit/outcome/state.test.ts tests how an element's state is determined.
  for (const page of statePages.filter((each) => !isFew || ['/page', '/policy', '/targets'].includes(each))) {
    await t.test(`the Report of ${page}`, async () => {
      await tab.goto(server.url(page));
      for (;;) {
        const report = await popupReport(extension, tab);
        if (!isSettled(statesIn(report))) continue;
        assert.deepEqual(statesIn(report), expectedStates('Chromium', page));
        const csv = [...csvOf([report])].join('');
        const markdown = [...markdownOf([report])].join('');
        for (const { occurrences } of report.dataUrls) {
          for (const { selector, state } of occurrences)
            assert.ok(csv.includes(`"${state?.kind}","${state?.by}"`), selector);
        }
        if (page === '/policy') assert.match(markdown, /blocked by default-src/);
        return;
      }
    });
  }

  /** Scans until no state is unknown, and returns the number of occurrences with each kind of state. */
  const kinds = async () => {
    for (;;) {
      const report = await inspectPage(extension, tab, performance.now() + 60_000);
      const counts = kindsIn(report);
      if (!counts.unknown) return counts;
    }
  };

  await stepInFull(t)('12,000 images of which half are broken', async () => {
    await tab.goto(server.url('/many'));
    assert.deepEqual(await kinds(), { loaded: manyImages / 2, 'not-shown': manyImages / 2 });
  });

  await stepInFull(t)('images that change while they are looked at', async () => {
    await tab.goto(server.url('/changing'));
    const report = await inspectPage(extension, tab, performance.now() + 60_000);
    const counts = kindsIn(report);
    // Each image must have a state that was correct at some moment.
    assert.ok((counts.loaded ?? 0) + (counts['not-shown'] ?? 0) + (counts.unknown ?? 0) >= changingImages);
    await tab.evaluate(() => dispatchEvent(new Event('stop')));
    const popup = await openPopup(extension, tab);
    await popup.click('[data-action="rescan"]');
    await popup.waitFor(() => document.querySelectorAll('[data-row]').length === 1);
    await popup.close();
    assert.deepEqual(await kinds(), { 'not-shown': changingImages });
  });

  await t.test('the popup: rows, filters, places', async () => {
    await tab.goto(server.url('/policy'));
    const popup = await openPopup(extension, tab);
    for (const [id, mark] of some(Object.entries(policyMarks), 4))
      assert.equal(await markOf(popup, id, mark), mark, id);
    for (const [query, wanted] of some(
      [
        ['is:blocked', '6'],
        ['is:not-requested', '2'],
        ['is:unknown', '2'],
        ['-is:blocked', '4'],
      ] as const,
      4,
    )) {
      await search(popup, query);
      await popup.waitFor(
        (size) => document.querySelector('[data-row]')?.getAttribute('aria-setsize') === size,
        wanted,
      );
    }
    await search(popup, '');
    const count = await popup.evaluate(
      () => document.querySelector('.chip[data-filter="not-shown"] .count')?.textContent,
    );
    assert.equal(count, '6');
    await search(popup, 'selector:"#blocked-background"');
    await openDetail(popup, 'blocked by default-src');
    const said = await popup.waitFor(
      () => document.querySelector('.occurrences [data-state="blocked"]')?.textContent,
    );
    assert.equal(said, 'blocked by default-src predicted');
    await popup.close();
  });

  await stepInFull(t)('a pasted report of a violation: the places that its directive governs', async () => {
    await tab.goto(server.url('/policy'));
    const popup = await openPopup(extension, tab);
    const [inspector] = await Promise.all([
      extension.context.waitForEvent('page', (each) => each.url().startsWith(extension.origin)),
      popup.click('[data-action="open-tab"]'),
    ]);
    await inspector.click('[data-view-link="workbench"]');
    await inspector.fill(
      '[data-field="source"]',
      JSON.stringify({
        type: 'csp-violation',
        url: server.url('/policy'),
        body: {
          documentURL: server.url('/policy'),
          effectiveDirective: 'img-src',
          blockedURL: 'data',
          disposition: 'enforce',
          originalPolicy: "default-src 'self'; style-src 'unsafe-inline'",
        },
      }),
    );
    await inspector.getByText('img-src blocked data').waitFor();
    await inspector.click('[data-action="join-page"]');
    await inspector.getByText('governs 4 occurrences').waitFor();
    const places = await inspector.locator('[data-directive="img-src"] .occurrence').allTextContents();
    assert.equal(places.filter((text) => text.includes('blocked by default-src')).length, 4);
    await inspector.close();
  });

  await stepInFull(t)('the panel', async () => {
    await extension.grantHosts(`${server.origin.replace(/:\d+$/, '')}/*`);
    const panel = await extension.openDevToolsPanel(tab);
    await tab.goto(server.url('/policy'));
    await whenRead(panel);
    for (const [id, mark] of Object.entries(policyMarks)) {
      // DevTools report what was requested, so what is unknown without them has another state here.
      if (mark !== 'none') assert.equal(await markOf(panel, id, mark), mark, id);
    }
  });
});
