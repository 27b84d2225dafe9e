/** The failure of a scan concerns only its document: no later document in the tab may show it. */
import { launchForFile, type Surface } from '../support/chromium.ts';
import { openPopup, whenRead } from '../support/popup.ts';
import { some, testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';

const closed = some(
  [
    ['chrome://version/', 'browser-page'],
    ['data:text/html,<p>Hello', 'data-page'],
    ['about:blank', 'data-page'],
  ] as const,
  3,
);

const whenFailed = (surface: Pick<Surface, 'waitFor'>, failure: string) =>
  surface.waitFor((why) => document.querySelector(`[data-failure="${why}"]`) !== null, failure);

/** Waits until a surface offers to request access to the page. */
const whenOffered = (surface: Pick<Surface, 'waitFor'>) =>
  surface.waitFor(() => document.querySelector('[data-failure="needs-click"] [data-action="grant"]'));

const browser = launchForFile();

testInFull(
  'after a popup on a page that can’t be scanned, the panel offers access to the next page',
  async (t) => {
    await using server = await serve({ routes: { '/': '<img src="data:,x">' } });
    const extension = browser();
    const tab = await extension.newPage();
    for (const [url, failure] of closed) {
      await t.test(url, async () => {
        await tab.goto(url);
        const popup = await openPopup(extension, tab);
        await whenFailed(popup, failure);
        await popup.close();
        await tab.goto(server.url('/'));
        const panel = await extension.openDevToolsPanel(tab);
        await whenOffered(panel);
        // The panel follows the tab to the next document.
        await tab.goto(url);
        const again = await openPopup(extension, tab);
        await whenFailed(again, failure);
        await again.close();
        await tab.goto(server.url('/'));
        await whenOffered(panel);
        await panel.close();
      });
    }
    await tab.close();
  },
);

testInFull(
  'an open report shows no failure of an earlier page, also after the end of the worker',
  async (t) => {
    await using server = await serve({ routes: { '/': '<img src="data:,x">' } });
    const extension = browser();
    const tab = await extension.newPage();
    for (const [url, failure] of closed) {
      await t.test(url, async () => {
        await tab.goto(url);
        const popup = await openPopup(extension, tab);
        const [inspector] = await Promise.all([
          extension.context.waitForEvent('page', (page) => page.url().startsWith(extension.origin)),
          popup.click('[data-action="open-tab"]'),
        ]);
        await inspector.locator(`[data-failure="${failure}"]`).waitFor();
        const isOffered = inspector.locator('[data-failure="needs-click"] [data-action="grant"]');
        await tab.goto(server.url('/'));
        await isOffered.waitFor();
        await tab.goto(url);
        await inspector.locator('[data-failure]').waitFor();
        await extension.killWorker();
        await tab.goto(server.url('/'));
        await isOffered.waitFor();
        // A click must still grant access to the page itself.
        const onPage = await openPopup(extension, tab);
        await onPage.waitFor(() => document.querySelector('[data-row]'));
        await onPage.close();
        await inspector.close();
      });
    }
    await tab.close();
  },
);

testInFull('a popup that stays open while its page is left shows no failure of that page', async () => {
  await using server = await serve({ routes: { '/': '<img src="data:,x">' } });
  const extension = browser();
  const tab = await extension.newPage();
  for (const [url] of closed) {
    await tab.goto(url);
    const popup = await openPopup(extension, tab);
    await tab.goto(server.url('/'));
    await popup.waitFor(() => document.querySelector('[data-failure="needs-click"]'));
    await whenRead(popup);
    await popup.close();
  }
});
