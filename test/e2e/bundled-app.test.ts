/** Tests a bundled app with pictures, fonts and icons in its script and style sheet, in Chromium. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import { poll } from '../../src/cli/drivers/wait.ts';
import {
  appFolder,
  buildApp,
  checkApp,
  namesOfApp,
  positionsIn,
  positionsInSheet,
} from '../support/bundled-app.ts';
import { launch } from '../support/chromium.ts';
import { openPopup, popupReport, whenRead } from '../support/popup.ts';
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';

test('the app is what its sources give', async () => {
  for (const [name, text] of await buildApp())
    assert.equal(await readFile(path.join(appFolder, name), 'utf8'), text, name);
});

testInFull('a bundled app', { timeout: 300_000 }, async (t) => {
  await using server = await serve({ folder: appFolder });
  const extension = await launch(t);
  await extension.grantHosts();
  const tab = await extension.newPage();
  await tab.goto(server.url('/index.html'));

  await t.test('the Report says what the sources do', async () => {
    checkApp(await popupReport(extension, tab));
  });

  await t.test('the popup leads with what is broken, and names its rows', async () => {
    const popup = await openPopup(extension, tab);
    const shown = await popup.evaluate(() => ({
      verdict: document.querySelector('.verdict')?.textContent,
      rows: [...document.querySelectorAll('[data-row] .name')].map((name) => name.textContent ?? ''),
    }));
    assert.equal(shown.verdict, '215 kB in 17 data: URLssave up to 147 kB');
    assert.deepEqual(shown.rows.slice(0, 5), [
      '#added',
      '.sale::after',
      'Oak and Sons',
      'Print the receipt',
      'Pendant lamp',
    ]);
    assert.deepEqual(
      shown.rows.filter((name) => !namesOfApp.includes(name)),
      [],
    );
    // The possible savings are listed, largest first. Each entry leads to its data: URLs.
    await popup.click('[data-action="savings"]');
    await popup.waitFor(() => document.activeElement?.id === 'page-savings');
    const saving = await popup.evaluate(() =>
      Array.from(document.querySelectorAll('[data-saving]'), (each) => [
        each.querySelector('strong + span')?.textContent,
        ...Array.from(each.querySelectorAll('.saving-urls li'), (url) => url.textContent),
      ]),
    );
    assert.deepEqual(saving, [
      ['saves 147 kB', 'Pendant lamp'],
      ['moves 48.9 kB to files', 'Pendant lamp'],
      ['saves 82 bytes', 'SVG image 24×24'],
    ]);
    await popup.click('.saving-urls [data-action="open-url"]');
    assert.equal(
      await popup.waitFor(() => document.querySelector('[data-detail] h2')?.textContent),
      'Pendant lamp',
    );
    await popup.close();
  });

  await t.test('the panel knows the line and column of each in the sheet', async () => {
    const panel = await extension.openDevToolsPanel(tab);
    await whenRead(panel);
    // DevTools may provide the text of the sheet only after the scan.
    const positions = await poll('positions', 60_000, async () => {
      const found = positionsIn(await reportOf(panel));
      return found.includes('0:0') ? undefined : found;
    });
    assert.deepEqual(positions, await positionsInSheet());
  });
});
