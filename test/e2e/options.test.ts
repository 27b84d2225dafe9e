/**
 * Tests the options page in real Chromium: settings must take effect everywhere immediately, and it must be possible to
 * undo them.
 */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright';
import type { Browser } from 'webextension-polyfill';
import { maxAdded, maxPerScan } from '../../extension/platform/limits.ts';
import type { OwnPolicy } from '../../src/policy/policy-types.ts';
import { type Extension, launch, launchForFile } from '../support/chromium.ts';
import { fromMenu, openPopup, rowsOf } from '../support/popup.ts';
import { stepInFull, testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { openSurfacePort } from '../support/surface-port.ts';

/** Used in functions that run in the extension. */
declare const browser: Browser;

const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const html = `<!doctype html><title>Two</title><img src="${gif}"><img src="data:image/png;base64,A*">`;

async function openOptions(extension: Extension): Promise<Page> {
  const page = await extension.openPage('options.html');
  await page.waitForSelector('main');
  return page;
}

const stored = (page: Page): Promise<OwnPolicy | undefined> =>
  page.evaluate(async () => (await browser.storage.local.get('policy')).policy as OwnPolicy | undefined);

/** Returns the stored policy after the status has shown a text. */
async function storedOnce(page: Page, status: RegExp): Promise<OwnPolicy | undefined> {
  await page.locator('.action-status', { hasText: status }).waitFor();
  return stored(page);
}

const importText = (page: Page, text: string, name = 'policy.json'): Promise<void> =>
  page.setInputFiles('input[type="file"]', {
    name,
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  });

const browserOfFile = launchForFile({ colorScheme: 'light' });

/** Resets the browser to its state after installation: without settings and grants, with one empty tab. */
async function anew(): Promise<Extension> {
  const extension = browserOfFile();
  const { context, worker } = extension;
  await worker.evaluate(async () => {
    await browser.storage.local.clear();
    const { origins = [] } = await browser.permissions.getAll();
    if (origins.length > 0) await browser.permissions.remove({ origins });
  });
  await context.newPage();
  for (const each of context.pages().slice(0, -1)) await each.close();
  return extension;
}

async function start() {
  const extension = await anew();
  return { extension, page: await openOptions(extension) };
}

/** Identifies the focused element: by its action if it is a button, otherwise by its name. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute('data-action') ?? activeElement?.tagName;
  });

const verdictOf = (page: Page) => page.locator('.try-it [data-verdict]');

testInFull('an entry that is written by keyboard alone holds on pages that are open', async () => {
  await using server = await serve({ routes: { '/': html } });
  const extension = await anew();
  await extension.grantHosts();
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const surface = await openSurfacePort(extension);
  await surface.when((rows) => rows.length === 2 && rows.every(({ disallowed }) => disallowed === null));

  const page = await openOptions(extension);
  await page.focus('[data-action="add-entry"]');
  await page.keyboard.press('Enter');
  await page.keyboard.type('image gif');
  const pattern = page.locator('.entry-form [data-field="pattern"]');
  await pattern.locator('.problem', { hasText: '"image gif" isn’t a valid media type' }).waitFor();
  assert.equal(await pattern.locator('input').getAttribute('aria-invalid'), 'true');
  // An invalid entry is focused instead of saved.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.ok(await pattern.locator('input').evaluate((input) => input === document.activeElement));
  assert.equal(await stored(page), undefined);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Image/GIF');
  assert.equal(await pattern.locator('.problem').textContent(), '');
  await page.keyboard.press('Enter');

  const { rows } = await surface.when((all) => all.some(({ disallowed }) => disallowed !== null));
  assert.deepEqual(
    rows.flatMap(({ disallowed }) => disallowed ?? []),
    [{ pattern: 'image/gif', destination: 'image', type: 'declared', by: 'user' }],
  );
  assert.deepEqual(await storedOnce(page, /Saved “image\/gif/), {
    version: 1,
    disallow: [{ pattern: 'image/gif', severity: 'error' }],
  });
  assert.equal(await focused(page), 'add-entry');

  await tab.bringToFront();
  const popup = await openPopup(extension, tab);
  const row = (await rowsOf(popup)).find(({ type }) => type === 'image/gif');
  assert.match(row?.finding ?? '', /^Your policy disallows \S+ as an image/);
  assert.equal(row?.isPictured, false);
  await popup.close();

  await page.click('[data-entry="image/gif"] [data-action="remove"]');
  await surface.when((all) => all.every(({ disallowed }) => disallowed === null));
});

test('the options', async (t) => {
  await using server = await serve({ routes: { '/': html } });
  const extension = await anew();
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const popup = await openPopup(extension, tab);
  const [page] = await Promise.all([
    extension.context.waitForEvent('page', (opened) => opened.url() === `${extension.origin}/options.html`),
    fromMenu(popup, 'settings'),
  ]);
  await page.waitForSelector('main');

  await t.test('the verdict of a type, and whose it is', async () => {
    const verdict = verdictOf(page);
    assert.match((await verdict.textContent()) ?? '', /Disallowed: error.*The default for image\/svg\+xml/);
    await page.fill('.try-it [data-field="type"] input', 'image/png; charset=x');
    await page.selectOption('.try-it [data-field="destination"]', 'image');
    assert.equal(await verdict.textContent(), 'AllowedNo entry or default applies.');
    await page.fill('.try-it [data-field="type"] input', 'picture');
    assert.equal(await verdict.getAttribute('data-verdict'), '');
    assert.match(
      (await page.textContent('.try-it [data-field="type"] .problem')) ?? '',
      /Missing or invalid media type/,
    );
  });

  await t.test('a default is overridden for one site and some destinations', async () => {
    const html = page.locator('[data-default="text/html"]');
    await html.first().locator('button').click();
    await page.fill('.entry-form [data-field="site"] input', 'exa mple');
    const problem = page.locator('.entry-form [data-field="site"] .problem');
    assert.match((await problem.textContent()) ?? '', /"exa mple" isn’t a valid site/);
    await page.fill('.entry-form [data-field="site"] input', 'https://Example.com/path');
    await page.selectOption('.entry-form select', '');
    await page.uncheck('.entry-form input[value="frame"]');
    await page.click('.entry-form [type="submit"]');
    assert.deepEqual(await storedOnce(page, /Saved “text\/html/), {
      version: 1,
      sites: {
        'example.com': { allow: [{ pattern: 'text/html', destinations: ['iframe', 'object', 'embed'] }] },
      },
    });
    await page.fill('.try-it [data-field="type"] input', 'text/html');
    await page.selectOption('.try-it [data-field="destination"]', 'iframe');
    const verdict = verdictOf(page);
    assert.match((await verdict.textContent()) ?? '', /^Disallowed: error.*default/);
    await page.fill('.try-it [data-field="page"] input', 'example.com');
    assert.match((await verdict.textContent()) ?? '', /^Allowed.*Your entry for text\/html.*on example\.com/);
    await page.selectOption('.try-it [data-field="destination"]', 'frame');
    assert.match((await verdict.textContent()) ?? '', /^Disallowed: error.*default/);
  });

  await t.test('an entry is changed, and shows which default it leaves unheard', async () => {
    await page.click('[data-entry="text/html"] [data-action="edit"]');
    await page.fill('.entry-form [data-field="site"] input', '');
    await page.check('.entry-form input[type="radio"] >> nth=0');
    await page.click('.entry-form [type="submit"]');
    await page.locator('[data-entry="text/html"]', { hasText: 'everywhere · on all sites' }).waitFor();
    assert.equal(await page.locator('[data-default="text/html"][data-overridden="true"]').count(), 2);
  });

  await stepInFull(t)('what is changed in another tab is changed here', async () => {
    const other = await openOptions(extension);
    // If an action was undone in one page, it cannot be undone again in the other.
    await other.click('[data-entry="text/html"] [data-action="remove"]');
    await page.locator('[data-entry="text/html"]').waitFor({ state: 'detached' });
    await page.locator('[data-action="undo"]').waitFor({ state: 'detached' });
    await other.click('[data-action="undo"]');
    await page.locator('[data-entry="text/html"]').waitFor();
    await other.close();
  });

  await stepInFull(t)('nothing chosen is a mistake, and Escape gives up', async () => {
    const before = await stored(page);
    await page.click('[data-action="add-entry"]');
    await page.keyboard.type('font/*');
    await page.check('.entry-form input[type="radio"] >> nth=1');
    await page.click('.entry-form [type="submit"]');
    assert.match((await page.textContent('.entry-form [data-field="destinations"]')) ?? '', /at least one/);
    await page.keyboard.press('Escape');
    await page.locator('.entry-form').waitFor({ state: 'detached' });
    assert.deepEqual(await stored(page), before);
  });

  const site = 'http://127.0.0.1/*';
  await page.waitForSelector('[data-none="watched"]');
  await page.waitForSelector('[data-none="granted"]');
  await extension.grantHosts(site);
  const surface = await openSurfacePort(extension);
  /** Waits until the rule's findings have this severity. */
  const severities = (wanted: string) =>
    surface.when(
      // The function is passed as text because it runs in another document.
      new Function(
        'rows',
        `return rows.flatMap(({ findings }) => findings)
          .filter(({ rule }) => rule === 'invalid-data-url').map(({ severity }) => severity).join() === '${wanted}'`,
      ) as () => boolean,
    );
  await severities('error');
  const rule = page.locator('[data-rule="invalid-data-url"]');

  await t.test('rules are found by words, and explained with why and what to do', async () => {
    const shown = () => page.locator('[data-rule]').count();
    const all = await shown();
    assert.ok(all >= 30);
    await page.fill('input[type="search"]', 'RFC 2397 policy');
    assert.ok((await shown()) < all);
    await page.locator('[role="status"]', { hasText: `${await shown()} of ${all} rules` }).waitFor();
    await page.fill('input[type="search"]', 'no such rule');
    assert.equal(await shown(), 0);
    await page.fill('input[type="search"]', 'invalid-data-url');
    await rule.locator('summary').click();
    assert.match((await rule.locator('details').textContent()) ?? '', /network error.*How to fix: Correct/);
  });

  await t.test('a rule has another severity from now on', async () => {
    await rule.locator('.rule-head select').selectOption('warning');
    await severities('warning');
    await rule.locator('.rule-head select').selectOption('');
    await severities('error');
  });

  await stepInFull(t)('a rule is off on a site, from a finding or here, until that is removed', async () => {
    const site = '127.0.0.1';
    await surface.post({ type: 'severity', rule: 'invalid-data-url', site, severity: 'off' });
    await rule.locator(`[data-site="${site}"]`, { hasText: 'Off on 127.0.0.1' }).waitFor();
    await severities('');
    await rule.locator('[data-action="remove-override"]').click();
    await severities('error');
    assert.equal(await focused(page), 'SELECT');
    await page.click('[data-action="undo"]');
    await severities('');
    assert.equal(await focused(page), 'dismiss');
    await rule.locator('[data-action="remove-override"]').click();
    await severities('error');

    await rule.locator('details [data-field="site"] input').fill(site);
    await rule.locator('details select').selectOption('info');
    await rule.locator('details [type="submit"]').click();
    await severities('info');
    // A setting for a site must stay when the general setting is changed, and when that change is undone. The message
    // about the second change has the same wording as that about the first.
    await page.click('.action-status [data-action="dismiss"]');
    await rule.locator('.rule-head select').selectOption('off');
    await page.locator('.action-status', { hasText: 'Changed' }).waitFor();
    await page.click('[data-action="undo"]');
    await page.waitForFunction(
      () => document.querySelector<HTMLSelectElement>('.rule-head select')?.value === '',
    );
    await severities('info');
  });

  const policy: OwnPolicy = {
    version: 1,
    disallow: [{ pattern: 'font/*', destinations: ['font'], severity: 'info' }],
    rules: { bomb: 'off' },
  };

  await t.test(
    'a file with mistakes is refused whole, and each mistake is reported with its position',
    async () => {
      const before = await stored(page);
      const text = `{
  "disalow": [],
  "allow": [{ "pattern": "image/png" }, { "pattern": "im\u202eage" }],
  "rules": { "no-rule": "off" }
}`;
      await importText(page, text, 'bad\u202e.json');
      await page.waitForSelector('[data-refused="3"]');
      const problems = await page.locator('#exchange .problems li').allInnerTexts();
      assert.deepEqual(
        problems.map((each) => each.replaceAll(/\s+/g, ' ')),
        [
          'Line 2, column 14 disalow "disalow" isn’t a known name. Use one of these: version, disallow, allow, rules, sites, locked.',
          'Line 3, column 54 allow[1].pattern "im⟨U+202E⟩age" isn’t a valid media type. Use a form such as “text/html”, “image/*”, or “group:javascript”.',
          'Line 4, column 25 rules["no-rule"] "no-rule" isn’t a known rule. Correct or remove it.',
        ],
      );
      assert.match((await page.textContent('[data-refused] h3')) ?? '', /bad⟨U\+202E⟩\.json/);
      assert.deepEqual(await stored(page), before);
    },
  );

  await stepInFull(t)('so is one that is no JSON, or too large', async () => {
    const before = await stored(page);
    await importText(page, '{"rules": ');
    await page.waitForSelector('[data-refused="1"]');
    assert.equal(
      await page.textContent('#exchange .problems'),
      'Line 1, column 11Invalid JSON starts here. Correct the syntax.',
    );
    await importText(page, ' '.repeat(2_000_001));
    await page.waitForSelector('[data-refused="0"]');
    assert.deepEqual(await stored(page), before);
  });

  await t.test('a good one takes the place of what was there, and gives it back', async () => {
    const before = await stored(page);
    await importText(page, JSON.stringify(policy));
    assert.deepEqual(await storedOnce(page, /Imported/), policy);
    assert.equal(await page.locator('[data-refused]').count(), 0);
    await page.locator('[data-entry="font/*"]', { hasText: 'as font' }).waitFor();
    await page.click('[data-action="undo"]');
    assert.deepEqual(await storedOnce(page, /Change undone/), before);
    await importText(page, JSON.stringify(policy));
    await storedOnce(page, /Imported/);
  });

  await t.test('what is exported is what was imported', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.click('[data-action="export"]'),
    ]);
    assert.equal(download.suggestedFilename(), 'data-url-inspector-policy.json');
    assert.deepEqual(JSON.parse(await readFile(await download.path(), 'utf8')), policy);
  });

  await t.test('all is reset, and comes back', async () => {
    await page.click('[data-action="reset"]');
    assert.deepEqual(await storedOnce(page, /reset to the defaults/), { version: 1 });
    assert.equal(await page.locator('[data-by="user"]').count(), 0);
    await page.click('[data-action="undo"]');
    assert.deepEqual(await storedOnce(page, /Change undone/), policy);
  });

  await t.test('watched sites and permissions are taken back', async () => {
    await surface.post({ type: 'watch', what: 'site', on: true });
    await surface.when((_, { watching }) => watching.site === true && watching.page);
    // If a watched page were closed together with its browser, the worker would try to save that change, and fail.
    await surface.post({ type: 'watch', what: 'page', on: false });
    await surface.when((_, { watching }) => !watching.page);
    const registered = () =>
      extension.worker.evaluate(async () =>
        (await browser.scripting.getRegisteredContentScripts()).flatMap(({ matches }) => matches ?? []),
      );
    assert.deepEqual(await registered(), [site]);

    await page.click(`[data-watched="${site}"] [data-action="unwatch"]`);
    await surface.when((_, { watching }) => watching.site === false);
    assert.equal(await focused(page), 'H3');
    assert.deepEqual(await registered(), []);
    await page.click('[data-action="undo"]');
    await surface.when((_, { watching }) => watching.site === true);

    await page.click(`[data-granted="${site}"] [data-action="revoke"]`);
    await page.waitForSelector('[data-none="granted"]');
    assert.equal(await focused(page), 'H3');
    await page.locator(`[data-watched="${site}"]`, { hasText: 'Not watching' }).waitFor();
    assert.deepEqual((await extension.worker.evaluate(() => browser.permissions.getAll())).origins, []);
  });

  await t.test('it says what only the browser can turn on', async () => {
    assert.equal(await page.title(), 'Data URL Inspector settings');
    await page.waitForSelector('[data-access="files"]');
    const access = (await page.textContent('#access')) ?? '';
    assert.match(access, /Local filesAllowed.*file URLs.*Private windowsNot allowed.*Incognito/);
  });

  await stepInFull(t)('it leads to the page on which the browser turns it on', async () => {
    const [settings] = await Promise.all([
      extension.context.waitForEvent('page'),
      page.click('[data-action="browser-settings"]'),
    ]);
    assert.equal(settings.url(), `chrome://extensions/?id=${extension.id}`);
  });
});

testInFull('the colours are those of all surfaces at once', async () => {
  await using server = await serve({ routes: { '/': html } });
  const { extension, page } = await start();
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const popup = await openPopup(extension, tab);
  const surfaceColour = () => getComputedStyle(document.body).backgroundColor;
  const light = await popup.evaluate(surfaceColour);
  assert.equal(await page.evaluate(surfaceColour), light);
  // The theme is changed from outside the page, because a click on the page would close the popup.
  await extension.worker.evaluate(() => browser.storage.local.set({ theme: 'dark' }));
  await popup.waitFor((was) => getComputedStyle(document.body).backgroundColor !== was, light);
  const dark = await popup.evaluate(surfaceColour);
  assert.equal(await page.evaluate(surfaceColour), dark);
  assert.ok(await page.isChecked('input[value="dark"]'));
  await popup.close();
  await page.check('input[value="system"]');
  await page.waitForFunction((was) => getComputedStyle(document.body).backgroundColor === was, light);
});

testInFull('it says how far the extension goes, with the numbers that the code has', async (t) => {
  const page = await openOptions(await launch(t, { language: 'de' }));
  const sentences = await page.locator('#limits li').allTextContents();
  assert.equal(sentences.length, 8);
  for (const sentence of sentences) assert.match(sentence, /^[^$]*\d[^$]*\.$/, 'a text, and no key or gap');
  const number = (value: number) => value.toLocaleString('de');
  const { dataUrls, occurrences } = maxPerScan;
  const numbers = sentences.slice(0, 4).map((sentence) => sentence.match(/\d(?:[\d.,]*\d)?/g));
  assert.deepEqual(numbers, [
    [number(dataUrls), number(occurrences)],
    [number(maxAdded.occurrences), number(maxAdded.length)],
    ['10'],
    ['8,4', '10', '100'],
  ]);
});
