/**
 * Every state of the surfaces must be accessible, in every color scheme, at any width, in both directions, and at
 * double text size.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { root } from '../../src/cli/project.ts';
import { violationsOf } from '../support/accessible.ts';
import { launch } from '../support/chromium.ts';
import { isFull, some } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { pageOf, type State, statePages, states } from '../support/states.ts';

/**
 * The widths of the popup and of a tab, with each color scheme at one of them. Some states are tested with only one of
 * these, in turn.
 */
const looks = [
  { width: 440, colorScheme: 'light', forcedColors: 'none' },
  { width: 440, colorScheme: 'light', forcedColors: 'active' },
  { width: 1280, colorScheme: 'dark', forcedColors: 'none' },
] as const;

/**
 * Waits until nothing overflows the window horizontally. In a tall inspector window whose views scroll, nothing may
 * overflow it vertically, either. This becomes true immediately or never.
 */
const fits = (page: Page, where: string): Promise<unknown> =>
  page
    .waitForFunction(
      () => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        const scrolls = innerHeight <= 480 || !location.pathname.endsWith('/inspector.html');
        return scrollWidth <= innerWidth && (scrolls || scrollHeight <= innerHeight);
      },
      undefined,
      // The check runs on a timer instead of once per frame, because a browser may draw frames late.
      { timeout: 60_000, polling: 50 },
    )
    .catch(async () => assert.fail(`too large: ${where}: ${JSON.stringify(await page.evaluate(sizes))}`));

/** Runs in a page: returns its size, the size of the window, and the elements that extend beyond it. */
function sizes() {
  const { scrollWidth, scrollHeight } = document.documentElement;
  const beyond = [...document.querySelectorAll('body *')].filter((element) => {
    const { left, right, bottom } = element.getBoundingClientRect();
    return element.checkVisibility() && (left < 0 || right > innerWidth || bottom > innerHeight);
  });
  return {
    page: [scrollWidth, scrollHeight],
    window: [innerWidth, innerHeight, document.visibilityState],
    beyond: beyond.map(({ outerHTML }) => outerHTML.slice(0, 100)).slice(-40),
  };
}

/** Returns the bars that do not scroll with the page and leave less than two thirds of the window to it. */
const highBars = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *:not(dialog, [popover], [role="status"], .rows-in-view)')]
      .filter((element) => {
        const isBar = /^(?:sticky|fixed)$/.test(getComputedStyle(element).position);
        return isBar && element.checkVisibility() && element.clientHeight > innerHeight / 3;
      })
      .map((element) => element.outerHTML.slice(0, 200)),
  );

/** Returns the buttons that have no label, or whose only label is a tooltip that is cut off. */
const badTips = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const style = new CSSStyleSheet();
    style.replaceSync('.tip { display: block !important }');
    document.adoptedStyleSheets.push(style);
    const isCut = (tip: Element): boolean => {
      const { left, right, top, bottom } = tip.getBoundingClientRect();
      if (left < 0 || right > innerWidth) return true;
      for (let box = tip.parentElement; box && box !== document.body; box = box.parentElement) {
        const { overflowX, position } = getComputedStyle(box);
        if (position === 'fixed') return top < 0 || bottom > innerHeight;
        const around = box.getBoundingClientRect();
        if (overflowX !== 'visible' && (left < around.left || right > around.right)) return true;
      }
      return false;
    };
    const bad = [...document.querySelectorAll('button:not([aria-hidden="true"])')].filter((button) => {
      if (!button.checkVisibility({ visibilityProperty: true })) return false;
      const tip = button.querySelector('.tip');
      const label = [...button.childNodes].filter(
        (node) => !(node instanceof Element) || !node.matches('.tip, .icon, .visually-hidden'),
      );
      if (!tip) return label.every(({ textContent }) => textContent?.trim() === '');
      return isCut(tip);
    });
    document.adoptedStyleSheets = [];
    return bad.map((button) => button.outerHTML.slice(0, 200));
  });

/**
 * Returns ASCII words whose characters are not displayed from left to right. Punctuation at the ends of words may
 * belong to the sentence.
 */
const reordered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text instanceof Text; text = texts.nextNode()) {
      const around = text.parentElement;
      if (!around?.checkVisibility() || around.closest('textarea, .visually-hidden')) continue;
      for (const { 1: word = '', indices } of text.data.matchAll(
        /["(]*([!-~]*[a-z][!-~]*?)[.,:;)"?=]*(?![!-~])/dgi,
      )) {
        const [from = 0] = indices?.[1] ?? [];
        const boxes = Array.from(word, (_, n) => {
          const range = new Range();
          range.setStart(text, from + n);
          range.setEnd(text, from + n + 1);
          return range.getBoundingClientRect();
        });
        const isBack = ({ left, top }: DOMRect, n: number) => {
          const before = boxes[n - 1];
          return before !== undefined && Math.abs(top - before.top) < 3 && left < before.left - 1;
        };
        if (boxes.some(isBack)) found.push(`${word} in ${around.outerHTML.slice(0, 200)}`);
      }
    }
    return found;
  });

test('every state of every surface', { timeout: 600_000 }, async (t) => {
  await using server = await serve({ folder: path.join(root, 'test/pages'), routes: statePages });
  const extension = await launch(t);
  const setting = { extension, server };
  let before: { state: State; page: Page } | null = null;
  for (const [n, state] of some(states, 23).entries()) {
    await t.test(state.name, async () => {
      const page = await pageOf(state, setting, before);
      before = { state, page };
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await state.reach?.(page, setting);
      for (const [look, { width, ...media }] of looks.entries()) {
        if (!isFull && n % looks.length !== look) continue;
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ reducedMotion: 'reduce', ...media });
        // With forced colors, everything except contrast is the same as in the light scheme.
        const rules = !isFull || media.forcedColors === 'none' ? undefined : ['color-contrast'];
        assert.deepEqual(await violationsOf(page, rules), [], `${JSON.stringify(media)} at ${width}`);
        for (const direction of ['rtl', 'ltr']) {
          await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction);
          await fits(page, `${direction} at ${width}`);
          assert.deepEqual(await badTips(page), [], `tips, ${direction} at ${width}`);
          if (direction === 'rtl' && width === 1280) assert.deepEqual(await reordered(page), []);
        }
      }
      // This equals 1280×1024 at 400% zoom: WCAG 2.2, Success Criterion 1.4.10.
      await page.setViewportSize({ width: 320, height: 256 });
      await fits(page, 'at 320');
      assert.deepEqual(await highBars(page), []);
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('button')]
          .filter((button) => button.offsetParent !== null && button.scrollWidth > button.clientWidth + 1)
          .map((button) => button.outerHTML.slice(0, 200)),
      );
      assert.deepEqual(cut, [], 'buttons that cut off their text');
    });
  }
});
