/** A page that takes the names of the extension's API is read, shown and reported like any other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportOf } from '../../extension/build/firefox-report.ts';
import { inspectPage } from '../../extension/build/inspect-page.ts';
import type { Report } from '../../src/report/report.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { launch } from '../support/chromium.ts';
import { openDetail, openPopup, rowsOf } from '../support/popup.ts';
import { serve } from '../support/serve.ts';
import { large, namedPages, pageOf } from './names.ts';

const timeout = 120_000;

const serveNames = () =>
  serve({
    routes: Object.fromEntries([...namedPages.values()].map((markup, n) => [`/${n}`, pageOf(markup)])),
  });

function check({ dataUrls, unreachable }: Report): void {
  assert.deepEqual(
    unreachable.filter(({ kind }) => kind !== 'csp-header'),
    [],
  );
  const heads = dataUrls.map(({ head }) => head).filter((head) => head.startsWith('data:,'));
  assert.deepEqual(heads.sort(), ['data:,inner', 'data:,page']);
  const [long] = dataUrls.filter(({ head }) => head.startsWith('data:text/plain'));
  assert.equal(long?.length, large.length);
}

test('pages that take names of the API, in Chromium', { timeout: 600_000 }, async (t) => {
  await using server = await serveNames();
  const extension = await launch(t, { deadlineMs: 60_000 });
  for (const [n, name] of [...namedPages.keys()].entries()) {
    await t.test(name, async () => {
      const page = await extension.newPage();
      await page.goto(server.url(`/${n}`));
      const popup = await openPopup(extension, page);
      assert.equal((await rowsOf(popup)).length, 3);
      await openDetail(popup, 'data:,page');
      await popup.click('.occurrences [data-action="show"]');
      await popup.waitFor(() => document.querySelector('.answer')?.textContent?.includes('Shown'));
      await popup.close();
      check(await inspectPage(extension, page, performance.now() + timeout));
      await page.close();
    });
  }
});

test('such a page is watched, and known to have gone', { timeout: 600_000 }, async (t) => {
  await using server = await serveNames();
  server.routes.set('/next', '<title>Next</title><img src="data:,next">');
  const extension = await launch(t, { deadlineMs: 60_000 });
  for (const [n, name] of [...namedPages.keys()].entries()) {
    await t.test(name, async () => {
      const page = await extension.newPage();
      await page.goto(server.url(`/${n}`));
      const popup = await openPopup(extension, page);
      await popup.click('[data-action="watch"]');
      await popup.waitFor(() => document.querySelector('[data-watching]'));
      await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<img src="data:,new">'));
      await popup.waitFor(() => document.querySelector('[aria-setsize="4"]'));
      await popup.click('[data-action="rescan"]');
      await popup.waitFor(() => document.querySelector('main[data-state="done"] [aria-setsize="4"]'));
      await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<img src="data:,newer">'));
      await popup.waitFor(() => document.querySelector('[aria-setsize="5"]'));
      await page.goto(server.url('/next'));
      await popup.waitFor(() => document.querySelector('[data-failure="page-gone"]'));
      await popup.close();
      await page.close();
    });
  }
});

test('pages that take names of the API, in Firefox', { timeout: 600_000 }, async (t) => {
  await using server = await serveNames();
  const firefox = await launchFirefox(t);
  for (const [n, name] of [...namedPages.keys()].entries()) {
    await t.test(name, async () => {
      await firefox.navigate(server.url(`/${n}`));
      const popup = await firefox.openPopup();
      check(await reportOf(popup));
      await popup.close();
    });
  }
});
