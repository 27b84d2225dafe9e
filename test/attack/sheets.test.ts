/** Style sheets that the worker fetches. Whatever their servers do, the scan must end and name the missing sheets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import type { Report } from '../../src/report/report.ts';
import { launch } from '../support/chromium.ts';
import { rowsOf, whenRead } from '../support/popup.ts';
import { openSurfacePort } from '../support/surface-port.ts';
import { serveSheets } from './sheets.ts';

/** Chromium's own `dispatch` simulates the click, because headless mode has no menu. */
declare const chrome: {
  tabs: { query(query: object): Promise<{ id: number }[]> };
  contextMenus: { onClicked: { dispatch(info: object, tab: object | undefined): void } };
};

/**
 * This test runs only in Chromium. Firefox lets content scripts access sheets that its parser preloaded, so fewer
 * sheets are fetched.
 */
test('style sheets of servers that stall, and of those that send too much', {
  timeout: 600_000,
}, async (t) => {
  await using server = await serveSheets();
  const extension = await launch(t, { deadlineMs: 120_000 });
  await extension.grantHosts();
  const reasons = ({ unreachable }: Pick<Report, 'unreachable'>, kind = 'stylesheet') =>
    unreachable
      .filter((each) => each.kind === kind)
      .map(({ url, reason }) => [new URL(url).pathname, reason]);

  await t.test('98 that stall are given up together, and what came is shown meanwhile', async () => {
    const page = await extension.newPage();
    await page.goto(server.url('/stalling'));
    const popup = await extension.clickAction(page);
    await popup.waitFor(() => document.querySelector('main[data-state="reading"] [aria-setsize="2"]'));
    await whenRead(popup);
    assert.equal((await rowsOf(popup)).length, 2);
    const unread = reasons(await reportOf(popup));
    assert.equal(unread.length, 98);
    for (const [name, reason] of unread) assert.equal(reason, 'not-loaded', name);
    // The server may notice that a request has ended only after the next one has begun.
    const max = server.maxPending();
    assert.ok(max > 4 && max <= 2 * 8, `${max} at once`);
    await page.close();
  });

  await t.test('what a person clicks is shown before they are given up', async () => {
    const page = await extension.newPage();
    await page.goto(server.url('/clicked'));
    const [tab] = await Promise.all([
      extension.context.waitForEvent('page'),
      extension.worker.evaluate(async () => {
        const [active] = await chrome.tabs.query({ active: true });
        const info = { menuItemId: 'image', frameId: 0, srcUrl: 'data:text/csv,clicked' };
        chrome.contextMenus.onClicked.dispatch({ editable: false, pageUrl: '', ...info }, active);
      }),
    ]);
    await tab.waitForSelector(
      'main[data-state="reading"] [data-detail] .detail-title .type:text("text/csv")',
    );
    await tab.close();
    await page.close();
  });

  await t.test(
    'of too many imports as many are fetched as leave another sheet its own, and the others named or counted',
    async () => {
      server.fetched.length = 0;
      const page = await extension.newPage();
      await page.goto(server.url('/imports'));
      const popup = await extension.clickAction(page);
      await whenRead(popup);
      assert.equal((await rowsOf(popup)).length, 2);
      const asked = new Set(server.requests.filter((name) => name.startsWith('/none-')));
      assert.ok(asked.size > 0);
      const report = await reportOf(popup);
      const beyond = reasons(report).filter(([, reason]) => reason === 'beyond-limit');
      assert.ok(beyond.length > 800 && beyond.length <= 1000, `${beyond.length} are named`);
      await page.close();
    },
  );

  await t.test(
    'of too many data: URLs as many are kept as of a page, and the limit is reported',
    async () => {
      const page = await extension.newPage();
      await page.goto(server.url('/many'));
      // A port is used instead of a surface, because drawing and exporting this many would take most of the time.
      const surface = await openSurfacePort(extension, server.url('/many'));
      const { overview } = await surface.until(() => true);
      assert.equal(overview.totals.dataUrls, 25_000);
      assert.deepEqual(reasons(overview, 'page'), [['/many', 'beyond-limit']]);
      await page.close();
    },
  );
});
