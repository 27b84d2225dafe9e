/**
 * In both browsers, a font that would take too long is not drawn, the page remains responsive, and the next font is
 * drawn.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { launch } from '../support/chromium.ts';
import { openPopup } from '../support/popup.ts';
import { serve } from '../support/serve.ts';
import { fontAttacks, innocentFonts } from './fonts.ts';

/** A popup in Chromium or Firefox. */
interface Popup {
  evaluate<Argument, Result>(run: (argument: Argument) => Result, argument: Argument): Promise<Result>;
  waitFor<Argument, Result>(run: (argument: Argument) => Result, argument: Argument): Promise<unknown>;
}

const fonts = { ...fontAttacks, ...innocentFonts };

async function serveFonts() {
  const faces = Object.values(fonts).map((make, n) => {
    const body = make();
    const type = body[0] === 0x77 ? 'woff2' : body[0] === 0x4f ? 'otf' : 'ttf';
    // No text uses the font, so the page itself does not draw it.
    return `@font-face{font-family:"Face ${n} of all";src:url("data:font/${type};base64,${Buffer.from(body).toString('base64')}")}`;
  });
  return serve({ routes: { '/': `<!doctype html><title>F</title><style>${faces.join('')}</style>` } });
}

/** Returns the preview in the detail of a font, after it has appeared. */
async function shownOf(popup: Popup, name: keyof typeof fonts): Promise<string> {
  const n = Object.keys(fonts).indexOf(name);
  await popup.waitFor((text) => {
    document.querySelector<HTMLElement>('[data-action="back"]')?.click();
    const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
    const row = rows.find(({ textContent }) => textContent?.includes(text));
    row?.click();
    return row !== undefined;
  }, `Face ${n} of all`);
  await popup.waitFor(
    (text) =>
      document.querySelector('#detail-heading')?.textContent?.includes(text) &&
      document.querySelector('.preview :is(.undrawable, .broken-font, .specimen canvas)'),
    `Face ${n} of all`,
  );
  return popup.evaluate(() => {
    const shown = document.querySelector('.preview :is(.undrawable, .broken-font, .icons, .sample)');
    const ink = [...document.querySelectorAll<HTMLCanvasElement>('.specimen canvas')].some((canvas) =>
      canvas
        .getContext('2d')
        ?.getImageData(0, 0, canvas.width, canvas.height)
        .data.some((value) => value > 0),
    );
    return `${shown?.classList.item(shown.classList.length - 1)} ${ink} ${document.fonts.size}`;
  }, null);
}

async function holds(popup: Popup): Promise<void> {
  for (const name of Object.keys(fonts) as (keyof typeof fonts)[]) {
    const shown = await shownOf(popup, name);
    if (name in fontAttacks) assert.match(shown, /^(?:undrawable|broken-font) false 0$/, name);
    else assert.equal(shown, name === 'icons' ? 'icons true 0' : 'sample true 0', name);
  }
}

test('Chromium', { timeout: 300_000 }, async (t) => {
  await using server = await serveFonts();
  const extension = await launch(t);
  const page = await extension.newPage();
  await page.goto(server.url('/'));
  await holds(await openPopup(extension, page));
});

test('Firefox', { timeout: 300_000 }, async (t) => {
  await using server = await serveFonts();
  const firefox = await launchFirefox(t);
  await firefox.navigate(server.url('/'));
  const popup = await firefox.openPopup();
  await popup.waitFor(() => document.querySelector('main[data-state="done"]'));
  await holds(popup);
});
