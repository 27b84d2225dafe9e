/** Tests the list: searching and sorting, changing the policy from the list, and its thumbnails. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { violationsOf } from '../support/accessible.ts';
import { type Extension, launchForFile } from '../support/chromium.ts';
import { openPopup, stopOfList } from '../support/popup.ts';
import { some, stepInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { rounded, thumbnailPage, thumbnailsOfPage, thumbnailsShown } from '../support/thumbnails.ts';

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

const browser = launchForFile();

/** Opens the inspector tab of a page. The tab is tall enough to show all rows above the detail. */
async function openTab(extension: Extension, tab: Page, width = 1280): Promise<Page> {
  const popup = await openPopup(extension, tab);
  const [surface] = await Promise.all([
    extension.context.waitForEvent('page', (opened) => opened.url().startsWith(extension.origin)),
    popup.click('[data-action="open-tab"]'),
  ]);
  await surface.waitForSelector('main[data-state="done"]');
  await surface.click('[data-view-link="list"]');
  await surface.waitForSelector('[data-row]');
  await surface.setViewportSize({ width, height: 1600 });
  return surface;
}

const typesIn = (surface: Page) => surface.locator('[data-row] .type').allTextContents();
const headingsIn = (surface: Page) => surface.locator('.group-heading .clip').allTextContents();

test('the list', async (t) => {
  await using server = await serve({ routes: { '/': page } });
  const extension = browser();
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const surface = await openTab(extension, tab);
  const search = surface.getByRole('searchbox');

  await t.test('finds by words, fields, quantities and states, and says what means nothing', async () => {
    assert.equal((await typesIn(surface)).length, 6);
    // test/unit/report/query.test.ts tests all fields.
    for (const [query, types] of some(
      [
        ['gif', ['image/gif']],
        ['selector:#logo', ['image/gif']],
        ['type:image/*', ['image/gif', 'image/svg+xml']],
        ['type:image/* size<42', ['image/svg+xml']],
        ['is:broken', ['Broken data: URL']],
        ['is:duplicate', ['image/gif']],
        ['rule:disallowed', ['text/html']],
        ['-is:flagged -quoted', ['font/woff2', 'image/svg+xml', 'image/gif']],
      ] as const,
      2,
    )) {
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
    // The page's CSP blocks the font, and a page finding reports that.
    const failing = surface.locator('.counter[data-filter="not-shown"]');
    await failing.click();
    assert.deepEqual(await typesIn(surface), ['font/woff2', 'Broken data: URL']);
    assert.equal((await failing.textContent())?.trim(), '2 not shown');
    assert.match((await surface.locator('[data-row]').first().textContent()) ?? '', /page finding$/);
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

  // test/unit/ui/list/filtering.test.ts tests which filters are combined when a key is held. This step tests that the
  // key events arrive.
  await stepInFull(t)('filters are combined with a key held, by the keyboard too', async () => {
    const failing = surface.locator('.counter[data-filter="not-shown"]');
    const fonts = surface.locator('.chip[data-filter="font"]');
    await failing.click();
    await fonts.click({ modifiers: ['Shift'] });
    assert.deepEqual(await typesIn(surface), ['font/woff2']);
    await fonts.press('Shift+Enter');
    assert.deepEqual(await typesIn(surface), ['font/woff2', 'Broken data: URL']);
    await fonts.press('Shift+Space');
    assert.deepEqual(await typesIn(surface), ['font/woff2']);
    await fonts.press('Enter');
    await fonts.press('Enter');
    assert.equal((await typesIn(surface)).length, 6);
  });

  await stepInFull(t)('a search that leaves none of a kind disables its filter', async () => {
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
      const images = surface.locator('.chip[data-filter="image"]');
      const failing = surface.locator('.counter[data-filter="not-shown"]');
      await search.fill('is:broken');
      await failing.click();
      assert.equal(await search.inputValue(), '');
      assert.deepEqual(await typesIn(surface), ['font/woff2', 'Broken data: URL']);
      assert.match(
        (await surface.locator('.listed').textContent()) ?? '',
        /^2 of 6 data: URLs listed, .* · 1 page finding$/,
      );
      const on = async () =>
        (await surface.locator('.chip[aria-pressed="true"]').allTextContents()).map((text) => text.trim());
      assert.deepEqual(await on(), ['Not shown 2']);
      await images.click();
      assert.equal(await failing.getAttribute('aria-pressed'), 'false');
      await failing.click();
      assert.deepEqual(await on(), ['Not shown 2']);
      await failing.click();
      assert.equal((await typesIn(surface)).length, 6);
    },
  );

  await t.test('chips of problems stand before those of kinds', async () => {
    const ids = await surface
      .locator('.chip')
      .evaluateAll((chips) => chips.map((chip) => (chip as HTMLElement).dataset.filter));
    assert.deepEqual(ids.slice(0, 2), ['all', 'not-shown']);
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

  await t.test('is within four stops of the Tab key; in a field, arrows move its caret first', async () => {
    const stop = await (await surface.waitForFunction(stopOfList)).jsonValue();
    assert.ok(stop <= 4, `the list is stop ${stop} of the Tab key`);
    const focused = () => surface.evaluate(() => document.activeElement?.getAttribute('name'));
    await search.fill('if');
    const seen: (string | null | undefined)[] = [];
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowRight', 'ArrowLeft']) {
      await search.page().keyboard.press(key);
      seen.push(await focused());
    }
    assert.deepEqual(seen, ['query', 'query', 'order', 'query']);
    await search.fill('');
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
    // The help must be scrolled to its beginning, whichever of its elements has the focus.
    assert.equal(await help.evaluate((dialog) => dialog.scrollTop), 0);
    await surface.keyboard.press('Escape');
    await surface.getByRole('dialog').waitFor({ state: 'detached' });
  });

  const header = (name: string) => surface.getByRole('columnheader', { name });
  await t.test('is sorted by its columns, by clicks and by keys, from either end', async () => {
    const sortOf = (name: string) => header(name).getAttribute('aria-sort');
    await surface.getByRole('combobox', { name: 'Grouping' }).selectOption('use');
    for (const [name, first] of some(
      [
        ['Cost', 'image/gif'],
        ['Size', 'image/gif'],
        ['Occurrences', 'image/gif'],
        ['Type', 'Broken data: URL'],
        ['Name', 'image/gif'],
        ['Where', 'Broken data: URL'],
        ['State', 'font/woff2'],
        ['Preview', 'image/gif'],
      ] as const,
      4,
    )) {
      await header(name).getByRole('button').click();
      const down = ['Type', 'Name', 'Where'].includes(name) ? 'ascending' : 'descending';
      assert.equal(await sortOf(name), down, name);
      assert.equal((await typesIn(surface))[0], first, name);
      const sorted = await surface.locator('[aria-sort]').count();
      assert.equal(sorted, 1);
    }
    await header('Cost').getByRole('button').click();
    const order = await typesIn(surface);
    // The header is a single Tab stop; the arrow keys move between columns.
    await surface.keyboard.press('Enter');
    assert.equal(await sortOf('Cost'), 'ascending');
    const reversed = await typesIn(surface);
    assert.deepEqual(reversed.slice(0, 5), order.slice(0, 5).reverse(), 'the groups stay');
    await surface.keyboard.press('ArrowLeft');
    await surface.keyboard.press('ArrowLeft');
    await surface.keyboard.press('Enter');
    assert.equal(await sortOf('Size'), 'descending');
    await surface.keyboard.press('ArrowDown');
    await surface.waitForFunction(() => document.activeElement?.getAttribute('role') === 'grid');
  });

  await stepInFull(t)('the columns get wider by keys and by the mouse', async () => {
    await header('Cost').getByRole('button').click();
    await header('Size').getByRole('button').click();
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
    for (const where of some(['mute-site', 'mute'], 2)) {
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

const rows = 2000;
/** A page with so many rows that only those in view get thumbnails. */
const many = `<!doctype html><title>Many</title><template></template><script>
  const { content } = document.querySelector('template');
  for (let n = 0; n < ${rows}; n++) {
    const image = content.appendChild(content.ownerDocument.createElement('img'));
    image.src = 'data:image/svg+xml,' + encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="' + (n + 1) + '" height="9"/>');
  }
</script>`;

const whenMade = (tab: Page): Promise<unknown> =>
  tab.waitForFunction(
    (wanted) => document.querySelectorAll('.thumbnail[data-made]').length === wanted,
    Object.keys(thumbnailsOfPage).length,
  );

test('thumbnails', { timeout: 300_000 }, async (t) => {
  await using server = await serve({ routes: { '/': thumbnailPage, '/many': many } });
  const extension = browser();
  const page = await extension.newPage();

  await page.goto(server.url('/'));
  const tab = await openTab(extension, page, 700);

  await t.test('show what each is, and of what is not drawn a symbol', async () => {
    await whenMade(tab);
    assert.deepEqual(rounded(await tab.evaluate(thumbnailsShown)), thumbnailsOfPage);
    assert.equal(await tab.evaluate(() => document.fonts.size), 0, 'no font of the page is loaded');
  });

  await stepInFull(t)('are accessible', async () => assert.deepEqual(await violationsOf(tab), []));

  await stepInFull(t)(
    'are drawn again if the clock ended their drawing, and say so if it does again',
    async () => {
      // Replaces the timer that limits the time for drawing, to simulate a busy machine: the first drawings run out of
      // time immediately.
      const shownAfter = async (count: number) => {
        await tab.addInitScript((ended) => {
          const { setTimeout } = globalThis;
          let drawings = 0;
          Object.assign(globalThis, {
            setTimeout: (run: () => void, ms?: number, ...args: []) =>
              setTimeout(run, ms !== undefined && ms >= 5000 && drawings++ < ended ? 0 : ms, ...args),
          });
        }, count);
        await tab.reload();
        await whenMade(tab);
        const shown = await tab.evaluate(thumbnailsShown);
        return ['Letters', 'Packed'].map((name) => shown[name]);
      };
      assert.deepEqual(await shownAfter(1), ['letters, 32×32', 'letters, 32×32']);
      const [letters] = await shownAfter(100);
      assert.equal(letters, 'late');
      assert.match(
        (await tab.locator('.thumbnail[data-made="late"]').first().textContent()) ?? '',
        /Timed out/,
      );
    },
  );

  await t.test('enlarge a small picture by a whole number, and do not smooth it', async () => {
    for (const view of some(['list', 'gallery'], 2)) {
      await tab.click(`[data-view-link="${view}"]`);
      await whenMade(tab);
      const shown = await tab.evaluate(() =>
        [...document.querySelectorAll<HTMLCanvasElement>('[data-made="picture"] canvas')].map((canvas) => ({
          scale: Math.min(canvas.offsetWidth / canvas.width, canvas.offsetHeight / canvas.height),
          rendering: getComputedStyle(canvas).imageRendering,
        })),
      );
      // Enlarged pictures must not be smoothed: a line that is one pixel thick becomes a band.
      const enlarged = shown.filter(({ scale }) => scale > 1);
      assert.ok(enlarged.length >= 2, `${view}: ${JSON.stringify(shown)}`);
      for (const { scale, rendering } of enlarged)
        assert.deepEqual([scale % 1, rendering], [0, 'pixelated'], `${view}: ${scale}`);
    }
    await tab.close();
  });

  await stepInFull(t)('are made of rows in view alone, and once', async () => {
    await page.goto(server.url('/many'));
    const tab = await openTab(extension, page, 700);
    await tab.evaluate(() => {
      const counted = globalThis as unknown as { drawn: number };
      counted.drawn = 0;
      const { decode } = HTMLImageElement.prototype;
      HTMLImageElement.prototype.decode = function (this: HTMLImageElement) {
        counted.drawn++;
        return decode.call(this);
      };
    });
    const list = tab.getByRole('listbox');
    /** Scrolls, and waits for all thumbnails in view. Returns their number, and how many have been drawn so far. */
    const drawnAt = async (top: number) => {
      await list.evaluate((element, to) => element.scrollTo(0, to), top);
      return tab.evaluate(async () => {
        const box = document.querySelector('[role=listbox]')!.getBoundingClientRect();
        const inView = () =>
          [...document.querySelectorAll('[data-row] .thumbnail')].filter((place) => {
            const { top, bottom } = place.getBoundingClientRect();
            return bottom > box.top && top < box.bottom;
          });
        while (inView().length === 0 || inView().some((place) => !place.matches('[data-made]')))
          await new Promise(requestAnimationFrame);
        return { inView: inView().length, drawn: (globalThis as unknown as { drawn: number }).drawn };
      });
    };
    const top = await drawnAt(0);
    const further = await drawnAt(50_000);
    assert.ok(
      further.drawn - top.drawn <= further.inView,
      `${further.drawn - top.drawn} of ${further.inView}`,
    );
    await drawnAt(0);
    assert.equal((await drawnAt(50_000)).drawn, further.drawn, 'kept from before');
    // Rows are shown before their thumbnails, which wait until the browser is idle.
    await tab.evaluate(() => {
      const held: IdleRequestCallback[] = [];
      const request = globalThis.requestIdleCallback;
      globalThis.requestIdleCallback = (callback) => held.push(callback);
      const release = () => {
        globalThis.requestIdleCallback = request;
        for (const callback of held) request(callback);
      };
      Object.assign(globalThis, { release });
    });
    await list.evaluate((element) => element.scrollTo(0, 90_000));
    const made = await tab.evaluate(async () => {
      const rows = () => [...document.querySelectorAll('[data-row]')];
      while (!rows().every((row) => Number(row.getAttribute('aria-posinset')) > 1500))
        await new Promise(requestAnimationFrame);
      for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
      const { length } = document.querySelectorAll('[data-row] .thumbnail[data-made]');
      (globalThis as unknown as { release(): void }).release();
      return { length, names: rows().every((row) => row.querySelector('.name')?.textContent) };
    });
    assert.deepEqual(made, { length: 0, names: true });
    await tab.waitForFunction(() => document.querySelector('[data-row] .thumbnail[data-made]'));
    await tab.close();
  });
});
