/** Nothing that a person does with the extension is seen by the page or its server, in Chromium. */
import { test } from 'node:test';
import { launch } from '../support/chromium.ts';
import { serve } from '../support/serve.ts';
import { checkMenuTraces, checkNoTraces, tracePages, traceRoutes, whenQuiet } from '../support/traces.ts';

/** Chromium's own `dispatch` replaces the click, since headless mode has no menu. */
declare const chrome: {
  tabs: { query(query: object): Promise<{ id: number }[]> };
  contextMenus: { onClicked: { dispatch(info: object, tab: object): void } };
};

for (const name of tracePages) {
  test(`${name} notices nothing in Chromium`, { timeout: 600_000 }, async (t) => {
    await using server = await serve({ routes: traceRoutes });
    const extension = await launch(t);
    const page = await extension.newPage();
    await page.goto(server.url(name));
    await whenQuiet(page, server, name);
    await checkNoTraces(
      page,
      server,
      () => extension.clickAction(page),
      (what, run) => t.test(what, run),
    );
    await t.test('the context menu', async () => {
      const [tab] = await Promise.all([
        extension.context.waitForEvent('page'),
        extension.worker.evaluate(async () => {
          const [active] = await chrome.tabs.query({ active: true });
          const info = {
            frameId: 0,
            editable: false,
            pageUrl: '',
            menuItemId: 'image',
            srcUrl: 'data:,styled',
          };
          chrome.contextMenus.onClicked.dispatch(info, active ?? {});
        }),
      ]);
      await tab.waitForSelector('main[data-state="done"] [data-detail] .detail-title .type');
      await tab.close();
      await checkMenuTraces(page, server);
    });
  });
}
