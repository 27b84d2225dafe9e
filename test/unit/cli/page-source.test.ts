/**
 * Tests which source is used for a page that does not respond: which of a server's responses count, and how much of
 * each.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { reportOfSource } from '../../../src/cli/page-source.ts';
import { emptyPolicy } from '../../../src/policy/policy.ts';
import { serve } from '../../support/serve.ts';

const html = { 'content-type': 'text/html; charset=utf-8' };
const image = '<img src="data:,x">';

test('the answer is scanned as far as it comes; none but the page itself counts', async (t) => {
  await using server = await serve({
    routes: {
      '/page': { headers: html, body: image },
      '/moved': { status: 302, headers: { location: '/page' } },
      '/refused': { status: 403, headers: html, body: image },
      '/text': { headers: { 'content-type': 'text/plain' }, body: image },
      '/broken': (_request, response) => {
        response.writeHead(200, { ...html, 'content-length': '1000' });
        response.write(image, () => response.destroy());
        return undefined;
      },
      '/large': { headers: html, body: `${image}${' '.repeat(1 << 24)}<img src="data:,late">` },
    },
  });
  const sourceOf = (path: string, isOffline = true) =>
    reportOfSource(server.url(path), { policy: emptyPolicy, isOffline, note: (note) => t.diagnostic(note) });
  const headsOf = async (path: string, isOffline?: boolean) =>
    (await sourceOf(path, isOffline))?.dataUrls.map(({ head }) => head) ?? null;
  assert.deepEqual(await headsOf('/page'), ['data:,x']);
  assert.deepEqual(await headsOf('/broken'), ['data:,x']);
  assert.deepEqual(await headsOf('/moved', false), ['data:,x']);
  assert.equal(await headsOf('/moved'), null);
  assert.equal(await headsOf('/refused'), null);
  assert.equal(await headsOf('/text'), null);
  const large = await sourceOf('/large');
  assert.deepEqual(
    large?.dataUrls.map(({ head }) => head),
    ['data:,x'],
  );
  assert.deepEqual(large?.unreachable, [{ kind: 'page', url: server.url('/large'), reason: 'beyond-limit' }]);
});

test('only what came over the network has a source', async () => {
  const options = { policy: emptyPolicy, isOffline: false, note: () => {} };
  assert.equal(await reportOfSource('data:text/html,<img src="data:,x">', options), null);
});

test('an answer without end is scanned as far as it came, also when garbage is collected meanwhile', async () => {
  await using server = await serve({
    routes: {
      '/endless': (_request, response) => {
        response.writeHead(200, html);
        response.write(image);
        return undefined;
      },
      '/silent': () => undefined,
    },
  });
  setFlagsFromString('--expose-gc');
  const collecting = setInterval(runInNewContext('gc'), 500);
  const [endless, silent] = await Promise.all(
    ['/endless', '/silent'].map((path) =>
      reportOfSource(server.url(path), { policy: emptyPolicy, isOffline: true, note: () => {} }),
    ),
  );
  clearInterval(collecting);
  assert.deepEqual(
    endless?.dataUrls.map(({ head }) => head),
    ['data:,x'],
  );
  assert.equal(silent, null);
});
