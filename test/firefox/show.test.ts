/**
 * In Firefox, the outline that "Show" draws waits until a person sees it. In Chromium, every page of a test counts as
 * seen.
 */
import assert from 'node:assert/strict';
import type { Browser } from 'webextension-polyfill';
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { launch } from './firefox.ts';

/** Used in functions that run in the extension. */
declare const browser: Browser;

testInFull(
  'an outline stands still while nobody can see its page, in Firefox',
  { timeout: 300_000 },
  async (t) => {
    await using server = await serve({
      routes: { '/': '<!doctype html><title>Show</title><p style="background: url(data:,here)">here</p>' },
    });
    const firefox = await launch(t);
    await firefox.navigate(server.url('/'));
    const popup = await firefox.openPopup();
    await popup.click('[data-row]');
    await popup.click('.occurrences [data-action="show"]');
    /**
     * Waits until the outline is in a state, and returns its time. An animation without a start time is paused at its
     * current time.
     */
    const timeIn = (playState: string, visibility: string) =>
      firefox.inPage(
        async (state, seen) => {
          const outline = () => document.getAnimations()[0];
          // A pause takes effect in the next frame, which is late on a hidden page.
          while (document.visibilityState !== seen || outline()?.playState !== state || outline()?.pending)
            await new Promise((resolve) => setTimeout(resolve, 20));
          return { time: Number(outline()?.currentTime), hasStart: outline()?.startTime !== null };
        },
        playState,
        visibility,
      );
    // The popup may cover the outline, so its time starts when the popup closes.
    assert.equal((await timeIn('paused', 'visible')).time, 1000);
    await popup.close();
    await timeIn('running', 'visible');
    const shown = await firefox.background.evaluate(async () => {
      const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
      await browser.tabs.create({ url: 'about:blank' });
      return tab?.id ?? 0;
    });
    const paused = await timeIn('paused', 'hidden');
    assert.equal(paused.hasStart, false);
    await firefox.background.evaluate((id) => browser.tabs.update(id, { active: true }), shown);
    const again = await timeIn('running', 'visible');
    assert.ok(again.hasStart && again.time >= paused.time);
  },
);
