/** "Allow" must allow only what its label says; "Undo" must undo exactly that, as long as the surface is open. */
import assert from 'node:assert/strict';
import type { Browser } from 'webextension-polyfill';
import { violationsIn } from '../support/accessible.ts';
import { type Extension, launch, type Surface } from '../support/chromium.ts';
import { openDetail, openPopup } from '../support/popup.ts';
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';

/** Used in functions that run in the extension. */
declare const browser: Browser;

const svg = (content: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`)}`;
const calm = svg('<rect width="9" height="9"/>');
const active = svg('<script>alert(1)</script>');
const routes = {
  '/': `<iframe src="${calm}"></iframe><object data="${svg('<circle r="4"/>')}"></object>`,
  '/active': `<iframe src="${active}"></iframe>`,
};

const userPolicy = ({ worker }: Extension) =>
  worker.evaluate(async () => (await browser.storage.local.get('policy')).policy as object | undefined);

/** Opens the explanation of why the content in an open detail isn't rendered, using the keyboard. */
async function openReason(surface: Surface): Promise<void> {
  await surface.waitFor(() => {
    const summary = document.querySelector<HTMLElement>('[data-action="to-reason"]');
    summary?.focus();
    return summary !== null && document.activeElement === summary;
  });
  await surface.click('[data-action="to-reason"]');
}

const allowLabel = (surface: Surface) =>
  surface.waitFor(() => document.querySelector('.disallowed [data-action="allow-site"]')?.textContent);
const isRendered = (surface: Surface) =>
  surface.waitFor(() => document.querySelector('[data-detail]') && !document.querySelector('.disallowed'));
const undoCount = (surface: Surface) =>
  surface.evaluate(() => document.querySelectorAll('[data-action="undo"]').length);

testInFull('a type is allowed in one use on one site with its port', async (t) => {
  await using server = await serve({ routes });
  await using other = await serve({ routes });
  const { host } = new URL(server.url('/'));
  const extension = await launch(t);
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const popup = await openPopup(extension, tab);

  await t.test('the button says so, and does no more', async () => {
    await openDetail(popup, 'rect');
    assert.equal(await allowLabel(popup), `Allow image/svg+xml as iframe on ${host}`);
    await popup.click('.disallowed [data-action="allow-site"]');
    await isRendered(popup);
    assert.deepEqual(await userPolicy(extension), {
      version: 1,
      sites: { [host]: { allow: [{ pattern: 'image/svg+xml', destinations: ['iframe'] }] } },
    });
    assert.equal(await popup.evaluate(() => document.activeElement?.id), 'detail-heading');
    await openDetail(popup, 'circle');
    await popup.waitFor(() => document.querySelector('.disallowed'));
  });

  await t.test('wider exceptions name what else they allow; both are undone one by one', async () => {
    await popup.click('.disallowed [data-action="allow-more"]');
    const items = await popup.waitFor(() => {
      const found = [...document.querySelectorAll('.disallowed [role="menuitem"]')];
      const texts = found.map(({ children }) => Array.from(children, ({ textContent }) => textContent ?? ''));
      return texts.length > 0 ? texts : null;
    });
    assert.deepEqual(
      items.map(([label]) => label),
      [
        `Allow image/svg+xml for every use on ${host}`,
        'Allow image/svg+xml as object on 127.0.0.1',
        'Allow image/svg+xml as object on all sites',
      ],
    );
    assert.match(items[0]?.[1] ?? '', /^Also as script, .*link or navigation target/);
    assert.deepEqual(
      items.slice(1).map(([, note]) => note),
      ['Also on every other port of 127.0.0.1', 'Also on every other site'],
    );
    await popup.click('[data-action="allow-more-0"]');
    await isRendered(popup);
    // The message about the last change was closed; both changes are still listed in the detail.
    await popup.click('[data-action="close-toast"]');
    await openDetail(popup, 'rect');
    await popup.waitFor(() => document.querySelectorAll('[data-rulings] [data-action="undo"]').length === 2);
    await popup.click('[data-rulings] li:first-child [data-action="undo"]');
    await popup.waitFor(() => document.querySelectorAll('[data-rulings] li').length === 1);
    assert.deepEqual(await userPolicy(extension), {
      version: 1,
      sites: { [host]: { allow: [{ pattern: 'image/svg+xml' }] } },
    });
    assert.equal(await undoCount(popup), 1);
    await popup.click('[data-rulings] [data-action="undo"]');
    await popup.waitFor(() => document.querySelector('.disallowed'));
    assert.deepEqual(await userPolicy(extension), { version: 1 });
    assert.equal(await undoCount(popup), 0);
    await popup.close();
  });

  await t.test('on another port of the host nothing has changed', async () => {
    await tab.goto(server.url('/'));
    const first = await openPopup(extension, tab);
    await openDetail(first, 'rect');
    await first.click('.disallowed [data-action="allow-site"]');
    await isRendered(first);
    await first.close();
    await tab.goto(other.url('/'));
    const second = await openPopup(extension, tab);
    await openDetail(second, 'rect');
    assert.equal(
      await allowLabel(second),
      `Allow image/svg+xml as iframe on ${new URL(other.url('/')).host}`,
    );
    await second.close();
  });
});

testInFull('Allow is reached where another finding is more severe, and where the rule is off', async (t) => {
  await using server = await serve({ routes });
  const { host } = new URL(server.url('/'));
  const extension = await launch(t);
  const tab = await extension.newPage();
  await tab.goto(server.url('/active'));
  const popup = await openPopup(extension, tab);
  await openDetail(popup, 'alert');
  const rules = await popup.waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>('[data-finding]')];
    return found.length > 0 ? found.map(({ dataset }) => dataset.finding) : null;
  });
  assert.ok(!rules.includes('disallowed-type'), 'another finding has replaced it');
  await openReason(popup);
  assert.equal(await allowLabel(popup), `Allow image/svg+xml as iframe on ${host}`);
  assert.match(
    await popup.evaluate(() => document.querySelector('.disallowed p')?.textContent ?? ''),
    /image\/svg\+xml in an iframe/,
  );
  assert.deepEqual(await violationsIn(popup), []);
  await popup.click('.disallowed [data-action="allow-site"]');
  await isRendered(popup);
  await popup.click('[data-action="undo"]');
  await popup.waitFor(() => document.querySelector('.disallowed'));
  await popup.close();
  await tab.goto(server.url('/'));
  const muted = await openPopup(extension, tab);
  await openDetail(muted, 'rect');
  await muted.click('[data-finding="disallowed-type"] summary');
  await muted.click('[data-finding="disallowed-type"] [data-action="mute"]');
  await muted.waitFor(() => !document.querySelector('[data-finding="disallowed-type"]'));
  assert.equal(await allowLabel(muted), `Allow image/svg+xml as iframe on ${host}`);
  await muted.close();
});
