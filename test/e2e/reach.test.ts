/** Nothing of the extension can be reached or detected by a page, even if it knows the id. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { root } from '../../extension/build/build.ts';
import { launch } from '../support/chromium.ts';
import { openPopup } from '../support/popup.ts';
import { some } from '../support/seed.ts';
import { serve } from '../support/serve.ts';

/** Runs in the page. @returns the files of the extension that the page has reached, and how */
async function reached(origin: string, names: string[]): Promise<string[]> {
  const found: string[] = [];
  const tell = (how: string, name: string) => void found.push(`${how} ${name}`);
  const loaded = (element: HTMLElement, how: string, name: string) =>
    new Promise<void>((resolve) => {
      element.onload = () => resolve(tell(how, name));
      element.onerror = () => resolve();
      document.head.append(element);
    }).finally(() => element.remove());
  const settled = (how: string, name: string, promise: Promise<unknown>) =>
    promise.then(
      () => tell(how, name),
      () => undefined,
    );
  for (const name of names) {
    const url = `${origin}/${name}`;
    await Promise.all([
      settled('fetch', name, fetch(url)),
      settled('fetch without CORS', name, fetch(url, { mode: 'no-cors' })),
      settled('import', name, import(url)),
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

/** Runs in the page. @returns all that could distinguish a browser with us from one without */
const traces = () => ({
  globals: Object.getOwnPropertyNames(globalThis).sort(),
  symbols: Object.getOwnPropertySymbols(globalThis).length,
  markup: document.documentElement.outerHTML,
  sheets: [document.styleSheets.length, document.adoptedStyleSheets.length],
  animations: document.getAnimations().length,
  // The browser requests this one by itself, at any time.
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
  const extension = await launch(t);
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const files = (await readdir(path.join(root, 'dist/chromium'), { recursive: true }))
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.\w+$/.test(name));
  assert.ok(files.includes('popup.html') && files.includes('manifest.json'), files.join());

  await t.test('a scan leaves nothing behind and requests nothing', async () => {
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
      `(${reached})(${JSON.stringify(extension.origin)}, ${JSON.stringify(files)})`,
    );
    assert.deepEqual(found, []);
    // Without externally_connectable pages have no API that could name us.
    assert.equal(await tab.evaluate('typeof chrome?.runtime'), 'undefined');
  });

  await t.test('none of our pages is opened, framed or gone to', async () => {
    const ours = async () =>
      (await extension.targets.list()).filter(
        ({ type, url }) => type !== 'service_worker' && url.startsWith(extension.origin),
      );
    for (const name of some(
      files.filter((each) => each.endsWith('.html')),
      4,
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
