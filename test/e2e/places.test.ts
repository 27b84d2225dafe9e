/**
 * Tests every place that can contain a data: URL: the URLs of each page must be found exactly as often as they occur.
 * If access is granted, style sheets of other sites must be fetched, within limits; otherwise, they must be reported as
 * not scanned. The Report must list the URLs that browsers drop from a sheet.
 */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { test } from 'node:test';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import { poll } from '../../src/cli/drivers/wait.ts';
import { root } from '../../src/cli/project.ts';
import type { Report } from '../../src/report/report.ts';
import { unreadParts } from '../../src/report/unreachable.ts';
import { launch, launchForFile } from '../support/chromium.ts';
import { cssRoutes } from '../support/css-places.ts';
import {
  checkDropped,
  checkDroppedPage,
  droppedPage,
  droppedServer,
  linkedDrops,
  linkedDropsOf,
  linkedPages,
  unreadTextsOf,
} from '../support/dropped-css.ts';
import { expectedLines, linesOf, notReadInPages, pages, servePlaces } from '../support/places.ts';
import { openDetail, openPopup, popupReport } from '../support/popup.ts';
import { some, stepInFull, testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';

const browser = launchForFile();

test('each page holds what is listed of it, and nothing else', { timeout: 600_000 }, async (t) => {
  await using server = await servePlaces();
  const extension = browser();
  const page = await extension.newPage();
  for (const [n, [file, rows]] of some(Object.entries(pages), 6).entries()) {
    await t.test(file, async () => {
      // A tab loses its grant when it moves to another site, so each page loads as if in a new tab.
      await page.goto(`${n % 2 ? server.otherOrigin : server.origin}/${file}`);
      const report = await popupReport(extension, page);
      assert.deepEqual(linesOf(report), expectedLines(rows));
      assert.deepEqual(notReadInPages(report), []);
    });
  }
});

test('every page is listed, and holds what only looks like a data: URL', async () => {
  const folder = path.join(root, 'test/pages/places');
  // The other files are only parts of pages.
  const parts = new Set(['frame.html', ...(await readdir(folder)).filter((file) => file.endsWith('.css'))]);
  const files = (await readdir(folder)).filter((file) => !parts.has(file));
  assert.deepEqual(files.sort(), Object.keys(pages).sort());
  for (const file of files) assert.match(await readFile(path.join(folder, file), 'utf8'), /decoy/, file);
});

test('what Chromium drops of style sheets', { timeout: 300_000 }, async () => {
  await using server = await droppedServer(5000);
  const page = await browser().newPage();
  await page.goto(server.url('/'));
  checkDropped((await page.textContent('body')) ?? '');
});

test('the Report of a page in Chromium names it', { timeout: 120_000 }, async () => {
  await using server = await serve({ routes: { '/': droppedPage } });
  const extension = browser();
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  checkDroppedPage(await popupReport(extension, tab));
});

// This test must be the last one in this file's browser, because it grants access to hosts, and the grants remain.
test('style sheets of other sites', { timeout: 600_000 }, async (t) => {
  const asked: Record<string, IncomingHttpHeaders[]> = {};
  const css =
    (text: string, type = 'text/css', more = {}) =>
    ({ url = '', headers }: IncomingMessage, response: ServerResponse) => {
      asked[url] = [...(asked[url] ?? []), headers];
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store', ...more });
      response.end(text);
      return undefined;
    };
  // A response with a malformed Content-Length ends only when its connection closes.
  const malformedLength = { 'content-length': 'none', connection: 'close' };
  const large = ' '.repeat(9 << 20);
  await using server = await serve({
    routes: {
      '/main.css': css('@import "/imported.css"; a{background:url(data:,main)} @import "late.css";'),
      '/imported.css': css('@import "/main.css";@font-face{font-family:x;src:url(data:font/woff2,imported)}'),
      '/latin1.css': css('@charset "latin1";a{background:url("data:,\u00e9")}', 'text/css;charset=utf-8'),
      '/page.css': css('a{background:url(data:,html)}', 'text/html'),
      '/large.css': css(`a{background:url(data:,large)}${large}`),
      '/unmeasured.css': css('a{background:url(data:,unmeasured)}', 'text/css', malformedLength),
      '/endless.css': css(`a{background:url(data:,endless)}${large}`, 'text/css', malformedLength),
      '/moved.css': (_request, response) => {
        response.writeHead(302, { location: '/main.css' });
        response.end();
        return undefined;
      },
    },
  });
  const names = ['main', 'latin1', 'page', 'large', 'unmeasured', 'endless', 'moved'];
  const links = names.map((name) => `<link rel="stylesheet" href="${server.otherOrigin}/${name}.css">`);
  server.routes.set('/', `<title>Sheets</title>${links.join('')}<link id="again" ${links[0]?.slice(6)}`);

  const extension = browser();
  const tab = await extension.newPage();
  await tab.context().addCookies([{ name: 'secret', value: '1', url: server.otherOrigin }]);
  const read = async (): Promise<Report> => {
    await tab.goto(server.url('/'));
    return popupReport(extension, tab);
  };
  const unread = ({ unreachable }: Report) =>
    Object.fromEntries(
      unreachable.map(({ kind, url, reason }) => [
        url.replace(/.*\/(\w+)\.css$/, '$1'),
        `${kind}: ${reason}`,
      ]),
    );

  await t.test('without a grant nothing is fetched, and all sheets are listed', async () => {
    const report = await read();
    assert.deepEqual(report.dataUrls, []);
    const { main } = unread(report);
    assert.equal(main, 'stylesheet: cross-origin');
    for (const headers of Object.values(asked).flat()) assert.equal(headers['sec-fetch-dest'], 'style');
  });

  await t.test('with a grant they are read as a browser would, and what is not is said', async () => {
    // The grant starts a rescan of the previous page, which must not count here.
    await tab.goto('about:blank');
    await extension.grantHosts();
    for (const url of Object.keys(asked)) delete asked[url];
    const report = await read();
    const places = report.dataUrls.flatMap(({ head, occurrences }) =>
      occurrences.map(({ place, element, name, destination, selector }) =>
        [head, place, element, name, destination, selector.replace(/.*(#again)?$/, '$1')].join(' ').trim(),
      ),
    );
    assert.deepEqual(places.sort(), [
      'data:,main stylesheet link background image',
      'data:,main stylesheet link background image',
      'data:,unmeasured stylesheet link background image',
      'data:,\u00e9 stylesheet link background image',
      'data:font/woff2,imported stylesheet link src font',
      'data:font/woff2,imported stylesheet link src font',
    ]);
    const { page = '', large = '', endless = '', moved = '' } = unread(report);
    assert.match(page, /no-stylesheet|not-loaded/);
    assert.match(large, /too-large/);
    assert.match(endless, /too-large/);
    assert.match(moved, /not-loaded/);
    const ours = Object.values(asked)
      .flat()
      .filter((headers) => headers['sec-fetch-dest'] !== 'style');
    assert.ok(ours.length > 0);
    for (const { cookie, referer } of ours) assert.deepEqual([cookie, referer], [undefined, undefined]);
  });

  await using places = await serve({ routes: cssRoutes });
  const link = `<link rel="stylesheet" href="${places.otherOrigin}/fetched.css">`;
  places.routes.set('/other', `<title>Other</title>${link}<p class="fetched">1</p><p class="fetched">2</p>`);

  await t.test('what was fetched has its rule and position', async () => {
    await tab.goto(places.url('/other'));
    const { dataUrls } = await popupReport(extension, tab);
    const placeOf = (wanted: string) => {
      const { occurrences: [first] = [] } = dataUrls.find(({ head }) => head === wanted) ?? {};
      const { rule, conditions, sheet, line, column } = first ?? {};
      return { rule, conditions, sheet, line, column };
    };
    assert.deepEqual(placeOf('data:,fetched'), {
      rule: '.fetched',
      conditions: ['@media all'],
      sheet: `${places.otherOrigin}/fetched.css`,
      line: 3,
      column: 30,
    });
    assert.deepEqual(placeOf('data:,further'), {
      rule: '.fetched',
      conditions: ['@import layer(base) print'],
      sheet: `${places.otherOrigin}/further.css`,
      line: 1,
      column: 24,
    });
  });

  await stepInFull(t)('a row names the sheet, and what its rule matches is outlined', async () => {
    await tab.goto(places.url('/other'));
    const popup = await openPopup(extension, tab);
    const rows = await popup.evaluate(() =>
      [...document.querySelectorAll('[data-row]')].map((row) => row.textContent ?? ''),
    );
    assert.ok(rows.some((text) => text.includes('in fetched.css:3')));
    await openDetail(popup, 'data:,fetched');
    await popup.click('.occurrences [data-action="show"]');
    await popup.waitFor(() =>
      document.querySelector('[data-status]')?.textContent?.includes('2 elements outlined'),
    );
    await popup.close();
  });
});

testInFull(
  'of two sheets with one address, the one that was redirected to another site is not taken for the other',
  {
    timeout: 600_000,
  },
  async (t) => {
    /** Whether the next response is a redirect. */
    let isMoved = false;
    await using server = await serve({
      routes: {
        '/twin.css': (_request, response) => {
          response.writeHead(isMoved ? 302 : 200, {
            'content-type': 'text/css',
            'cache-control': 'no-store',
            ...(isMoved && { location: `${server.otherOrigin}/b.css` }),
          });
          response.end('a{background:url(data:,readable)}');
          isMoved = !isMoved;
          return undefined;
        },
        '/b.css': () => ({
          headers: { 'content-type': 'text/css' },
          body: 'b{background:url(data:,hidden)}',
        }),
        // Chromium keeps a sheet that is in use, so the second sheet must load after the first one.
        '/': `<!doctype html><title>Twins</title><style id="s">@import "/twin.css";</style><script>
        onload = () => {
          s.sheet.insertRule('@import "/twin.css" layer(x)', 0);
          const look = () => {
            try { if (s.sheet.cssRules[0].styleSheet) s.sheet.cssRules[0].styleSheet.cssRules; else throw 0; } catch (error) { if (error === 0) return requestAnimationFrame(look); }
            document.body.id = 'loaded';
          };
          look();
        };</script><body>`,
      },
    });
    const extension = await launch(t);
    const tab = await extension.newPage();
    const check = async (first: boolean) => {
      isMoved = first;
      await tab.goto(server.url('/'));
      await tab.waitForFunction(() => document.body.id === 'loaded');
      const { dataUrls, unreachable } = await popupReport(extension, tab);
      assert.deepEqual(
        dataUrls.map(({ head, occurrences }) => [head, occurrences.length]),
        [['data:,readable', 1]],
      );
      assert.deepEqual(
        unreadParts(unreachable).filter(({ kind }) => kind === 'stylesheet'),
        [{ kind: 'stylesheet', url: server.url('/twin.css'), reason: 'failed-or-redirected' }],
      );
    };
    await t.test('the second', () => check(false));
    await t.test('the first', () => check(true));
    await tab.goto('about:blank');
    await extension.grantHosts();
    await t.test('the second, with a grant', () => check(false));
    await t.test('the first, with a grant', () => check(true));
  },
);

testInFull(
  'a sheet of the page’s own site that its CSP blocks was not loaded, with a grant or without',
  async (t) => {
    await using server = await serve({
      routes: {
        '/': {
          headers: { 'content-security-policy': "style-src 'none'" },
          body: '<title>Blocked</title><link rel="stylesheet" href="/own.css"><img src="data:,image">',
        },
        '/own.css': 'p { background: url(data:,unused) }',
      },
    });
    const extension = await launch(t);
    const tab = await extension.newPage();
    await tab.goto(server.url('/'));
    const check = async () => {
      const { dataUrls, unreachable } = await popupReport(extension, tab);
      assert.deepEqual(
        dataUrls.map(({ head }) => head),
        ['data:,image'],
      );
      assert.deepEqual(
        unreachable.filter(({ kind }) => kind === 'stylesheet').map(({ url, reason }) => [url, reason]),
        [[server.url('/own.css'), 'failed-or-redirected']],
      );
    };
    await check();
    await extension.grantHosts();
    await tab.goto(server.url('/'));
    await check();
  },
);

testInFull('what stands at the end of a chain of 1,200 imports is listed', async (t) => {
  const last = 1200;
  const sheets = Array.from({ length: last + 1 }, (_, n) => [
    `/${n}.css`,
    {
      headers: { 'cache-control': 'max-age=600' },
      body:
        n < last
          ? `@import "/${n + 1}.css" layer(x${n}); b { color: red }`
          : 'b{background:url(data:,end)} i{background:url(data:,dropped here)}',
    },
  ]);
  await using server = await serve({
    routes: {
      ...Object.fromEntries(sheets),
      '/': '<!doctype html><title>Chain</title><link rel="stylesheet" href="/0.css"><b>x</b>',
    },
  });
  const extension = await launch(t);
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const { dataUrls, unreachable } = await popupReport(extension, tab);
  assert.deepEqual(
    dataUrls.map(({ head, occurrences }) => [head, occurrences.length]),
    [
      ['data:,dropped here', 1],
      ['data:,end', 1],
    ],
  );
  // Nothing is reported as unread, not even the texts of the sheets, which the browser has cached.
  assert.deepEqual(
    unreachable.filter(({ reason }) => reason !== 'not-asked'),
    [],
  );
});

testInFull('in linked and imported sheets, too, in Chromium', { timeout: 120_000 }, async (t) => {
  await using server = await serve({ routes: linkedPages });
  const extension = await launch(t);
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const report = await popupReport(extension, tab);
  assert.deepEqual(linkedDropsOf(report, server.origin), linkedDrops);
  // The document and its frame each also contain a valid declaration with the same text.
  const sound = report.dataUrls.flatMap(({ occurrences }) => occurrences.filter(({ dropped }) => !dropped));
  assert.deepEqual(sound.map(({ cost }) => cost).sort(), [0, 9]);
  assert.deepEqual(unreadTextsOf(report.unreachable, server.origin), ['', '/unstored.css']);

  await tab.goto(server.url('/instruction.xml'));
  const instructed = await popupReport(extension, tab);
  assert.deepEqual(
    instructed.dataUrls.map(({ head }) => head),
    ['data:,after'],
  );
  assert.deepEqual(unreadTextsOf(instructed.unreachable, server.origin), []);

  await tab.goto(server.url('/quirks'));
  const ofQuirks = await popupReport(extension, tab);
  assert.deepEqual(linkedDropsOf(ofQuirks, server.origin), ['data:,q q /text dropped blank 1:25 9 B 1']);
  assert.deepEqual(unreadTextsOf(ofQuirks.unreachable, server.origin), []);
});

testInFull(
  'with DevTools open, but not our panel, also in those that the browser does not cache',
  {
    timeout: 120_000,
  },
  async (t) => {
    await using server = await serve({ routes: linkedPages });
    const extension = await launch(t);
    const tab = await extension.newPage();
    await tab.goto(server.url('/'));
    const own = await tab.context().newCDPSession(tab);
    const { targetInfo } = await own.send('Target.getTargetInfo');
    await extension.targets.send('Target.openDevTools', { targetId: targetInfo.targetId });
    // The DevTools window takes the focus, and a popup without focus closes.
    await extension.targets.find('our page in DevTools', ({ url }) => url.endsWith('/devtools.html'), 60_000);
    // DevTools receives the contents of the page only after it has started.
    await poll('what DevTools have is listed', 60_000, async () => {
      const { unreachable } = await popupReport(extension, tab);
      return unreadTextsOf(unreachable, server.origin).join() === '' || undefined;
    });
  },
);

testInFull('with DevTools open, in the sheets as these have them', { timeout: 120_000 }, async (t) => {
  await using server = await serve({ routes: linkedPages });
  const extension = await launch(t);
  await extension.grantHosts();
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const panel = await extension.openDevToolsPanel(tab);
  const allListed = () =>
    poll('what DevTools have is listed', 60_000, async () => {
      const { dataUrls, unreachable } = await reportOf(panel);
      const dropped = dataUrls.filter(({ occurrences }) => occurrences.some((each) => each.dropped));
      const unread = unreadTextsOf(unreachable, server.origin);
      return (dropped.length === 4 && unread.join() === '') || undefined;
    });
  await allListed();
  await panel.click('[data-action="clear-log"]');
  await allListed();
});
