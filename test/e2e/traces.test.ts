/** Nothing that a person does with the extension is seen by the page or its server, in Chromium. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launchForFile } from '../support/chromium.ts';
import { popupReport } from '../support/popup.ts';
import { some } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { checkMenuTraces, checkNoTraces, tracePages, traceRoutes, whenQuiet } from '../support/traces.ts';

/** Chromium's own `dispatch` replaces the click, since headless mode has no menu. */
declare const chrome: {
  tabs: { query(query: object): Promise<{ id: number }[]> };
  contextMenus: { onClicked: { dispatch(info: object, tab: object): void } };
};

const browser = launchForFile();

for (const name of some(tracePages, 2)) {
  test(`${name} notices nothing in Chromium`, { timeout: 600_000 }, async (t) => {
    await using server = await serve({ routes: traceRoutes });
    const extension = browser();
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

test('a page without frames notices no call of its own functions', async () => {
  await using server = await serve({
    routes: {
      '/': `<!doctype html><title>Replaced</title><script>
        globalThis.calls = '';
        for (const owner of [Object, Reflect, Array, Array.prototype, Document.prototype, Element.prototype])
          for (const name of Object.getOwnPropertyNames(owner)) {
            const { value, configurable } = Object.getOwnPropertyDescriptor(owner, name);
            if (typeof value === 'function' && configurable && name !== 'constructor')
              owner[name] = function (...args) { calls += name + ' '; return value.apply(this, args); };
          }
        Object.defineProperty(window, 'Window', { get() { calls += 'Window'; } });
        // Keys, since the driver's own scripts call functions of the page.
        onkeydown = ({ key }) => { if (key === 'r') calls = ''; else document.title = 'calls: ' + calls; };
      </script><img alt="" src="data:,x"><p style="background: url(data:,y)">text`,
    },
  });
  const extension = browser();
  const page = await extension.newPage();
  await page.goto(server.url('/'));
  await page.keyboard.press('r');
  const { dataUrls } = await popupReport(extension, page);
  await page.bringToFront();
  await page.keyboard.press('s');
  assert.equal(dataUrls.length, 2);
  assert.equal(await page.title(), 'calls:');
});
