/** What Chromium drops of style sheets with one mistake each is what our reader says that browsers drop. */
import { test } from 'node:test';
import { launch } from '../support/chromium.ts';
import { plainBrowser } from '../support/differential.ts';
import { checkDropped, checkDroppedPage, droppedPage, droppedServer } from '../support/dropped-css.ts';
import { popupReport } from '../support/popup.ts';
import { serve } from '../support/serve.ts';

test('what Chromium drops of style sheets', { timeout: 300_000 }, async (t) => {
  await using server = await droppedServer(5000);
  const browser = await plainBrowser('');
  t.after(() => browser.close());
  await browser.page.goto(server.url('/'));
  checkDropped((await browser.page.textContent('body')) ?? '');
});

test('the Report of a page in Chromium names it', { timeout: 120_000 }, async (t) => {
  await using server = await serve({ routes: { '/': droppedPage } });
  const extension = await launch(t);
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  checkDroppedPage(await popupReport(extension, tab));
});
