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
        <script>
          fetch('data:text/plain,fetched');
          new Image().src = 'data:image/png;base64,iVBORw0KGgo=';
        </script>`,
    },
  });
  const extension = await launch(t);
  const page = await extension.newPage();
  await page.goto(server.url('/'));
  const panel = await extension.openDevToolsPanel(page, { width: 1300, height: 900 });

  await t.test("lists what DevTools' own APIs tell, and offers to read the site", async () => {
    await panel.waitFor(() => document.querySelector('[data-failure="needs-click"] [data-action="grant"]'));
    await panel.waitFor(() => document.querySelectorAll('[data-row]').length === 2);
    const rows = await rowsOf(panel);
    assert.deepEqual(
      rows.map(({ type, size }) => `${type} ${size}`),
      ['image/gif 42 bytes', 'image/png 8 bytes'],
    );
    assert.match(await panel.evaluate(() => document.body.textContent ?? ''), /Allow reading this site/);
  });

  await t.test('adds what the page requests while it is open, with its request', async () => {
    await page.reload();
    await panel.waitFor(() => document.querySelectorAll('[data-row]').length === 3);
    await openDetail(panel, 'fetched');
    await panel.waitFor(() => document.querySelector('[data-detail]')?.textContent?.includes('1 request'));
  });

  await t.test('adds what the document holds once the site is granted, and keeps the rest', async () => {
    await extension.grantHosts(`${server.origin.replace(/:\d+$/, '')}/*`);
    await whenRead(panel);
    await panel.waitFor(() => document.querySelectorAll('[data-row]').length === 4);
    await openDetail(panel, 'image/gif');
    await panel.waitFor(() =>
      document.querySelector('[data-detail] .occurrences')?.textContent?.includes('<img> src'),
    );
    await panel.click('[data-detail] [data-action="show"]');
    await page.waitForFunction(() => document.querySelector('img')?.getAnimations().length === 1);
  });
  await panel.close();
});
