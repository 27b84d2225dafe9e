/**
 * A frame that does not respond must not hide the page: the frames that respond are listed, and the others are reported
 * as unreachable.
 */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import { unreadParts } from '../../src/report/unreachable.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { launch } from '../support/chromium.ts';
import { openPopup, popupReport, rowsOf, savedReport } from '../support/popup.ts';
import { isFull } from '../support/seed.ts';
import { type FrameAttack, frameAttacks, serveFrames, unansweredIn } from './frames.ts';

const headsOf = ({
  dataUrls,
}: {
  dataUrls: readonly { head: string; occurrences: readonly { place: string }[] }[];
}) =>
  dataUrls
    .map(({ head }) => head)
    .filter((head) => /^data:,/.test(head))
    .sort();

for (const isGranted of [undefined, true] as const) {
  test(`frames that do not answer, in Chromium${isGranted ? ', granted' : ''}`, {
    timeout: 600_000,
  }, async (t) => {
    await using server = await serveFrames();
    // Each case needs its own browser, because processes keep the access that was granted to them.
    const extension = await launch(t);
    if (isGranted) await extension.grantHosts();
    for (const attack of frameAttacks.filter((each) => each.isGranted === isGranted)) {
      await t.test(attack.name, async () => {
        const page = await extension.newPage();
        await page.goto(server.url(`/${frameAttacks.indexOf(attack)}`), { waitUntil: 'domcontentloaded' });
        await page.waitForFunction(() => document.title === 'ready');
        const report = await popupReport(extension, page);
        assert.deepEqual(headsOf(report), ['data:,inner', 'data:,page']);
        assert.deepEqual(unansweredIn(report.unreachable, server), attack.chromium);
        await page.close();
      });
    }
  });
}

test('frames that do not answer, in Firefox', { timeout: 600_000 }, async (t) => {
  await using server = await serveFrames();
  // This test needs its own browser, because one of the frames stays busy for as long as its process lives.
  const firefox = await launchFirefox(t, {});
  // In Firefox, only a full run tries all attacks to which both browsers respond in the same way. Other runs try every
  // second one.
  const attacks = frameAttacks
    .filter(({ hangsFirefox }) => !hangsFirefox)
    .filter(({ chromium, firefox }, n) => isFull || n % 2 === 0 || !isDeepStrictEqual(chromium, firefox));
  const run = (attack: FrameAttack) =>
    t.test(attack.name, async () => {
      await firefox.navigate(server.url(`/${frameAttacks.indexOf(attack)}`));
      await firefox.inPage(
        () =>
          new Promise<void>((resolve) => {
            const look = () => (document.title === 'ready' ? resolve() : requestAnimationFrame(look));
            look();
          }),
      );
      const popup = await firefox.openPopup();
      const report = await reportOf(popup);
      await popup.close();
      assert.deepEqual(headsOf(report), ['data:,inner', 'data:,page']);
      assert.deepEqual(unansweredIn(report.unreachable, server), attack.firefox);
    });
  for (const attack of attacks) if (!attack.isGranted) await run(attack);
  await firefox.grantHosts('<all_urls>');
  for (const attack of attacks) if (attack.isGranted) await run(attack);
});

test('frames while and after they do not answer', { timeout: 600_000 }, async (t) => {
  const extension = await launch(t);

  await t.test('a frame that answers late is read all the same, watched or not', async (t) => {
    await using server = await serveFrames();
    for (const path of ['/stalls', '/headers', '/nothing']) {
      await t.test(path, async () => {
        const number = frameAttacks.findIndex(({ markup }) => markup.includes(`"${path}"`));
        const page = await extension.newPage();
        await page.goto(server.url(`/${number}`), { waitUntil: 'domcontentloaded' });
        await page.waitForFunction(() => document.title === 'ready');
        const popup = await extension.clickAction(page);
        await popup.waitFor(() => document.querySelector('main[data-state="done"] [data-unreachable="1"]'));
        assert.equal((await rowsOf(popup)).length, 2);
        server.answer();
        await popup.waitFor(() => document.querySelector('main[data-state="done"] [aria-setsize="3"]'));
        await popup.waitFor(() => document.querySelector('[data-unreachable]') === null);
        await popup.waitFor(() => document.querySelector('.summary')?.textContent?.includes('3 data: URLs'));
        await popup.close();
        await page.close();
      });
    }
  });

  await t.test(
    'while watching, one frame that does not answer keeps no later one from being read',
    async () => {
      await using server = await serveFrames();
      server.routes.set('/watched', '<title>Watched</title><img src="data:,page">');
      const page = await extension.newPage();
      await page.goto(server.url('/watched'));
      const popup = await openPopup(extension, page);
      await popup.click('[data-action="watch"]');
      await popup.waitFor(() => document.querySelector('[data-watching]'));
      const add = (markup: string) =>
        page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), markup);
      await add('<iframe src="/inner"></iframe>');
      await popup.waitFor(() => document.querySelector('[aria-setsize="2"]'));
      await add('<iframe src="/empty-xml"></iframe><iframe src="/stalls"></iframe>');
      await add("<iframe srcdoc='<img src=data:,second>'></iframe>");
      await popup.waitFor(() => document.querySelector('[aria-setsize="3"]'));
      await add("<iframe srcdoc='<img src=data:,third>'></iframe>");
      await popup.waitFor(() => document.querySelector('[aria-setsize="4"]'));
      // Until these frames have loaded, they are shown as pending.
      await popup.waitFor(() =>
        /empty-xml not responding.*stalls not responding/.test(
          document.querySelector('[data-unreachable="2"]')?.textContent ?? '',
        ),
      );
      server.answer();
      await popup.waitFor(() => document.querySelector('[aria-setsize="5"]'));
      await popup.waitFor(() => document.querySelector('[data-unreachable="1"]'));
      await popup.close();
      await page.close();
    },
  );

  await t.test(
    'while watching, no event that a page keeps back and no change that never ends hides a frame',
    async () => {
      await using server = await serveFrames();
      server.routes.set(
        '/quiet',
        `<title>Quiet</title><img src="data:,page"><iframe id="frame" src="/inner"></iframe><p id="restless"></p>
      <script>document.addEventListener('load', (event) => event.stopImmediatePropagation(), true)</script>`,
      );
      server.routes.set('/next', '<img src="data:,next">');
      const page = await extension.newPage();
      await page.goto(server.url('/quiet'));
      const popup = await openPopup(extension, page);
      await popup.click('[data-action="watch"]');
      await popup.waitFor(() => document.querySelector('[data-watching]'));
      await page.evaluate(() => {
        (document.getElementById('frame') as HTMLIFrameElement).src = '/next';
      });
      await popup.waitFor(() => document.querySelectorAll('[data-row]').length === 3);
      await page.evaluate(() => {
        const { style } = document.getElementById('restless') as HTMLElement;
        setInterval(() => (style.background = `url(data:,${Date.now() % 7})`), 100);
        document.body.insertAdjacentHTML('beforeend', '<iframe src="/stalls"></iframe>');
      });
      await popup.waitFor(() =>
        document.querySelector('[data-unreachable]')?.textContent?.includes('stalls not responding'),
      );
      await popup.close();
      await page.close();
    },
  );

  await t.test(
    'while watching, a frame whose document begins late and never ends is not said to be on its way',
    async () => {
      await using server = await serveFrames();
      let response: ServerResponse | undefined;
      server.routes.set('/waits', '<title>Waits</title><img src="data:,page"><iframe src="/late"></iframe>');
      server.routes.set('/late', (_, held) => {
        response = held;
        return undefined;
      });
      const page = await extension.newPage();
      await page.goto(server.url('/waits'), { waitUntil: 'domcontentloaded' });
      const popup = await extension.clickAction(page);
      await popup.click('[data-action="watch"]');
      await popup.waitFor(() =>
        document.querySelector('[data-unreachable]')?.textContent?.includes('late not loaded'),
      );
      assert.ok(response);
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write('<!doctype html><!-- ');
      await popup.waitFor(() =>
        document.querySelector('[data-unreachable]')?.textContent?.includes('late not responding'),
      );
      response.end('--><img src="data:,late">');
      await popup.waitFor(() => document.querySelector('[aria-setsize="2"]'));
      await popup.close();
      await page.close();
    },
  );

  await t.test(
    'while watching, frames that come and go leave nothing behind, and what they held is listed',
    async () => {
      await using server = await serveFrames();
      server.routes.set('/restless', '<title>Restless</title><img src="data:,page">');
      const page = await extension.newPage();
      await page.goto(server.url('/restless'));
      const popup = await openPopup(extension, page);
      await popup.click('[data-action="watch"]');
      await popup.waitFor(() => document.querySelector('[data-watching]'));
      for (let n = 1; n <= 8; n++) {
        await page.evaluate((held) => {
          document.querySelector('iframe')?.remove();
          const frame = document.body.appendChild(document.createElement('iframe'));
          frame.srcdoc = `<img src="data:,held-${held}">`;
        }, n);
        await popup.waitFor((count) => document.querySelectorAll('[data-row]').length === count, n + 1);
      }
      await page.evaluate(() => document.querySelector('iframe')?.remove());
      await popup.waitFor(
        () =>
          [...document.querySelectorAll('[data-row] .mark')].filter(({ textContent }) =>
            textContent?.startsWith('removed at'),
          ).length === 8,
      );
      const report = await savedReport(extension, popup);
      assert.equal(report.page.frames, 1);
      const gone = report.dataUrls.filter(({ occurrences }) =>
        occurrences.every(({ removedAt }) => removedAt),
      );
      assert.equal(gone.length, 8);
      assert.deepEqual(unreadParts(report.unreachable), []);
      await popup.close();
      await page.close();
    },
  );

  await t.test('a page that is busy is read once it answers, and is not called silent then', async () => {
    await using server = await serveFrames();
    server.routes.set(
      '/busy-page',
      '<title>Busy</title><img src="data:,page"><iframe src="/inner"></iframe>',
    );
    const page = await extension.newPage();
    await page.goto(server.url('/busy-page'));
    // The page continues as soon as the server responds.
    let free = () => {};
    const isFree = new Promise<void>((resolve) => (free = resolve));
    server.routes.set('/free', async () => {
      await isFree;
      return '';
    });
    await page.evaluate(() => {
      setTimeout(() => {
        const request = new XMLHttpRequest();
        request.open('GET', '/free', false);
        request.send();
      });
    });
    const popup = await extension.clickAction(page);
    await popup.waitFor(() => document.querySelector('[data-failure="no-answer"]'));
    free();
    await popup.waitFor(() => document.querySelector('main[data-state="done"] [aria-setsize="2"]'));
    assert.equal(await popup.evaluate(() => document.querySelector('[data-failure]') === null), true);
    await page.close();
  });
});
