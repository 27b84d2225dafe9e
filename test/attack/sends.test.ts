/**
 * The data that scripts of data: URLs send arrives where the finding says so, and only there: browsers are
 * asked.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from '../../src/inspect.ts';
import { defaultPolicy } from '../../src/policy/policy.ts';
import { judge } from '../../src/rules/index.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { plainBrowser } from '../support/differential.ts';
import { serve } from '../support/serve.ts';
import { place } from '../unit/rules/cases.ts';
import { cookie, sendingUrls, stored } from './sends.ts';

const written = (url: string) => url.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

async function arrivalsIn(open: (url: string) => Promise<unknown>): Promise<void> {
  const arrived = new Map<string, string>();
  let done: () => void = () => {};
  const all = new Promise<void>((resolve) => {
    done = resolve;
  });
  const routes = Object.fromEntries(
    sendingUrls.map(({ name }, index) => [
      `/${index}`,
      ({ url = '' }: { url?: string | undefined }) => {
        arrived.set(name, decodeURIComponent(url.slice(url.indexOf('?') + 1)));
        if (arrived.size === sendingUrls.length) done();
        return '';
      },
    ]),
  );
  await using other = await serve({ routes });
  const urls = sendingUrls.map(({ make }, index) => make(`${other.url(`/${index}`)}?`));
  const elements = sendingUrls.map(
    ({ destination }, index) => `<${destination} src="${written(urls[index]!)}"></${destination}>`,
  );
  await using server = await serve({
    routes: {
      '/': `<!doctype html><title>Sends</title><script>document.cookie='${cookie}';localStorage.a=sessionStorage.a='${stored}'</script>${elements.join('')}`,
    },
  });
  await open(server.url('/'));
  await all;
  assert.deepEqual(
    Object.fromEntries(arrived),
    Object.fromEntries(sendingUrls.map(({ name, arrives }) => [name, arrives])),
  );
  for (const [index, { name, destination, messageId }] of sendingUrls.entries()) {
    const inspection = await inspect(urls[index]!);
    const { findings } = judge({ inspection, occurrences: [place(destination)], policy: defaultPolicy });
    const found = findings.find(({ rule }) => rule === 'sends-page-data');
    assert.deepEqual([found?.messageId, found?.severity], [messageId, 'error'], name);
    assert.ok(`${found?.args.request}`.endsWith(`: ${new URL(other.url('/')).origin}`), name);
  }
}

test('Chromium', async () => {
  const chromium = await plainBrowser('');
  try {
    await arrivalsIn((url) => chromium.page.goto(url, { waitUntil: 'commit' }));
  } finally {
    await chromium.close();
  }
});

test('Firefox', async (t) => {
  const firefox = await launchFirefox(t);
  await arrivalsIn(firefox.navigate);
});
