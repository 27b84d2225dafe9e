/** The panel must look like DevTools: its bars, rows, drawer, status bar and controls. */
import assert from 'node:assert/strict';
import { distinguishable, forcedColors, violationsIn } from '../support/accessible.ts';
import { launch, type Surface } from '../support/chromium.ts';
import { devToolsOf } from '../support/devtools.ts';
import { fromMenu, whenRead } from '../support/popup.ts';
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';

const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

const page = `<!doctype html><meta charset="utf-8"><title>Look</title>
<meta http-equiv="content-security-policy" content="font-src 'self'">
<style>@font-face { font-family: f; src: url(data:font/woff2;base64,d09GMgABAAAAAAAA) } b { font-family: f }</style>
<img id="dot" src="${gif}"><img id="cut" src="data:image/png;base64,AA*A"><b>b</b><script src="/requests.js"></script>`;

const heightOf = (panel: Surface, selector: string) =>
  panel.evaluate((of) => document.querySelector<HTMLElement>(of)?.offsetHeight, selector);

const lastLine = (panel: Surface) =>
  panel.evaluate(() => document.querySelector('.status-line')?.textContent?.replace(/\s+/g, ' ') ?? '');

const namesIn = (panel: Surface) =>
  panel.evaluate(() =>
    [...document.querySelectorAll('[data-row] .name')].map((name) => name.textContent ?? ''),
  );

testInFull('the look of the panel', { timeout: 180_000 }, async (t) => {
  await using server = await serve({
    routes: {
      '/': page,
      '/requests.js': `\nfetch('data:text/plain,first');\nsetTimeout(() => fetch('data:text/plain,second'), 30);`,
    },
  });
  const extension = await launch(t);
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const panel = await extension.openDevToolsPanel(tab, { width: 1280, height: 700 });

  await t.test('the offer to read the document is one line that can be dismissed', async () => {
    await panel.waitFor(() => document.querySelector('[data-failure="needs-click"] [data-action="grant"]'));
    assert.equal(await heightOf(panel, '.offer'), 28);
    await panel.click('[data-action="dismiss-offer"]');
    await panel.waitFor(() => !document.querySelector('[data-failure]'));
    await tab.reload();
    await panel.waitFor(() => document.querySelector('main[data-state="failed"] [data-row]'));
    assert.ok(await panel.evaluate(() => !document.querySelector('[data-failure]')));
  });

  await t.test('bars of 28 pixels, rows of 24, in the theme of DevTools', async () => {
    await extension.grantHosts();
    await tab.reload();
    await whenRead(panel);
    await panel.waitFor(() => document.querySelectorAll('[data-row]').length === 5);
    const look = () =>
      panel.evaluate(() => {
        const { theme, tools } = document.documentElement.dataset;
        const { backgroundColor, color, fontSize } = getComputedStyle(document.body);
        return [theme, tools, backgroundColor, color, fontSize];
      });
    // These are the colors and the font size of Chromium's own Network panel.
    assert.deepEqual(await look(), ['light', 'chromium', 'rgb(255, 255, 255)', 'rgb(31, 31, 31)', '12px']);
    await panel.evaluate(() => Object.assign(document.documentElement.dataset, { theme: 'dark' }));
    assert.deepEqual(await look(), ['dark', 'chromium', 'rgb(40, 40, 40)', 'rgb(227, 227, 227)', '12px']);
    assert.deepEqual([await heightOf(panel, '[data-row]'), await heightOf(panel, '.table-header')], [24, 24]);
    await panel.evaluate(() => Object.assign(document.documentElement.dataset, { theme: 'light' }));
    assert.deepEqual(await violationsIn(panel), []);
  });

  await t.test('forced colors tell edges, what is on, and requests apart', async () => {
    assert.ok(await panel.evaluate(() => document.querySelector('.tick')));
    assert.deepEqual(await forcedColors(panel), distinguishable);
  });

  await t.test('the last line counts what is not shown; a click lists it', async () => {
    await panel.waitFor(() =>
      /2 not shown.*Live$/.test(document.querySelector('.status-line')?.textContent ?? ''),
    );
    assert.match(await lastLine(panel), /^5 data: URLs·\d+ bytes2 not shown.*Live$/);
    await panel.click('.status-line [data-filter="not-shown"]');
    await panel.waitFor(() => document.querySelectorAll('[data-row][data-head]').length === 2);
    assert.match(await lastLine(panel), /^2 of 5 data: URLs listed/);
    await panel.click('.status-line [data-filter="not-shown"]');
    await panel.waitFor(() => document.querySelectorAll('[data-row]').length === 5);
  });

  await t.test('columns sort; the script that requests is named with its line', async () => {
    const sort = (column: string) =>
      panel.evaluate((id) => document.querySelector<HTMLElement>(`[data-sort="${id}"]`)?.click(), column);
    await sort('time');
    await panel.waitFor(() => document.querySelector('[aria-sort="ascending"] [data-sort="time"]'));
    const names = await namesIn(panel);
    const order = ['data:text/plain,first', 'data:text/plain,second'].map((name) => names.indexOf(name));
    assert.ok(order[0]! >= 0 && order[0]! < order[1]!, names.join(', '));
    const initiators = await panel.evaluate(() =>
      [...document.querySelectorAll('[data-row]')].map((row) => row.querySelector('.place')?.textContent),
    );
    assert.ok(initiators.includes('requests.js:2') && initiators.includes('requests.js:3'), `${initiators}`);
    await sort('name');
    await panel.waitFor(() => document.querySelector('[aria-sort="ascending"] [data-sort="name"]'));
    assert.equal((await namesIn(panel))[0], '#cut');
  });

  await t.test('the detail is a drawer, moved by keys and closed by Escape', async () => {
    await panel.click('[data-row] [data-column="name"]');
    await panel.waitFor(() => document.querySelector('.drawer [data-detail] .legend'));
    assert.deepEqual(await violationsIn(panel), []);
    const { session } = await devToolsOf(extension);
    const resize = (width: number, height: number) =>
      session.send('Emulation.setDeviceMetricsOverride', {
        width,
        height,
        deviceScaleFactor: 1,
        mobile: false,
      });
    // This size corresponds to a small window, or to one that is zoomed in.
    await resize(560, 330);
    await panel.waitFor(() => innerHeight < 320 && document.querySelector('[data-row]'));
    const small = await panel.evaluate(() => {
      const isCut = (element: Element) => {
        const { left, right, bottom } = element.getBoundingClientRect();
        return left < 0 || right > innerWidth || bottom > innerHeight;
      };
      const bars = [...document.querySelectorAll('.panel-bars, .table-header, .status-line')];
      const controls = document.querySelectorAll('.status-line button, .panel-bar > :is(button, label)');
      return {
        cut: [...controls].filter(isCut).map(({ textContent }) => textContent),
        bars: bars.reduce((sum, { clientHeight }) => sum + clientHeight, 0),
        head: getComputedStyle(document.querySelector('.detail-head')!).position,
      };
    });
    assert.deepEqual([small.cut, small.head], [[], 'static']);
    assert.ok(small.bars <= 150, `${small.bars} pixels of bars`);
    // When docked to the side, DevTools leaves 250 pixels for this panel.
    await resize(400, 700);
    await panel.waitFor(() => innerWidth < 320 && !document.querySelector('[data-column="type"]'));
    const columns = await panel.evaluate(() =>
      [...document.querySelectorAll('[data-row]:first-child [data-column]')].map((cell) => [
        (cell as HTMLElement).dataset.column,
        cell.getBoundingClientRect().right <= innerWidth,
      ]),
    );
    assert.deepEqual(columns, [
      ['state', true],
      ['name', true],
      ['cost', true],
    ]);
    await resize(1280, 700);
    await panel.waitFor(() => innerHeight > 480 && document.querySelector('[data-column="type"]'));
    const share = () =>
      panel.evaluate(() => Number(document.querySelector('.split-edge')?.getAttribute('aria-valuenow')));
    const before = await share();
    await panel.evaluate(() => document.querySelector<HTMLElement>('.split-edge')?.focus());
    await panel.press('ArrowUp');
    await panel.waitFor(
      (least) => Number(document.querySelector('.split-edge')?.getAttribute('aria-valuenow')) > least,
      before,
    );
    await panel.press('Escape');
    await panel.waitFor(() => !document.querySelector('.drawer'));
    await panel.waitFor(() => document.activeElement?.getAttribute('role') === 'grid');
  });

  await t.test('new rows flash once, and not with reduced motion', async () => {
    const flash = () =>
      panel.waitFor(() => {
        const row = document.querySelector('[data-fresh]');
        return row && getComputedStyle(row).animationName;
      });
    const add = (text: string) =>
      tab.evaluate((added) => {
        const link = document.createElement('a');
        link.href = `data:text/plain,${added}`;
        document.body.append(link);
      }, text);
    // The page's own second request may have arrived after the scan, so its row may still be marked as new.
    await panel.waitFor(() => !document.querySelector('[data-fresh]'));
    await add('later');
    assert.equal(await flash(), 'added');
    await panel.waitFor(() => !document.querySelector('[data-fresh]'));
    await panel.session.send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-reduced-motion', value: 'reduce' }],
    });
    await add('last');
    assert.equal(await flash(), 'none');
    await panel.waitFor(() => !document.querySelector('[data-fresh]'));
  });

  await t.test('what happens while nothing is recorded is listed when recording goes on', async () => {
    const count = (wanted: number) =>
      panel.waitFor((rows) => document.querySelectorAll('[data-row]').length === rows, wanted);
    await count(7);
    await panel.click('[data-action="record"][aria-pressed="true"]');
    await panel.waitFor(() => !document.querySelector('[data-watching]'));
    await tab.evaluate(() => fetch('data:text/plain,unrecorded').then((response) => response.text()));
    // The response to a rescan arrives after everything that was reported earlier.
    await fromMenu(panel, 'rescan');
    await whenRead(panel);
    await count(7);
    await panel.click('[data-action="record"][aria-pressed="false"]');
    await count(8);
  });
  await panel.close();
});

const heavy = `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>${' '.repeat(10_400)}</svg>`;

for (const language of ['de', 'ar'])
  testInFull(`at the side, no state, type or cost is cut in ${language}`, { timeout: 180_000 }, async (t) => {
    await using server = await serve({
      routes: { '/': `<img src="${heavy}"><a href="data:text/html,<script>1</script>">a</a>` },
    });
    const extension = await launch(t, { language });
    await extension.grantHosts();
    const tab = await extension.newPage();
    await tab.goto(server.url('/'));
    const panel = await extension.openDevToolsPanel(tab, { width: 1280, height: 700 });
    await whenRead(panel);
    await panel.waitFor(() => document.querySelectorAll('[data-row]').length === 2);
    const cut = await panel.evaluate(() =>
      [...document.querySelectorAll('[data-row] :is(.outcome, .type)')].flatMap((each) => {
        const isCut = each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight;
        return isCut ? (each.textContent ?? '') : [];
      }),
    );
    assert.deepEqual(cut, []);
    assert.ok(await panel.evaluate(() => !document.querySelector('[data-row] [title] [title]')));
    const cells = await panel.evaluate(() =>
      [...document.querySelectorAll('[data-row] .cost')].map((each) => {
        const [own, cell] = [each.getBoundingClientRect(), each.parentElement!.getBoundingClientRect()];
        return own.left >= cell.left && own.right <= cell.right;
      }),
    );
    assert.deepEqual(cells, [true, true]);
  });
