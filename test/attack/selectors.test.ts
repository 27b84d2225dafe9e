/**
 * A selector must select its element and no other, whatever the page contains. The selectors are followed step by step,
 * as docs/export.md specifies, in both browsers and in each kind of document.
 */
import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { bundle, plainBrowser } from '../support/differential.ts';
import { cases, seed } from '../support/seed.ts';
import type { Outcome } from '../support/selectors-page.ts';
import { serve } from '../support/serve.ts';

const script = '<script src="/script.js"></script>';
const documents = {
  '/standard': `<!doctype html><title>x</title>${script}`,
  '/quirky': `<title>x</title>${script}`,
  '/strict.xhtml': `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title>${script}</head></html>`,
};

async function checkIn(t: TestContext, open: (url: string) => Promise<unknown>): Promise<void> {
  await using server = await serve({
    routes: { ...documents, '/script.js': (await bundle('test/support/selectors-page.ts')).text },
  });
  const share = Math.ceil(cases(10_000) / Object.keys(documents).length);
  const files = Math.ceil(cases(1000, 100) / Object.keys(documents).length);
  for (const path of Object.keys(documents)) {
    await t.test(path, async () => {
      const outcome = new Promise<Outcome>((resolve, reject) => {
        server.routes.set('/outcome', async (request) => {
          await text(request).then(JSON.parse).then(resolve, reject);
          return '';
        });
      });
      await open(server.url(`${path}?pages=${share}&files=${files}&seed=${seed}`));
      const { followed, ...wrong } = await outcome;
      assert.deepEqual(wrong, { ofPages: '', ofFiles: '' });
      assert.ok(followed > share, `${followed} selectors`);
    });
  }
}

test('in Chromium', { timeout: 600_000 }, async (t) => {
  const { page, close } = await plainBrowser('');
  t.after(close);
  await checkIn(t, (url) => page.goto(url));
});

test('in Firefox', { timeout: 600_000 }, async (t) => {
  const firefox = await launchFirefox(t);
  await checkIn(t, firefox.navigate);
});
