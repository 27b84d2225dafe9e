/** In both browsers, an SVG that takes too long must not be drawn, but its neighbors in the list must be. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from '../../src/inspect.ts';
import { pictureOf } from '../../src/picture.ts';
import * as firefox from '../firefox/firefox.ts';
import { launch } from '../support/chromium.ts';
import { openDetail, openPopup, whenRead } from '../support/popup.ts';
import { serve } from '../support/serve.ts';
import { renderAttacks, svg } from './render.ts';

const dataUrl = (text: string | Buffer, parameters = '') =>
  `data:image/svg+xml${parameters};base64,${Buffer.from(text).toString('base64')}`;
const harmless = svg('<circle cx="50" cy="50" r="40" fill="green"/>');
/**
 * One attack of each kind: references, filters, HTML, a sheet, a picture, an animation, entities, and many copies of
 * the same element.
 */
const kinds = [
  'six levels of ten uses',
  'masks in masks',
  'shadows of shadows',
  'tables in tables',
  'a processing instruction',
  'a picture of 400 megapixels in it',
  'animations that begin each other twice',
  'a billion laughs',
  'an outline that crosses itself 20,000 times',
  'sums within sums',
];
const attacks = kinds.map((name) => renderAttacks[name]!());
const uses = renderAttacks['six levels of ten uses']!();

/**
 * Bytes that are one picture in the encoding that we decode, and a different one in an encoding that a renderer might
 * use.
 */
const inOtherEncodings = [
  dataUrl(uses, ';charset=utf-16le'),
  dataUrl(uses, ';charset=iso-2022-kr'),
  dataUrl(`<?xml version="1.0" encoding="utf-16"?>${uses}`),
  dataUrl(Buffer.from(`\ufeff${uses}`, 'utf16le')),
  dataUrl(uses.replaceAll('use', 'u\u0000se')),
];

/** Runs in the popup: counts the rows, drawn thumbnails and bombs. */
function rowsShown(): { drawn: number; bombs: number; rows: number } {
  const rows = [...document.querySelectorAll('[data-row]')];
  return {
    rows: rows.length,
    drawn: rows.filter((row) => row.querySelector('.thumbnail canvas')).length,
    bombs: rows.filter((row) => row.textContent?.includes('rendering bomb')).length,
  };
}

async function serveAttacks() {
  // Templates render nothing, but Firefox preloads the images of templates in parsed markup, bombs included.
  const page = (urls: readonly string[]) => `<!doctype html><title>A</title><template></template><script>
    const { content } = document.querySelector('template');
    for (const rest of ${JSON.stringify(urls.map((url) => url.slice('data:'.length)))})
      content.appendChild(content.ownerDocument.createElement('img')).setAttribute('src', 'data:' + rest);
  </script>`;
  return serve({
    routes: {
      '/few': page([
        dataUrl(uses),
        dataUrl(renderAttacks['markers on the vertices of markers']!()),
        dataUrl(harmless),
      ]),
      '/kinds': page([...attacks.map((text) => dataUrl(text)), dataUrl(harmless)]),
      '/encodings': page([...inOtherEncodings, dataUrl(harmless)]),
      '/media': page([
        `data:video/mp4;base64,${Buffer.from('#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\n/segment.ts\n#EXT-X-ENDLIST\n').toString('base64')}`,
        `data:audio/mpeg;base64,${Buffer.from('ID3\x04\0\0\0\0\0\x0a0123456789#EXTM3U\n#EXTINF:5,\n/segment.ts\n', 'latin1').toString('base64')}`,
      ]),
    },
  });
}

test('none of the corpus is a picture', async () => {
  for (const [name, make] of Object.entries(renderAttacks))
    assert.equal(pictureOf(await inspect(dataUrl(make()))), null, name);
  assert.notEqual(pictureOf(await inspect(dataUrl(harmless))), null);
});

test('Chromium', { timeout: 300_000 }, async (t) => {
  await using server = await serveAttacks();
  const extension = await launch(t);
  const page = await extension.newPage();

  await t.test('a bomb has a finding, and no picture in list or detail', async () => {
    await page.goto(server.url('/few'));
    const popup = await openPopup(extension, page);
    await popup.waitFor(() => document.querySelector('.thumbnail canvas'));
    assert.deepEqual(await popup.evaluate(rowsShown), { rows: 3, drawn: 1, bombs: 2 });
    await openDetail(popup, 'rendering bomb');
    await popup.waitFor(() => document.querySelector('.undrawable'));
    await popup.waitFor(() => document.querySelector('.text-view .code'));
    assert.equal(
      await popup.evaluate(
        () => document.querySelectorAll('.detail :is(img, canvas, [data-view="picture"])').length,
      ),
      0,
    );
    await popup.close();
  });

  await t.test('each kind in the inspector tab, each detail opened', async () => {
    await page.goto(server.url('/kinds'));
    const popup = await openPopup(extension, page);
    const [tab] = await Promise.all([
      extension.context.waitForEvent('page', (opened) => opened.url().startsWith(extension.origin)),
      popup.click('[data-action="open-tab"]'),
    ]);
    await tab.waitForSelector('main[data-state="done"]');
    await tab.click('[data-view-link="list"]');
    await tab.waitForSelector('[data-row]');
    const list = tab.getByRole('grid');
    await list.focus();
    await tab.keyboard.press('Home');
    let pictures = 0;
    for (let seen = 0; seen <= attacks.length; seen++) {
      const id = (await list.getAttribute('aria-activedescendant'))?.slice(4);
      const detail = tab.locator(`[data-detail="${id}"]`);
      await detail.locator('[role=tab]').first().waitFor();
      if ((await detail.locator('[data-view="picture"]').count()) > 0) pictures++;
      await tab.keyboard.press('ArrowDown');
      if (seen === attacks.length) break;
      await tab.waitForFunction(
        (before) => document.querySelector('[role=grid]')?.getAttribute('aria-activedescendant') !== before,
        `row-${id}`,
      );
    }
    assert.equal(pictures, 1, 'only what is harmless is drawn');
    await tab.close();
  });

  await t.test(
    'what is drawn is the text that was measured, whatever its bytes are in other encodings',
    async () => {
      await page.goto(server.url('/encodings'));
      const popup = await openPopup(extension, page);
      await popup.waitFor(() => document.querySelector('.thumbnail canvas'));
      assert.equal((await popup.evaluate(rowsShown)).drawn, 1);
      await popup.close();
    },
  );

  await t.test('what names files to play is not played', async () => {
    await page.goto(server.url('/media'));
    const popup = await openPopup(extension, page);
    for (const head of ['video/mp4', 'audio/mpeg']) {
      await openDetail(popup, head);
      await popup.waitFor(() => document.querySelector('.broken-media, .hex-view'));
      assert.equal(await popup.evaluate(() => document.querySelectorAll('video, audio').length), 0, head);
    }
    await popup.close();
    assert.deepEqual(
      server.requests.filter((path) => path.includes('segment')),
      [],
    );
  });
});

test('Firefox', { timeout: 300_000 }, async (t) => {
  await using server = await serveAttacks();
  const browser = await firefox.launch(t);
  await browser.navigate(server.url('/few'));
  const popup = await browser.openPopup();
  await whenRead(popup);
  await popup.waitFor(() => document.querySelector('.thumbnail canvas'));
  assert.deepEqual(await popup.evaluate(rowsShown), { rows: 3, drawn: 1, bombs: 2 });
  await popup.waitFor(() => {
    const row = [...document.querySelectorAll<HTMLElement>('[data-row]')].find(({ textContent }) =>
      textContent?.includes('rendering bomb'),
    );
    row?.click();
    return row !== undefined;
  });
  await popup.waitFor(() => document.querySelector('.undrawable'));
  await popup.close();

  await browser.navigate(server.url('/encodings'));
  const second = await browser.openPopup();
  await whenRead(second);
  await second.waitFor(() => document.querySelector('.thumbnail canvas'));
  assert.equal((await second.evaluate(rowsShown)).drawn, 1);
  await second.close();

  await browser.navigate(server.url('/media'));
  const third = await browser.openPopup();
  await whenRead(third);
  await third.waitFor(() => {
    document.querySelector<HTMLElement>('[data-row]')?.click();
    return document.querySelector('.broken-media, .hex-view');
  });
  assert.equal(await third.evaluate(() => document.querySelectorAll('video, audio').length), 0);
  await third.close();
});
