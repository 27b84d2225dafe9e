/** The list: searching and arranging, and changing the policy from it. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { type Extension, launch } from '../support/chromium.ts';
import { openPopup } from '../support/popup.ts';
import { stepInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';

const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const html = 'data:text/html,%3Cp%3EHello%3C/p%3E';

const page = `<!doctype html><title>List</title>
<meta http-equiv="Content-Security-Policy" content="font-src 'self'">
<style>
  #a { background: url("${gif}") }
  @font-face { font-family: x; src: url(data:font/woff2;base64,d09GMgABAAAAAAAA) }
</style>
<nav><img id="logo" src="${gif}"></nav>
<iframe src="${html}"></iframe>
<a href="data:image/png;base64,AA*A">broken</a>
<p data-note="data:text/plain,quoted">quoted</p>
<img src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E">
${`<img src="${gif}">`.repeat(60)}`;

/** The inspector tab on a page. */
async function openTab(extension: Extension, tab: Page): Promise<Page> {
  const popup = await openPopup(extension, tab);
  const [surface] = await Promise.all([
    extension.context.waitForEvent('page', (opened) => opened.url().startsWith(extension.origin)),
    popup.click('[data-action="open-tab"]'),
  ]);
  await surface.waitForSelector('main[data-state="done"]');
  await surface.click('[data-view-link="list"]');
  await surface.waitForSelector('[data-row]');
  // Tall enough to show all rows above the detail.
  await surface.setViewportSize({ width: 1280, height: 1600 });
  return surface;
}

const typesIn = (surface: Page) => surface.locator('[data-row] .type').allTextContents();
const headingsIn = (surface: Page) => surface.locator('.group-heading .clip').allTextContents();

test('the list', async (t) => {
  await using server = await serve({ routes: { '/': page } });
  const extension = await launch(t);
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const surface = await openTab(extension, tab);
  const search = surface.getByRole('searchbox');

  await t.test('finds by words, fields, quantities and states, and says what means nothing', async () => {
    assert.equal((await typesIn(surface)).length, 6);
    for (const [query, types] of [
      ['gif', ['image/gif']],
      ['selector:#logo', ['image/gif']],
      ['type:image/*', ['image/gif', 'image/svg+xml']],
      ['type:image/* size<42', ['image/svg+xml']],
      ['is:broken', ['Broken data: URL']],
      ['is:duplicate', ['image/gif']],
      ['rule:disallowed', ['text/html']],
      ['-is:flagged -quoted', ['font/woff2', 'image/svg+xml', 'image/gif']],
    ] as const) {
      await search.fill(query);
      await surface.waitForFunction(
        (wanted) => document.querySelectorAll('[data-row]').length === wanted,
        types.length,
      );
      assert.deepEqual((await typesIn(surface)).sort(), [...types].sort(), query);
    }
    await search.fill('size>large');
    await surface.getByText('“large” isn’t a size or number').waitFor();
    assert.equal((await typesIn(surface)).length, 6);
    await search.fill('nothing like this');
    await surface.getByRole('button', { name: 'Clear filters' }).click();
    assert.equal((await typesIn(surface)).length, 6);
    assert.equal(await search.inputValue(), '');
  });

  await t.test('filters by a click, and takes it back by another', async () => {
    // The page's CSP blocks the font: that is a page finding.
    const warnings = surface.locator('[data-filter="warning"]');
    await warnings.click();
    const found = surface.locator('[data-row]');
    assert.equal(Number.parseInt((await warnings.textContent()) ?? '', 10), await found.count());
    assert.match((await found.first().textContent()) ?? '', /page finding$/);
    await warnings.click();
    const errors = surface.locator('[data-filter="error"]');
    await errors.click();
    assert.deepEqual(await typesIn(surface), ['text/html', 'Broken data: URL']);
    const code = surface.locator('.chip[data-filter="code"]');
    const images = surface.locator('.chip[data-filter="image"]');
    const on = () =>
      surface
        .locator('.chip[aria-pressed="true"]')
        .evaluateAll((chips) => chips.map((chip) => (chip as HTMLElement).dataset.filter));
    await code.click();
    assert.deepEqual([await typesIn(surface), await on()], [['text/html'], ['code']]);
    await images.click();
    assert.deepEqual(await on(), ['image']);
    await images.click();
    assert.equal((await typesIn(surface)).length, 6);
    assert.deepEqual(await on(), ['all']);
  });

  // Which filters a key combines is held by test/unit/ui/list/filtering.test.ts; here, that the keys arrive.
  await stepInFull(t)('filters are combined with a key held, by the keyboard too', async () => {
    const errors = surface.locator('.counter[data-filter="error"]');
    const code = surface.locator('.chip[data-filter="code"]');
    await errors.click();
    await code.click({ modifiers: ['Shift'] });
    assert.deepEqual(await typesIn(surface), ['text/html']);
    await code.press('Shift+Enter');
    assert.deepEqual(await typesIn(surface), ['text/html', 'Broken data: URL']);
    await code.press('Shift+Space');
    assert.deepEqual(await typesIn(surface), ['text/html']);
    await code.press('Enter');
    await code.press('Enter');
    assert.equal((await typesIn(surface)).length, 6);
  });

  await t.test('a search that leaves none of a kind disables its filter', async () => {
    const code = surface.locator('.chip[data-filter="code"]');
    await search.fill('is:duplicate');
    await surface.locator('.chip[data-filter="code"]:disabled').waitFor();
    assert.equal((await code.textContent())?.trim(), 'Code 0');
    await search.fill('');
    await surface.locator('.chip[data-filter="code"]:enabled').waitFor();
  });

  await stepInFull(t)('a query stays visible in a narrow window, and takes no focus', async () => {
    await search.fill('is:duplicate');
    await search.blur();
    await surface.setViewportSize({ width: 440, height: 1600 });
    await surface.locator('[data-action="search"][aria-expanded="true"]').waitFor();
    assert.equal(await search.inputValue(), 'is:duplicate');
    assert.equal(await search.evaluate((box) => box === document.activeElement), false);
    await search.fill('');
    assert.equal(await search.isVisible(), true);
    await surface.click('[data-action="search"]');
    await surface.setViewportSize({ width: 1280, height: 1600 });
    await surface.locator('[data-action="search"]').waitFor({ state: 'detached' });
  });

  await stepInFull(t)(
    'a counter lists all that it counts, whichever filters and search were on',
    async () => {
      const broken = surface.locator('.chip[data-filter="broken"]');
      const warnings = surface.locator('.counter[data-filter="warning"]');
      await search.fill('is:broken');
      await broken.click();
      assert.equal(await surface.locator('[data-row]').count(), 1);
      await warnings.click();
      const count = Number.parseInt((await warnings.textContent()) ?? '', 10);
      await surface.waitForFunction((n) => document.querySelectorAll('[data-row]').length === n, count);
      // The only warning is a page finding.
      assert.equal(count, 1);
      assert.equal(await surface.locator('.listed').textContent(), '1 page finding');
      assert.equal(await search.inputValue(), '');
      const on = () => surface.locator('.chip[aria-pressed="true"]').allTextContents();
      assert.deepEqual(
        (await on()).map((text) => text.trim()),
        ['Warning 1'],
      );
      await broken.click();
      assert.equal(await warnings.getAttribute('aria-pressed'), 'false');
      await warnings.click();
      assert.deepEqual(
        (await on()).map((text) => text.trim()),
        ['Warning 1'],
      );
      await warnings.click();
      assert.equal((await typesIn(surface)).length, 6);
    },
  );

  await t.test('chips of problems stand before those of kinds', async () => {
    const ids = await surface
      .locator('.chip')
      .evaluateAll((chips) => chips.map((chip) => (chip as HTMLElement).dataset.filter));
    assert.deepEqual(ids.slice(0, 2), ['all', 'broken']);
  });

  await t.test('stands in groups and orders', async () => {
    assert.deepEqual(await headingsIn(surface), ['Used by the page', 'Quoted but not used']);
    await surface.getByRole('combobox', { name: 'Grouping' }).selectOption('duplicate');
    assert.deepEqual(await headingsIn(surface), ['image/gif', 'No duplicates']);
    await surface.getByRole('combobox', { name: 'Grouping' }).selectOption('finding');
    assert.equal((await headingsIn(surface)).at(-1), 'No findings');
    await surface.getByRole('combobox', { name: 'Order' }).selectOption('type');
    await surface.getByRole('combobox', { name: 'Grouping' }).selectOption('type');
    assert.equal((await headingsIn(surface)).length, 6);
  });

  await t.test('is walked by the keyboard, past the headings', async () => {
    const list = surface.getByRole('grid');
    await list.focus();
    const ids = await surface.locator('[data-row]').evaluateAll((rows) => rows.map(({ id }) => id));
    for (const [key, at] of [
      ['Home', 0],
      ['ArrowDown', 1],
      ['ArrowUp', 0],
      ['ArrowUp', 0],
      ['End', ids.length - 1],
      ['ArrowUp', ids.length - 2],
      ['PageUp', 0],
    ] as const) {
      await surface.keyboard.press(key);
      await surface.locator(`[role=grid][aria-activedescendant="${ids[at]}"]`).waitFor();
    }
    await surface.keyboard.press('/');
    await surface.waitForFunction(() => document.activeElement?.matches('[type=search]'));
    await surface.keyboard.type('/?');
    assert.equal(await search.inputValue(), '/?');
    await surface.keyboard.press('Escape');
    await surface.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[type=search]')?.value === '',
    );
    await surface.keyboard.press('Enter');
    await surface.waitForFunction(() => document.activeElement?.getAttribute('role') === 'grid');
    await surface.keyboard.press('?');
    const help = surface.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.waitFor();
    // At its beginning, whatever in it has the focus.
    assert.equal(await help.evaluate((dialog) => dialog.scrollTop), 0);
    await surface.keyboard.press('Escape');
    await surface.getByRole('dialog').waitFor({ state: 'detached' });
  });

  await t.test('is sorted by its columns, by clicks and by keys, from either end', async () => {
    const header = (name: string) => surface.getByRole('columnheader', { name });
    const sortOf = (name: string) => header(name).getAttribute('aria-sort');
    await surface.getByRole('combobox', { name: 'Grouping' }).selectOption('use');
    for (const [name, first] of [
      ['Cost', 'image/gif'],
      ['Size', 'image/gif'],
      ['Occurrences', 'image/gif'],
      ['Type', 'Broken data: URL'],
      ['Name', 'image/gif'],
      ['Where', 'Broken data: URL'],
      ['State', 'text/html'],
      ['Preview', 'image/gif'],
    ] as const) {
      await header(name).getByRole('button').click();
      const down = ['Type', 'Name', 'Where'].includes(name) ? 'ascending' : 'descending';
      assert.equal(await sortOf(name), down, name);
      assert.equal((await typesIn(surface))[0], first, name);
      const sorted = await surface.locator('[aria-sort]').count();
      assert.equal(sorted, 1);
    }
    await header('Cost').getByRole('button').click();
    const order = await typesIn(surface);
    // The header is one stop of the Tab key; the arrow keys move from column to column.
    await surface.keyboard.press('Enter');
    assert.equal(await sortOf('Cost'), 'ascending');
    const reversed = await typesIn(surface);
    assert.deepEqual(reversed.slice(0, 5), order.slice(0, 5).reverse(), 'the groups stay');
    await surface.keyboard.press('ArrowLeft');
    await surface.keyboard.press('ArrowLeft');
    await surface.keyboard.press('Enter');
    assert.equal(await sortOf('Size'), 'descending');
    const width = () => header('Size').evaluate(({ clientWidth }) => clientWidth);
    const before = await width();
    await surface.keyboard.press('Shift+ArrowRight');
    await surface.waitForFunction(
      (wide) => (document.querySelector('[aria-sort]')?.clientWidth ?? 0) > wide,
      before,
    );
    const edge = await header('Size').locator('.column-edge').boundingBox();
    assert.ok(edge);
    await surface.mouse.move(edge.x + edge.width / 2, edge.y + 5);
    await surface.mouse.down();
    await surface.mouse.move(edge.x + edge.width / 2 + 40, edge.y + 5, { steps: 4 });
    await surface.mouse.up();
    assert.ok((await width()) >= before + 50);
    await surface.keyboard.press('ArrowDown');
    await surface.waitForFunction(() => document.activeElement?.getAttribute('role') === 'grid');
    await header('State').getByRole('button').click();
  });

  await t.test('says what is to be said of the page as a whole', async () => {
    await surface.locator('[data-view-link="findings"]').click();
    const whole = surface.locator('[data-findings]');
    await whole.locator('[data-rule="duplicates"]', { hasText: /image\/gif.*appears 62 times/ }).waitFor();
    assert.equal(await whole.locator('[data-rule="csp-blocks"]').count(), 1);
  });

  await t.test('mutes a rule on the site, everywhere, and takes it back', async () => {
    const finding = surface.locator('[data-rule="duplicates"]');
    for (const where of ['mute-site', 'mute']) {
      await finding.locator('summary').click();
      await finding.locator(`[data-action="${where}"]`).click();
      await finding.waitFor({ state: 'detached' });
      await surface.locator('[data-ruling="muted"] [data-action="undo"]').click();
      await finding.waitFor();
    }
    await surface.locator('[data-ruling]').waitFor({ state: 'detached' });
  });

  await stepInFull(t)('allows a type on the site, which is then shown, and takes it back', async () => {
    await surface.locator('[data-view-link="list"]').click();
    await surface.locator('[data-row]', { hasText: 'text/html' }).click();
    const finding = surface.locator('[data-detail] [data-finding="disallowed-type"]');
    await finding.locator('summary').click();
    await finding.getByRole('button', { name: /^Allow text\/html as iframe on 127\.0\.0\.1:\d+$/ }).click();
    await finding.waitFor({ state: 'detached' });
    assert.equal(await surface.locator('.disallowed').count(), 0);
    await surface.getByRole('button', { name: 'Undo' }).click();
    await finding.waitFor();
  });

  await stepInFull(t)('is exported in every form', async () => {
    for (const [name, beginning] of [
      ['Full report as JSON', '[{"version":2,'],
      ['Findings as Markdown', '# data: URLs of '],
      ['Occurrences as CSV', '"page'],
      ['Findings as SARIF', '{'],
      ['decoded files', 'PK\u0003\u0004'],
    ] as const) {
      await surface.getByRole('button', { name: 'Export' }).click();
      const [download] = await Promise.all([
        surface.waitForEvent('download'),
        surface.getByRole('menuitem', { name }).click(),
      ]);
      const saved = `Download started: ${download.suggestedFilename()}`;
      await surface.locator('[data-status]', { hasText: saved }).waitFor();
      const text = await readFile(await download.path(), 'utf8');
      assert.equal(text.slice(0, beginning.length), beginning, name);
      assert.match(
        download.suggestedFilename(),
        /^data-urls-127\.0\.0\.1-\d{4}-\d{2}-\d{2}\.(?:json|md|csv|sarif|zip)$/,
      );
    }
  });
});
