/** Pages that never become idle. The scan must end nevertheless, and list everything that stays. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import type { Report } from '../../src/report/report.ts';
import { unreadParts } from '../../src/report/unreachable.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { launch } from '../support/chromium.ts';
import { openPopup, whenRead } from '../support/popup.ts';
import { isFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { type RestlessPage, restlessPages } from './restless.ts';

const timeout = 120_000;

async function serveRestless() {
  const routes = Object.values(restlessPages).map(({ markup }, n) => [
    `/${n}`,
    `<!doctype html><title>Restless</title><img src="data:,page"><iframe src="/inner"></iframe>${markup}`,
  ]);
  return serve({
    routes: {
      ...Object.fromEntries(routes),
      '/inner': '<img src="data:,inner">',
      '/empty': '<p>x',
      '/calm': '<title>Ready</title><img src="data:,page">',
      '/next': '<title>Next</title><img src="data:,next">',
    },
  });
}

function check({ dataUrls, unreachable }: Report, { says }: RestlessPage): void {
  const heads = new Set(dataUrls.map(({ head }) => head));
  assert.ok(heads.has('data:,page') && heads.has('data:,inner'), [...heads].join());
  for (const { kind, reason } of unreadParts(unreachable))
    assert.ok(says.includes(`${kind}: ${reason}`), `${kind}: ${reason}`);
}

test('pages that never come to rest, in Chromium', { timeout: 600_000 }, async (t) => {
  await using server = await serveRestless();
  const extension = await launch(t, { deadlineMs: timeout });
  for (const [n, [name, attack]] of Object.entries(restlessPages).entries()) {
    await t.test(`${name}: read, and while watched, what comes is listed`, async () => {
      const page = await extension.newPage();
      await page.goto(server.url(`/${n}`), { waitUntil: 'domcontentloaded' });
      await page.waitForFunction(() => document.title === 'Ready');
      const popup = await extension.clickAction(page);
      check(await reportOf(popup), attack);
      await popup.click('[data-action="watch"]');
      await popup.waitFor(() => document.querySelector('[data-watching]'));
      await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<img src="data:,late">'));
      await popup.waitFor(() => document.querySelector('[data-head="data:,late"]'));
      await popup.close();
      await page.close();
    });
  }

  const changes = {
    'document.open() and write()': () => {
      document.open();
      document.write('<title>Written</title><img src="data:,written">');
      document.close();
    },
    'a document that is never closed': () => {
      document.open();
      document.write('<title>Written</title><img src="data:,written"><!-- ');
    },
    'another document': () => location.assign('/next'),
  };
  for (const [name, change] of Object.entries(changes)) {
    for (const moment of ['as', 'after'] as const) {
      await t.test(`${name}, ${moment} it is read`, async () => {
        const page = await extension.newPage();
        // A change during the scan needs a page that takes long to scan, and a busy page does.
        await page.goto(server.url(moment === 'as' ? '/0' : '/calm'), { waitUntil: 'domcontentloaded' });
        await page.waitForFunction(() => document.title === 'Ready');
        const popup = await (moment === 'as' ? extension.clickAction(page) : openPopup(extension, page));
        await page.evaluate(change).catch(() => {});
        await whenRead(popup);
        await page.waitForFunction(() => document.title !== 'Ready');
        await popup.click('[data-action="rescan"]');
        await popup.waitFor(() =>
          document.querySelector(
            'main[data-state="done"] :is([data-head^="data:,written"], [data-head^="data:,next"])',
          ),
        );
        await popup.close();
        await page.close();
      });
    }
  }
});

test('pages that never come to rest, in Firefox', { timeout: 600_000 }, async (t) => {
  await using server = await serveRestless();
  const firefox = await launchFirefox(t, { deadlineMs: timeout });
  for (const [n, [name, attack]] of Object.entries(restlessPages).entries()) {
    // Every third page is enough: these have busy threads, frames that change, and a frame that never loads.
    if (n % 3 > 0 && !isFull) continue;
    await t.test(name, async () => {
      await firefox.navigate(server.url(`/${n}`));
      const popup = await firefox.openPopup();
      check(await reportOf(popup), attack);
      await popup.close();
    });
  }
});
