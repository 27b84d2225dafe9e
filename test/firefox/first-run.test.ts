/** The first-run page must open once, when a person installs the extension. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'webextension-polyfill';
import { packageFor } from '../support/packages.ts';
import { testInFull } from '../support/seed.ts';
import { launch } from './firefox.ts';

/** Used in functions that run in the extension. */
declare const browser: Browser;

testInFull('the first run in Firefox', { timeout: 120_000 }, async (t) => {
  const { file, folder } = await packageFor(t, 'firefox');
  const manifest = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8'));
  const { id } = manifest.browser_specific_settings.gecko;
  const firefox = await launch(t, {
    extensionDir: folder,
    packed: file,
    // With this setting, Firefox ESR installs unsigned extensions.
    prefs: { 'xpinstall.signatures.required': false },
  });
  const welcomes = () =>
    firefox.background.evaluate(async () => {
      const tabs = await browser.tabs.query({});
      return tabs.filter(({ url }) => url?.endsWith('/welcome.html')).length;
    });
  const install = () => firefox.send('Addon:Install', { path: file, temporary: false });

  assert.equal(await welcomes(), 0, 'loaded by a developer');
  await firefox.send('Addon:Uninstall', { id });
  await install();
  await firefox.switchTo('welcome.html');
  assert.equal(await welcomes(), 1);
  const shown = await firefox.inPage(async () => {
    // The tab may exist before its script has run.
    while (!document.querySelector('h1')) await new Promise((resolve) => setTimeout(resolve, 20));
    return document.querySelector('h1')?.textContent;
  });
  assert.equal(shown, 'Data URL Inspector is ready');
  assert.match(
    await firefox.inPage(() => document.querySelector('[data-pinned]')?.textContent ?? ''),
    /then the gear|in your toolbar/,
  );

  await firefox.inPage(() => document.querySelector<HTMLElement>('[data-action="sample"]')?.click());
  await firefox.switchTo('inspector.html?sample');
  assert.ok(
    await firefox.inPage(async () => {
      const rows = () => document.querySelectorAll('[data-row]').length;
      const list = () => document.querySelector<HTMLElement>('[data-view-link="list"]');
      const isRead = () => document.querySelector('main[data-state="done"]') !== null;
      while (!list() || !isRead()) await new Promise((resolve) => setTimeout(resolve, 20));
      list()?.click();
      while (rows() < 12) await new Promise((resolve) => setTimeout(resolve, 20));
      return rows();
    }),
  );

  await firefox.switchTo('about:blank');
  await install();
  await firefox.background.waitFor(() => browser.runtime.id);
  assert.equal(await welcomes(), 0, 'an update closes the pages of before and opens none');
});
