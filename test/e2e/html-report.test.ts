/** The HTML report: saved in the inspector tab, opened from disk, without requests or scripts there. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { violationsOf } from '../support/accessible.ts';
import { launch } from '../support/chromium.ts';
import { assertPictures, green, onDisk, picturePage, shownIn, stoppedIn } from '../support/html-file.ts';
import { openPopup } from '../support/popup.ts';
import { serve } from '../support/serve.ts';

test('a report that is opened from disk', { timeout: 300_000 }, async (t) => {
  const extension = await launch(t);
  const page = await extension.newPage();
  await using server = await serve({ routes: { '/': picturePage } });
  await page.goto(server.url('/'));
  const popup = await openPopup(extension, page);
  const opening = extension.context.waitForEvent('page', (opened) =>
    opened.url().startsWith(extension.origin),
  );
  await popup.click('[data-action="open-tab"]');
  const tab = await opening;
  await tab.locator('[data-surface="inspector"][data-state="done"]').waitFor();
  await tab.click('[data-action="export"]');
  const [download] = await Promise.all([
    tab.waitForEvent('download'),
    tab.click('[data-action="export-html"]'),
  ]);
  assert.match(download.suggestedFilename(), /^data-urls-127\.0\.0\.1-\d{4}-\d\d-\d\d\.html$/);
  const html = await readFile(await download.path(), 'utf8');
  const url = await onDisk(t, html);

  const opened = await extension.newPage();
  const messages: string[] = [];
  const requests: string[] = [];
  opened.on('console', (message) => messages.push(message.text()));
  opened.on('pageerror', (error) => messages.push(String(error)));
  opened.on('request', (request) => requests.push(request.url()));
  await opened.goto(url);

  await t.test(
    'it shows pictures of ours, none of what the policy disallows, and nothing is loaded',
    async () => {
      const { colors, ...shown } = await opened.evaluate(shownIn);
      assert.deepEqual(shown, { scripts: 0, requests: [], direction: 'ltr', isStyled: true, boxes: 6 });
      assertPictures(colors);
      assert.deepEqual(
        requests.filter((each) => !each.startsWith('data:image/webp;base64,')),
        [url],
      );
    },
  );

  await t.test('it has each finding, and for each rule the fix', async () => {
    await tab.click('[data-view-link="findings"]');
    await tab.locator('[data-rule]').first().waitFor();
    const titles = (await tab.locator('[data-rule] h2').allTextContents()).map((title) => title.trim());
    const rules = await opened.locator('.changes > li').evaluateAll((all) =>
      all.map((rule) => ({
        title: rule.querySelector('h3')?.textContent ?? '',
        fix: rule.querySelector('.fix')?.textContent ?? '',
      })),
    );
    assert.ok(rules.length > 0 && rules.every(({ fix }) => fix.length > 10));
    assert.equal(rules.length, titles.length);
    for (const { title } of rules)
      assert.ok(
        titles.some((shown) => shown.includes(title)),
        title,
      );
    assert.equal(
      await opened.locator('.changes .cases > li').count(),
      await tab.locator('[data-rule] .case').count(),
    );
  });

  await t.test('it is silent', () => assert.deepEqual(messages, []));

  await t.test("none of the page's bytes are in it, and no text turns", () => {
    assert.ok(!html.includes(green.slice(-100)));
    assert.ok(!html.includes('%3Csvg xmlns'));
    assert.doesNotMatch(html, /\u202e|<script/);
    assert.match(html, /⟨U\+202E⟩&lt;script&gt;alert\(1\)/);
  });

  await t.test('its own policy stops scripts, requests, styles, frames and bases', async () => {
    const stopped = await opened.evaluate(stoppedIn);
    assert.deepEqual(stopped, ['base-uri', 'frame-src', 'img-src', 'script-src-elem', 'style-src-elem']);
    assert.notEqual(await opened.title(), 'ran');
  });

  await t.test('it can be printed: nothing is wider than the paper', async () => {
    await opened.goto(url);
    await opened.emulateMedia({ media: 'print' });
    await opened.setViewportSize({ width: 700, height: 900 });
    assert.ok(await opened.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  });

  await t.test('it is accessible, light and dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await opened.emulateMedia({ media: 'screen', colorScheme });
      assert.deepEqual(await violationsOf(opened), [], colorScheme);
    }
  });
});
