/** Pages, frames and workers that disappear, and data: URLs that are broken, empty, huge or numerous. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { poll } from '../../src/cli/drivers/wait.ts';
import { launchForFile } from '../support/chromium.ts';
import { openDetail, openPopup, rowsOf, savedReport, whenRead } from '../support/popup.ts';
import { serve } from '../support/serve.ts';

const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const many = (count: number) =>
  Array.from({ length: count }, (_, n) => `<img src="data:text/plain,${n}">`).join('\n');

const browser = launchForFile();

test('bad input', { timeout: 600_000 }, async (t) => {
  const unfinished: ServerResponse[] = [];
  await using server = await serve({
    routes: {
      '/many': `<title>Many</title>${many(2000)}`,
      '/big': `<title>Big</title><script>
        document.write('<img id=big src="data:image/png;base64,' + 'iVBORw0KGgo'.padEnd(13981016, 'A') + '">');
      </script>`,
      // This page is still being parsed, so its scan waits, and the worker waits for the scan.
      '/slow': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        response.write('<title>Slow</title><img src="data:,first">');
        unfinished.push(response);
        return undefined;
      },
      '/long': '<title>Long</title>',
      '/ids': `${'<div id=x>'.repeat(200)}${`<img id=x src="${pixel}">`.repeat(5000)}`,
      '/one': `<img src="${pixel}">`,
      '/frames': `<img src="${pixel}"><iframe id="a" src="/many"></iframe><iframe id="b" src="/one"></iframe>
        <iframe src="undefined/one"></iframe><iframe sandbox srcdoc='<img src="data:,sandboxed">'></iframe>`,
      '/clobber': `<form><input name="getAttribute"><input name="attributes"><input name="getAttributeNames"><input name="parentNode">
        <input name="nodeType"><input name="firstElementChild"><img src="data:,inside"></form>
        <img name="querySelectorAll"><img name="title"><embed name="styleSheets"><form style="background:url(data:,style)"><input name="style"><input name="localName"><input name="getBoundingClientRect"><input name="animate"><input name="scrollIntoView"></form>`,
    },
  });
  server.routes.set('/frames', String(server.routes.get('/frames')).replace('undefined', server.otherOrigin));
  const extension = browser();
  const tab = await extension.newPage();

  await t.test('2,000 on a page, more than are drawn', async () => {
    await tab.goto(server.url('/many'));
    const popup = await openPopup(extension, tab);
    const { size, drawn } = await popup.evaluate(() => ({
      size: document.querySelector('[data-row]')?.getAttribute('aria-setsize'),
      drawn: document.querySelectorAll('[data-row]').length,
    }));
    assert.equal(size, '2000');
    assert.ok(drawn < 100, `${drawn} rows are drawn`);
    await popup.close();
  });

  await t.test('a body of 10 MB', async () => {
    await tab.goto(server.url('/big'));
    const popup = await openPopup(extension, tab);
    const [row] = await rowsOf(popup);
    assert.deepEqual([row?.type, row?.size], ['image/png', '10.5 MB']);
    await openDetail(popup, 'image/png');
    await popup.waitFor(() =>
      document.querySelector('[data-detail] .preview')?.textContent?.includes('can’t decode this image'),
    );
    const partly = '[data-detail] [data-finding="partly-read"]';
    await popup.waitFor((at) => document.querySelector(at), partly);
    await popup.click('[data-action="copy"]');
    await popup.click('[role="menu"] [data-action="copy-written"]');
    await popup.waitFor(() => document.querySelector('[data-status]')?.textContent === 'Copied: Raw URL');
    await popup.close();
  });

  await t.test('a worker that is killed while the page is read', async () => {
    await tab.goto(server.url('/slow'), { waitUntil: 'commit' });
    const popup = await extension.clickAction(tab);
    await popup.waitFor(() => document.querySelector('main[data-state="reading"]'));
    await extension.killWorker();
    for (const response of unfinished) response.end('<img src="data:,last">');
    await popup.waitFor(() => document.querySelector('main[data-state="done"] [aria-setsize="2"]'));
    await popup.close();
  });

  await t.test('a worker that was killed after: what is shown stays, and answers come again', async () => {
    await tab.goto(server.url('/one'));
    const popup = await openPopup(extension, tab);
    // Each request from the surface wakes the worker, so all earlier requests must have ended before the user's.
    await popup.waitFor(() => document.querySelector('.thumbnail[data-made]'));
    await extension.killWorker();
    assert.equal((await rowsOf(popup)).length, 1);
    await openDetail(popup, 'image/gif');
    await popup.waitFor(() => document.querySelector('[data-detail] .occurrences li'));
    await popup.waitFor(() => document.querySelector<HTMLImageElement>('.picture img')?.naturalWidth === 1);
    // The picture is enlarged by an integer factor.
    await popup.waitFor(() => document.querySelector('[data-action="zoom-true"]')?.textContent === '1,600%');
    assert.equal(await popup.evaluate(() => document.querySelector('.picture img')?.clientWidth), 16);
    await popup.close();
  });

  await t.test('a page that navigates while it is read, and after', async () => {
    await tab.goto(server.url('/many'));
    const popup = await extension.clickAction(tab);
    await tab.goto(server.url('/one'));
    await whenRead(popup);
    const gone = await popup.evaluate(
      () => document.querySelector<HTMLElement>('[data-failure]')?.dataset.failure ?? null,
    );
    // The scan may have ended before or after the new page loaded. Both cases must be reported correctly.
    if (gone !== null) assert.equal(gone, 'page-gone');
    await popup.click('[data-action="rescan"]');
    await popup.waitFor(() => document.querySelector('main[data-state="done"] [aria-setsize="1"]'));
    await tab.goto(server.url('/many'));
    await popup.waitFor(() => document.querySelector('[data-failure="page-gone"]'));
    assert.equal((await rowsOf(popup)).length, 1, 'what was read stays listed');
    await popup.close();
  });

  await t.test(
    'frames: those of other sites are said not to be reached, those that go away do no harm',
    async () => {
      await tab.goto(server.url('/frames'));
      const popup = await extension.clickAction(tab);
      await tab.evaluate(() => document.getElementById('a')?.remove());
      await whenRead(popup);
      // A frame that responds late is listed as unreachable only until it responds.
      await popup.waitFor(() =>
        // The removed frame may be counted as a second part that could not be scanned.
        /^Couldn’t scan [12] parts? of the page: .*from another origin; you haven’t granted access/s.test(
          document.querySelector('[data-unreachable]')?.textContent ?? '',
        ),
      );
      const unread = await popup.evaluate(
        () => document.querySelector('[data-unreachable]')?.textContent ?? '',
      );
      assert.match(unread, /localhost:\d+\/one.*from another origin/);
      // An earlier click granted access to the tab. Chromium's grant also covers sandboxed frames that are added later.
      await poll('what the sandboxed frame holds', 60_000, async () => {
        const { dataUrls } = await savedReport(extension, popup);
        return dataUrls.some(({ head }) => head.includes('sandboxed')) || undefined;
      });
      await extension.grantHosts();
      const again = await openPopup(extension, tab);
      await again.waitFor(() => document.querySelector('.summary')?.textContent?.includes('2 data: URLs'));
      const rows = await rowsOf(again);
      assert.deepEqual(rows.map(({ places }) => places).sort(), ['×1', '×3']);
      await again.close();
    },
  );

  await t.test('a page whose named elements hide the members of its forms', async () => {
    await tab.goto(server.url('/clobber'));
    const popup = await openPopup(extension, tab);
    assert.equal((await rowsOf(popup)).length, 2);
    await popup.close();
  });

  await t.test('a popup reopened on another page does not show the one before', async () => {
    await tab.goto(server.url('/many'));
    const popup = await extension.clickAction(tab);
    await tab.goto(server.url('/one'));
    await whenRead(popup);
    await popup.close();
    const again = await openPopup(extension, tab);
    await again.waitFor(() => document.querySelector('main[data-state="done"] [aria-setsize="1"]'));
    await again.close();
  });

  await t.test('a page that is read again while it is read counts each place once', async () => {
    await tab.goto(server.url('/many'));
    const popup = await extension.clickAction(tab);
    await popup.evaluate(() => {
      const rescan = document.querySelector<HTMLElement>('[data-action="rescan"]');
      for (let n = 0; n < 5; n++) rescan?.click();
    });
    await popup.waitFor(() => document.querySelector('main[data-state="done"] [aria-setsize="2000"]'));
    assert.deepEqual([...new Set((await rowsOf(popup)).map(({ places }) => places))], ['×1']);
    await popup.close();
  });

  await t.test('a media type, a parameter and an address without end', async () => {
    await tab.goto(server.url('/long'));
    await tab.evaluate(() => {
      location.hash = 'x'.repeat(300_000);
      const type = `data:text/plain;a=${'b'.repeat(1_500_000)},x`;
      for (let n = 0; n < 300; n++) document.body.append(Object.assign(new Image(), { src: 'data:,x' }));
      document.body.append(Object.assign(new Image(), { src: type }));
    });
    const popup = await openPopup(extension, tab);
    const rows = await rowsOf(popup);
    assert.deepEqual(rows.map(({ places }) => places).sort(), ['×1', '×300']);
    await openDetail(popup, 'data:,x');
    await popup.waitFor(() => document.querySelectorAll('.occurrences li').length === 50);
    await popup.close();
  });

  await t.test('many elements with one id', async () => {
    await tab.goto(server.url('/ids'));
    const popup = await openPopup(extension, tab);
    // If the page is busy, its last results may be shown before it turns out that another page has loaded.
    await popup.waitFor(() => document.querySelector('main[data-state="done"] [aria-setsize="1"]'));
    assert.deepEqual(
      (await rowsOf(popup)).map(({ places }) => places),
      ['×5,000'],
    );
    await popup.close();
  });

  await t.test('an element whose members are hidden is shown all the same', async () => {
    await tab.goto(server.url('/clobber'));
    const popup = await openPopup(extension, tab);
    await openDetail(popup, 'form style');
    await popup.click('.occurrences [data-action="show"]');
    await popup.waitFor(() =>
      document.querySelector('[data-status]')?.textContent?.includes('outlined on the page'),
    );
    await popup.close();
  });

  await t.test('an element that has left the page is said to have left it', async () => {
    await tab.goto(server.url('/one'));
    const popup = await openPopup(extension, tab);
    await openDetail(popup, 'image/gif');
    await tab.evaluate(() => document.querySelector('img')?.remove());
    await popup.click('.occurrences [data-action="show"]');
    await popup.waitFor(() =>
      document.querySelector('[data-status]')?.textContent?.includes('removed this element'),
    );
    await popup.close();
  });
});

test('a page that answers nothing is not waited for without end', { timeout: 600_000 }, async () => {
  const waiting: ServerResponse[] = [];
  await using server = await serve({
    routes: {
      '/': `<img src="${pixel}">`,
      '/later': (_request, response) => {
        waiting.push(response);
        return undefined;
      },
    },
  });
  const extension = browser();
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const popup = await openPopup(extension, tab);
  await tab.evaluate(() => {
    setTimeout(() => {
      const request = new XMLHttpRequest();
      request.open('GET', '/later', false);
      request.send();
      document.body.append(Object.assign(new Image(), { src: 'data:,later' }));
    });
  });
  await popup.click('[data-action="rescan"]');
  await popup.waitFor(() => document.querySelector('[data-failure="no-answer"]'));
  assert.equal((await rowsOf(popup)).length, 1, 'what was read stays listed');
  await popup.click('[data-action="retry"]');
  await popup.waitFor(() => document.querySelector('main[data-state="reading"]:not(:has([data-failure]))'));
  for (const response of waiting) response.end();
  await popup.waitFor(() => document.querySelector('main[data-state="done"] [aria-setsize="2"]'));
  assert.ok(await popup.evaluate(() => !document.querySelector('[data-failure]')));
});
