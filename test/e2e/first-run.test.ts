/** Tests the page that opens on the first run, and its sample. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Report } from '../../src/report/report.ts';
import { violationsOf } from '../support/accessible.ts';
import { launch } from '../support/chromium.ts';
import { testInFull } from '../support/seed.ts';

testInFull('the first run', { timeout: 120_000 }, async (t) => {
  const extension = await launch(t, { viewport: { width: 1280, height: 900 } });

  await t.test('a developer who loads the extension is shown no page', async () => {
    // The extension's listener made the same request earlier, so it has also received the answer by now.
    const { installType } = await extension.worker.evaluate(() =>
      (globalThis as unknown as { chrome: ChromeOfWorker }).chrome.management.getSelf(),
    );
    assert.equal(installType, 'development');
    const urls = extension.context.pages().map((page) => page.url());
    assert.deepEqual(
      urls.filter((url) => url.startsWith(extension.origin)),
      [],
    );
  });

  const page = await extension.openPage('welcome.html');

  await t.test('the page says where the button and the shortcut are', async () => {
    await page.getByRole('heading', { level: 1, name: 'Data URL Inspector is ready' }).waitFor();
    assert.equal(await page.locator('.steps svg.picture').count(), 3);
    await page.locator('[data-pinned="false"]', { hasText: 'puzzle piece' }).waitFor();
    assert.deepEqual(await page.locator('kbd').allTextContents(), ['Alt', 'Shift', 'D']);
    assert.deepEqual(await violationsOf(page), []);
    await extension.pin();
    await page.locator('[data-pinned="true"]', { hasText: 'in your toolbar' }).waitFor();
  });

  const [sample] = await Promise.all([
    extension.context.waitForEvent('page', (opened) => opened.url().endsWith('?sample')),
    page.getByRole('button', { name: 'Open sample report' }).click(),
  ]);
  await sample.locator('[data-view-link="list"]').click();
  await sample.waitForSelector('main[data-state="done"] [data-row]');

  await t.test('the sample shows one of each', async () => {
    const names = await sample.locator('[data-row] .name').allTextContents();
    assert.ok(names.length >= 12, names.join(', '));
    const [download] = await Promise.all([
      sample.waitForEvent('download'),
      sample.click('[data-action="export"]').then(() => sample.click('[data-action="export-json"]')),
    ]);
    const [report]: Report[] = JSON.parse(await readFile(await download.path(), 'utf8'));
    const found = new Set(
      [...report!.findings, ...report!.dataUrls.flatMap(({ findings }) => findings)].map(({ rule }) => rule),
    );
    for (const rule of [
      'active-content',
      'disallowed-type',
      'duplicates',
      'inline-font',
      'inline-source-maps',
      'invalid-data-url',
      'large-inline',
      'render-blocking',
      'wrong-type',
    ])
      assert.ok(found.has(rule), `${rule}: only ${[...found].join(', ')}`);
    assert.ok(report!.dataUrls.some(({ nested }) => nested.length > 0));
    assert.ok(
      report!.dataUrls.some(({ occurrences }) => occurrences.some(({ state }) => state?.kind === 'blocked')),
    );
  });

  await t.test('its details are those of a page, without what only a page can do', async () => {
    await sample.locator('[data-row]', { hasText: '#seal' }).click();
    await sample.locator('[data-detail] .picture img').waitFor();
    await sample.locator('[data-detail] .nested').waitFor();
    assert.equal(
      await sample.locator('[data-action="show"], [data-action="rescan"], [data-action="watch"]').count(),
      0,
    );
    assert.deepEqual(await violationsOf(sample), []);
  });
});

interface ChromeOfWorker {
  management: { getSelf(): Promise<{ installType: string }> };
}
