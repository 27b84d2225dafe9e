/** What the core calls malformed XML is what browsers reject, and no image of it is shown. */
import assert from 'node:assert/strict';
import { text as textOf } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { serve } from '../../extension/build/commands/serve.ts';
import { within } from '../../extension/build/drivers/wait.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { bundle, plainBrowser } from '../support/differential.ts';
import type { Outcome } from '../support/xml-page.ts';

const cases = 5000;
const seed = 1998;

/** Serves a page that posts its findings. */
async function page(t: TestContext): Promise<{ url: string; outcome: Promise<Outcome> }> {
  const { text } = await bundle('test/support/xml-page.ts');
  const server = await serve({
    routes: {
      '/': '<!doctype html><title>XML</title><script src="/script.js"></script>',
      '/script.js': text,
    },
  });
  t.after(server.close);
  const outcome = new Promise<Outcome>((resolve, reject) => {
    server.routes.set('/outcome', async (request) => {
      await textOf(request).then(JSON.parse).then(resolve, reject);
      return { body: '' };
    });
  });
  return { url: server.url(`/?cases=${cases}&seed=${seed}`), outcome };
}

function check({ wrong, rejected, images }: Outcome): void {
  assert.deepEqual(wrong, []);
  assert.ok(rejected > cases / 4 && images > cases / 50, `${rejected} rejected, ${images} images`);
}

test('in Chromium', async (t) => {
  const { url, outcome } = await page(t);
  const plain = await plainBrowser('');
  t.after(plain.close);
  await plain.page.goto(url);
  check(await within('the page', 120_000, outcome));
});

test('in Firefox', async (t) => {
  const { url, outcome } = await page(t);
  const firefox = await launchFirefox(t);
  await firefox.navigate(url);
  check(await within('the page', 120_000, outcome));
});
