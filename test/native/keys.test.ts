/**
 * Tests that browsers assign the keyboard shortcuts that the manifest suggests, and that pressing one reaches the
 * extension. Chromium leaves out, without an error, a key that it uses itself.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { poll } from '../../src/cli/drivers/wait.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { launch as launchChromium } from '../support/chromium.ts';
import { type Display, openDisplay } from '../support/display.ts';
import { serve } from '../support/serve.ts';

declare const chrome: {
  tabs: { query(filter: object): Promise<{ id?: number }[]> };
  action: { getBadgeText(tab: object): Promise<string> };
  commands: { getAll(): Promise<{ name?: string; shortcut?: string }[]> };
  runtime: { getManifest(): { commands: Record<string, { suggested_key: { default: string } }> } };
};

/** Evaluates a function in the extension's worker. */
type InWorker = <Result>(expression: () => Promise<Result>) => Promise<Result>;

const pairs = () => {
  const { commands } = chrome.runtime.getManifest();
  return chrome.commands.getAll().then((all) =>
    all.map(({ name = '', shortcut = '' }) => ({
      name,
      shortcut,
      suggested: commands[name]?.suggested_key.default,
    })),
  );
};

const badge = async () => {
  const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
  return chrome.action.getBadgeText({ tabId: tab?.id });
};

async function watchByKey(display: Display, inWorker: InWorker): Promise<void> {
  const commands = await inWorker(pairs);
  for (const { name, shortcut, suggested } of commands) assert.equal(shortcut, suggested, name);
  const key = commands.find(({ name }) => name === 'watch-page')?.shortcut.toLowerCase() ?? '';
  for (const text of ['•1', '1']) {
    await display.press(key);
    await poll(`the badge ${text}`, 60_000, async () => (await inWorker(badge)) === text || undefined);
  }
}

const routes = { '/': '<img src="data:,one">' };

test('Chromium: the key for watching begins to watch the page, and ends it', async (t) => {
  await using server = await serve({ routes });
  const display = await openDisplay();
  process.env.DISPLAY = display.name;
  const extension = await launchChromium(t, { headless: false, viewport: null });
  // The display is closed after the browser, which cannot run without it.
  t.after(() => display[Symbol.asyncDispose]());
  const page = await extension.newPage();
  await page.goto(server.url('/'));
  await page.bringToFront();
  await watchByKey(display, (expression) => extension.worker.evaluate(expression));
});

test('Firefox: the key for watching begins to watch the page, and ends it', async (t) => {
  await using server = await serve({ routes });
  const display = await openDisplay();
  process.env.DISPLAY = display.name;
  const firefox = await launchFirefox(t, { headless: false });
  t.after(() => display[Symbol.asyncDispose]());
  await firefox.navigate(server.url('/'));
  await watchByKey(display, (expression) => firefox.background.evaluate(expression));
});
