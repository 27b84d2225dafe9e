/**
 * In Chromium, neither the page nor its server may notice anything that a person does with the extension. No page may
 * access or detect any part of the extension, even if the page knows the extension's id.
 */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { root } from '../../src/cli/project.ts';
import { launchForFile } from '../support/chromium.ts';
import { openPopup, popupReport } from '../support/popup.ts';
import { some, stepInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { checkMenuTraces, checkNoTraces, tracePages, traceRoutes, whenQuiet } from '../support/traces.ts';

/** Chromium's own `dispatch` simulates the click, because headless mode has no menu. */
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
      true,
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

/**
 * Runs in the page.
 *
 * @returns the files of the extension that the page can access, and how
 */
async function reached(origin: string, names: string[]): Promise<string[]> {
  const found: string[] = [];
  const add = (how: string, name: string) => void found.push(`${how} ${name}`);
  const loaded = (element: HTMLElement, how: string, name: string) =>
    new Promise<void>((resolve) => {
      element.onload = () => resolve(add(how, name));
      element.onerror = () => resolve();
      document.head.append(element);
    }).finally(() => element.remove());
  const fulfilled = (how: string, name: string, promise: Promise<unknown>) =>
    promise.then(
      () => add(how, name),
      () => undefined,
    );
  for (const name of names) {
    const url = `${origin}/${name}`;
    await Promise.all([
      fulfilled('fetch', name, fetch(url)),
      fulfilled('fetch without CORS', name, fetch(url, { mode: 'no-cors' })),
      fulfilled('import', name, import(url)),
      loaded(Object.assign(new Image(), { src: url }), 'img', name),
      loaded(Object.assign(document.createElement('script'), { src: url }), 'script', name),
      loaded(
        Object.assign(document.createElement('link'), { rel: 'stylesheet', href: url }),
        'stylesheet',
        name,
      ),
    ]);
  }
  return found;
}

/**
 * Runs in the page.
 *
 * @returns everything that could distinguish a browser with the extension from one without it
 */
const traces = () => ({
  globals: Object.getOwnPropertyNames(globalThis).sort(),
  symbols: Object.getOwnPropertySymbols(globalThis).length,
  markup: document.documentElement.outerHTML,
  sheets: [document.styleSheets.length, document.adoptedStyleSheets.length],
  animations: document.getAnimations().length,
  // The browser itself may request this address at any time.
  requests: performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).pathname)
    .filter((name) => name !== '/favicon.ico'),
  storage: [localStorage.length, sessionStorage.length, document.cookie],
  frames: frames.length,
});

test('a page does not reach us, and learns nothing of us', { timeout: 600_000 }, async (t) => {
  await using server = await serve({
    routes: { '/': '<title>Looking</title><img src="data:,one">', '/other': '<title>Other</title>' },
  });
  const extension = browser();
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const files = (await readdir(path.join(root, 'dist/chromium'), { recursive: true }))
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.\w+$/.test(name));
  assert.ok(files.includes('popup.html') && files.includes('manifest.json'), files.join());

  await stepInFull(t)('a scan leaves nothing behind and requests nothing', async () => {
    const before = await tab.evaluate(traces);
    const asked = () => server.requests.filter((url) => url !== '/favicon.ico');
    const askedBefore = asked();
    const popup = await openPopup(extension, tab);
    assert.deepEqual(await tab.evaluate(traces), before);
    await popup.close();
    assert.deepEqual(asked(), askedBefore);
  });

  await t.test('none of our files is loaded, and there is nobody to send a message to', async () => {
    const found = await tab.evaluate(
      `(${reached})(${JSON.stringify(extension.origin)}, ${JSON.stringify(some(files, 10))})`,
    );
    assert.deepEqual(found, []);
    // Without `externally_connectable`, pages have no API that could reveal the extension.
    assert.equal(await tab.evaluate('typeof chrome?.runtime'), 'undefined');
  });

  await t.test('none of our pages is opened, framed or gone to', async () => {
    const ours = async () =>
      (await extension.targets.list()).filter(
        ({ type, url }) => type !== 'service_worker' && url.startsWith(extension.origin),
      );
    for (const name of some(
      files.filter((each) => each.endsWith('.html')),
      8,
    )) {
      const url = `${extension.origin}/${name}?tab=1`;
      const [opened] = await Promise.all([
        extension.context.waitForEvent('page'),
        tab.evaluate((address) => void open(address), url),
      ]);
      await opened.waitForURL(({ href }) => href !== 'about:blank');
      assert.ok(!opened.url().startsWith(extension.origin), `${name} is opened`);
      await opened.close();
      await tab.evaluate(async (address) => {
        const frame = document.createElement('iframe');
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
        frame.src = address;
        document.body.append(frame);
        await loaded;
      }, url);
      const [, framed] = tab.frames();
      assert.ok(framed && !framed.url().startsWith(extension.origin), `${name} is framed`);
      await tab.evaluate(() => document.querySelector('iframe')?.remove());
      await Promise.all([
        tab.waitForEvent('load'),
        tab.evaluate((address) => void setTimeout(() => location.assign(address)), url),
      ]);
      assert.ok(!tab.url().startsWith(extension.origin), `${name} is gone to`);
      await tab.goto(server.url('/'));
    }
    assert.deepEqual(await ours(), []);
  });
});
