/** Tests the views of the inspector tab in Firefox. */
import assert from 'node:assert/strict';
import type { Browser } from 'webextension-polyfill';
import { DocumentGoneError } from '../../src/cli/drivers/marionette.ts';
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { type Firefox, launch } from './firefox.ts';

/** Used in functions that run in the extension. */
declare const browser: Browser;

const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** Waits until an element matches, and returns the texts of all matching elements. */
const textsOf = (firefox: Firefox, selector: string) =>
  firefox.inPage(async (wanted) => {
    const all = () => [...document.querySelectorAll(wanted)].map(({ textContent }) => textContent ?? '');
    while (all().length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    return all();
  }, selector);

const click = (firefox: Firefox, selector: string) =>
  firefox.inPage(async (wanted) => {
    const element = () => document.querySelector<HTMLElement>(wanted);
    while (!element()) await new Promise((resolve) => setTimeout(resolve, 20));
    element()?.click();
  }, selector);

/** Clicks like a person, because Firefox allows requests for permissions only after a real click. */
async function clickAsPerson(firefox: Firefox, selector: string): Promise<void> {
  await textsOf(firefox, selector);
  const { value } = await firefox.send<{ value: Record<string, string> }>('WebDriver:FindElement', {
    using: 'css selector',
    value: selector,
  });
  const [id] = Object.values(value);
  await firefox.send('WebDriver:ElementClick', { id });
}

testInFull('a state is pinned in a tab behind the page, to which the popup leads', async (t) => {
  await using server = await serve({ routes: { '/': `<title>Pinned</title><img src="${gif}">` } });
  const firefox = await launch(t);
  await firefox.navigate(server.url('/'));
  const popup = await firefox.openPopup();
  const inspectors = () => browser.tabs.query({ url: browser.runtime.getURL('inspector.html*') });
  await popup.click('[data-action="more"]');
  await popup.click('[role="menu"] [data-action="compare"]');
  const leads = '[data-pinned-state] [data-action="compare-pinned"]';
  await popup.waitFor((at) => document.querySelector(at), leads);
  const behind = await firefox.background.evaluate(inspectors);
  assert.deepEqual(
    behind.map(({ active }) => active),
    [false],
  );
  await popup.click(leads);
  await firefox.switchTo('inspector.html');
  assert.match((await textsOf(firefox, '[data-pinned]')).join(), /^\s*Pinned: /);
  const [shown] = await firefox.background.evaluate(inspectors);
  assert.equal(shown?.active, true);
});

testInFull('the views of the inspector tab in Firefox', async (t) => {
  await using server = await serve({
    routes: {
      '/': `<img id="picture" src="${gif}" width="300" height="300">${`<img src="${gif}">`.repeat(99)}<a href="data:text/plain,other">`,
    },
  });
  const firefox = await launch(t);
  await firefox.navigate(server.url('/'));
  await firefox.chooseInMenu('#picture', 'Inspect this image');
  await firefox.switchTo('inspector.html');

  await t.test('list and detail', async () => {
    assert.deepEqual(await textsOf(firefox, '[data-row] .cost'), ['7.8 kB', '21 bytes']);
    assert.deepEqual(await textsOf(firefox, '[data-detail] .detail-title .type'), ['image/gif']);
    await click(firefox, '[data-action="close-detail"]');
  });

  await t.test('the treemap is drawn and walked', async () => {
    await click(firefox, '[data-view-link="overview"]');
    await textsOf(firefox, '.treemap .box-name');
    const { color, label } = await firefox.inPage(async () => {
      const treemap = () => document.querySelector<HTMLElement>('.treemap');
      const active = () => document.getElementById(treemap()?.getAttribute('aria-activedescendant') ?? '');
      // An update of the Report may redraw the treemap.
      while (!active()) {
        treemap()?.focus();
        treemap()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true }));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      const canvas = treemap()?.querySelector('canvas');
      const pixel = canvas?.getContext('2d')?.getImageData(1, 40, 1, 1).data;
      return { color: [...(pixel ?? [])].join(), label: active()?.getAttribute('aria-label') ?? '' };
    });
    assert.equal(color, '43,108,196,255');
    assert.match(label, /GIF.*7\.8 kB, 100 occurrences, 7\.7 kB in copies/);
    assert.match((await textsOf(firefox, '[data-change="duplicates"] .saved')).join(), /saves 7\.7 kB/);
  });

  await t.test('gallery and findings', async () => {
    await click(firefox, '[data-view-link="gallery"]');
    assert.match((await textsOf(firefox, '.tile')).join(), /7\.8 kB×100/);
    await click(firefox, '[data-view-link="findings"]');
    await textsOf(firefox, '[data-rule="duplicates"] [data-action="open-url"]');
  });

  await t.test('compares after a reload, which ended the access', async () => {
    await click(firefox, '[data-action="compare"]');
    // The click in the menu granted access only until the page is reloaded.
    assert.equal((await textsOf(firefox, '.pinned-hint .link[data-action="grant"]')).length, 1);
    await firefox.switchTo(server.url('/'));
    await firefox.navigate(server.url('/'));
    await firefox.switchTo('inspector.html');
    const hints = await textsOf(firefox, '.pinned-hint:has(.primary)');
    assert.match(hints.join(), /^In Firefox, reloading the page ended .*Allow access to this site$/);
    assert.equal((await textsOf(firefox, '[data-pinned]:not(:has(.pinned-bar .primary))')).length, 1);
    // If a person denies the permission, nothing changes.
    await clickAsPerson(firefox, '.pinned-hint .primary[data-action="grant"]');
    await firefox.answerPermissions(false);
    // Without access, "Compare" also requests it.
    await clickAsPerson(firefox, '[data-action="compare-now"]');
    await firefox.answerPermissions(true);
    assert.deepEqual(await textsOf(firefox, '[data-comparison] h2'), ['No changes.']);
    // The browser's settings, or another page of the extension, may take the access back.
    await click(firefox, '[data-action="pin-now"]');
    await textsOf(firefox, '.pinned-hint:not(:has([data-action="grant"]))');
    await firefox.inPage(async () => {
      const { origins = [] } = await browser.permissions.getAll();
      await browser.permissions.remove({ origins });
    });
    await textsOf(firefox, '.pinned-hint .link[data-action="grant"]');
  });

  await t.test('a script whose document goes away says so, whichever process has the next one', async () => {
    for (const next of ['inspector.html?sample', server.url('/')]) {
      const leave = firefox.inPage((address) => {
        location.href = address;
        return new Promise(() => {});
      }, next);
      await assert.rejects(leave, DocumentGoneError);
      await firefox.switchTo(next);
    }
  });
});
