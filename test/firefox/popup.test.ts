import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { root } from '../../src/cli/project.ts';
import { isFull, stepInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { launch } from './firefox.ts';

test('the popup in Firefox', { timeout: 300_000 }, async (t) => {
  const large = `data:image/png;base64,${'iVBORw0KGgo'.padEnd(400_000, 'A')}`;
  const viewers = readFileSync(path.join(root, 'test/pages/viewers.html'), 'utf8');
  const [specimen] = /@font-face \{ font-family: "Specimen".*?\}/.exec(viewers) ?? [];
  await using server = await serve({
    folder: path.join(root, 'test/pages'),
    routes: {
      '/one': '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">',
      // Contains two of the data: URLs of viewers.html, but with kilobytes instead of megabytes.
      '/viewed': `<style>${specimen}</style><a href="data:application/x-large;base64,${'A'.repeat(40_000)}">x</a>`,
      '/large': `<img src="${large}"><link rel="stylesheet" href="/sheet.css">
        <iframe srcdoc='<img src="data:text/plain,inside">'></iframe><p style="background: url(data:,style)">x</p>`,
      '/sheet.css': '.a { cursor: url(data:,sheet), auto }',
    },
  });
  const firefox = await launch(t, {
    prefs: { 'extensions.webextensions.restrictedDomains': new URL(server.otherOrigin).hostname },
  });

  await t.test('the popup lists the data: URLs of a page in Firefox', async () => {
    await firefox.navigate(server.url('/demo.html'));
    const popup = await firefox.openPopup();
    await popup.waitFor(() => document.querySelector('[data-surface="popup"][data-state="done"]'));
    const rows = await popup.waitFor(() => {
      const texts = [...document.querySelectorAll('[data-row]')].map((row) => row.textContent ?? '');
      return texts.length > 0 ? texts : null;
    });
    // The most severe rows come first. Each row shows type, size and charset.
    assert.ok(
      rows.some((row) => /text\/html.*utf-8.*496 bytes/.test(row)),
      rows.join('\n'),
    );
    assert.match(await popup.evaluate(() => document.body.textContent ?? ''), /29 data: URLs/);
    await popup.close();
  });

  await stepInFull(t)('a detail shows and opens what it holds in Firefox', async () => {
    await firefox.navigate(server.url(isFull ? '/viewers.html?bytes=20000000' : '/viewed'));
    const popup = await firefox.openPopup();
    const open = async (text: string) => {
      await popup.waitFor((wanted) => {
        const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
        const row = rows.find(({ textContent }) => textContent?.includes(wanted));
        row?.click();
        return row !== undefined;
      }, text);
    };
    await popup.waitFor(() => document.querySelector('[data-state="done"] [data-row]'));
    await open('application/x-large');
    await popup.waitFor(() => document.querySelector('.anatomy .legend'));
    await popup.waitFor(() => document.querySelector('.hex-view .line')?.textContent?.includes('00 00'));
    await popup.evaluate(() => document.querySelector<HTMLElement>('[data-action="back"]')?.click());
    await open('2.9');
    await popup.waitFor(() => document.querySelector('.specimen .sample'));
    await popup.evaluate(() => document.querySelector<HTMLElement>('[data-action="copy"]')?.click());
    await popup.waitFor(() => document.activeElement?.getAttribute('data-action') === 'copy-written');
    await popup.close();
  });

  await stepInFull(t)('Back returns to where the list was in Firefox', async () => {
    await firefox.navigate(server.url('/demo.html'));
    const popup = await firefox.openPopup();
    await popup.waitFor(() => document.querySelector('[data-state="done"] [data-row]'));
    const top = await popup.evaluate(() => {
      const list = document.querySelector<HTMLElement>('.virtual-list');
      list?.addEventListener('scroll', () => list.setAttribute('data-scrolled', ''), { once: true });
      if (list) list.scrollTop = 500;
      return list?.scrollTop;
    });
    assert.equal(top, 500);
    // Waits, because a person never clicks between scrolling and the next frame.
    await popup.waitFor(() => document.querySelector('.virtual-list[data-scrolled]'));
    // Clicks a row that is completely in view.
    const id = await popup.waitFor(() => {
      const list = document.querySelector('.virtual-list')?.getBoundingClientRect();
      const row = [...document.querySelectorAll<HTMLElement>('[data-row]')].find((each) => {
        const { top, bottom } = each.getBoundingClientRect();
        return list && top >= list.top && bottom <= list.bottom;
      });
      row?.click();
      return row?.dataset.row;
    });
    await popup.waitFor(() => document.querySelector<HTMLElement>('.pane.list')?.hidden);
    await popup.waitFor(
      () => document.querySelector<HTMLElement>('[data-action="back"]')?.click() === undefined,
    );
    // The offset is restored before the next frame is drawn.
    await popup.waitFor((wanted) => {
      const list = document.querySelector('.virtual-list');
      const row = document.querySelector(`[data-row="${wanted}"]`)?.getBoundingClientRect();
      if (list?.scrollTop !== 500 || !row) return false;
      const { top, bottom } = list.getBoundingClientRect();
      return row.top >= top && row.bottom <= bottom;
    }, id);
    await popup.close();
  });

  await t.test('the popup reads the page again after the background page has ended', async () => {
    await firefox.navigate(server.url('/one'));
    const first = await firefox.openPopup();
    await first.waitFor(() => document.querySelector('[data-state="done"] [data-row]'));
    await first.close();
    await firefox.terminateBackground();
    const second = await firefox.openPopup();
    await second.waitFor(() => document.querySelector('[data-state="done"] [data-row]'));
    await second.close();
  });

  await t.test('large data: URLs, frames and style sheets reach the popup in Firefox', async () => {
    await firefox.navigate(server.url('/large'));
    const popup = await firefox.openPopup();
    await popup.waitFor(() => document.querySelector('[data-state="done"] [data-row]'));
    const rows = await popup.evaluate(() =>
      [...document.querySelectorAll('[data-row]')].map((row) => {
        const textOf = (name: string) => row.querySelector(`.${name}`)?.textContent;
        return `${textOf('type')}, ${textOf('size')}, ${textOf('place')}`;
      }),
    );
    assert.deepEqual(rows.sort(), [
      'image/png, 300 kB, img src',
      'text/plain, 5 bytes, in sheet.css',
      'text/plain, 5 bytes, p style',
      'text/plain, 6 bytes, img src',
    ]);
    await popup.close();
  });

  await t.test('a site that Firefox keeps from extensions needs no click, which would not help', async () => {
    await firefox.navigate(`${server.otherOrigin}/one`);
    const popup = await firefox.openPopup();
    const failure = () => document.querySelector<HTMLElement>('[data-failure]')?.dataset.failure;
    assert.equal(await popup.waitFor(failure), 'restricted-firefox');
    await popup.close();
    // A grant must make no difference.
    await firefox.grantHosts();
    const granted = await firefox.openPopup();
    assert.equal(await granted.waitFor(failure), 'restricted-firefox');
  });
});
