/** The panel in real DevTools. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launch } from '../support/chromium.ts';
import { openDetail, rowsOf, whenRead } from '../support/popup.ts';
import { serve } from '../support/serve.ts';

const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

test('the DevTools panel', async (t) => {
  await using server = await serve({
    routes: {
      '/': `<title>Panel</title><img src="${gif}"><a href="data:text/plain,never%20loaded">x</a>
        <script>fetch('data:text/plain,fetched' + Math.random())</script>`,
    },
  });
  const extension = await launch(t);
  const page = await extension.newPage();
  await page.goto(server.url('/'));
  const panel = await extension.openDevToolsPanel(page, { width: 1300, height: 900 });
  const count = (rows: number) =>
    panel.waitFor((wanted) => document.querySelectorAll('[data-row]').length === wanted, rows);

  await t.test("lists what DevTools' own APIs tell, and offers to read the site", async () => {
    await panel.waitFor(() => document.querySelector('[data-failure="needs-click"] [data-action="grant"]'));
    await count(1);
    const [row] = await rowsOf(panel);
    assert.deepEqual([row?.type, row?.size], ['image/gif', '42 bytes']);
  });

  await t.test('follows navigation: lists what the page requests, and no more what went', async () => {
    await page.reload();
    await count(2);
    const before = await openDetail(panel, 'fetched');
    await panel.waitFor(() => document.querySelector('[data-detail]')?.textContent?.includes('1 request'));
    await page.reload();
    await panel.waitFor((id) => !document.querySelector(`[data-row="${id}"]`), before);
    await count(2);
  });

  await t.test('adds what the document holds once the site is granted, and keeps the rest', async () => {
    await extension.grantHosts(`${server.origin.replace(/:\d+$/, '')}/*`);
    await whenRead(panel);
    await count(3);
    await openDetail(panel, 'image/gif');
    await panel.waitFor(() =>
      document.querySelector('[data-detail] .occurrences')?.textContent?.includes('<img> src'),
    );
    await panel.click('[data-detail] [data-action="show"]');
    await page.waitForFunction(() => document.querySelector('img')?.getAnimations().length === 1);
  });
  await panel.close();
});
