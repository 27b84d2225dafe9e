/** In both browsers, a person can stop a long scan: the results so far stay, and the missing parts are named. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Surface } from '../../src/cli/drivers/chromium.ts';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import { unreadParts } from '../../src/report/unreachable.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { launch } from '../support/chromium.ts';
import { serve } from '../support/serve.ts';

const timeout = 300_000;

declare global {
  /** Whether the page keeps its main thread busy, working for a tenth of a second between two slices of the scan. */
  var isBusy: boolean;
}

/** A page with so many elements that the walk takes long. The elements are in a template, so they are not drawn. */
const page = `<!doctype html><title>Long</title><img src="data:,first"><template id="long"></template><script>
  long.innerHTML = '<p id="a" class="b" title="x:y">text</p>'.repeat(100_000) + '<img src="da' + 'ta:,last">';
  isBusy = true;
  const work = () => {
    for (const end = performance.now() + 100; isBusy && performance.now() < end; );
    setTimeout(work);
  };
  work();
</script>`;

async function check(
  popup: Pick<Surface, 'click' | 'evaluate' | 'waitFor'>,
  url: string,
  inPage: (run: () => void) => Promise<unknown>,
): Promise<void> {
  const awaited = await popup.waitFor(
    () =>
      document.querySelector('[data-head="data:,first"]') &&
      document.querySelector('[data-action="stop"]') &&
      document.querySelector('.awaited')?.textContent,
  );
  assert.equal(awaited, `Page: ${url}`);
  await popup.click('[data-action="stop"]');
  const { dataUrls, unreachable } = await reportOf(popup);
  assert.deepEqual(
    dataUrls.map(({ head }) => head),
    ['data:,first'],
  );
  const [missing] = unreadParts(unreachable);
  assert.deepEqual(missing, { kind: 'page', url, reason: 'stopped' });
  assert.equal(await popup.evaluate(() => document.querySelector('[data-action="stop"]')), null);

  // The next scan runs to the end.
  await inPage(() => {
    isBusy = false;
  });
  await popup.click('[data-action="rescan"]');
  await popup.waitFor(() => document.querySelector('[data-head="data:,last"]'));
  const whole = await reportOf(popup);
  assert.deepEqual(whole.dataUrls.map(({ head }) => head).sort(), ['data:,first', 'data:,last']);
  assert.deepEqual(unreadParts(whole.unreachable), []);
}

test('a scan is stopped in Chromium', { timeout }, async (t) => {
  await using server = await serve({ routes: { '/': page } });
  const extension = await launch(t, { deadlineMs: timeout });
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  await check(await extension.clickAction(tab), server.url('/'), (run) => tab.evaluate(run));
});

test('a scan is stopped in Firefox', { timeout }, async (t) => {
  await using server = await serve({ routes: { '/': page } });
  const firefox = await launchFirefox(t, { deadlineMs: timeout });
  await firefox.navigate(server.url('/'));
  const popup = await firefox.openPopup();
  await check(popup, server.url('/'), (run) => firefox.inPage(run));
  await popup.close();
});
