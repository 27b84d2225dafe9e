/** Only data: URLs may ever be fetched: any other text is rejected before the platform is called. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fetchDataUrl } from '../../../extension/inspector/fetch-data-url.ts';
import { serve } from '../../support/serve.ts';

test('a data: URL is read by the platform itself', async () => {
  const tried = await fetchDataUrl('data:;base64,QUJD');
  assert.ok(tried?.ok);
  assert.equal(tried.mimeType.replace(/;.*/, ''), 'text/plain');
  assert.equal(tried.size, 3);
  assert.deepEqual(await fetchDataUrl('data:no-comma'), { ok: false });
});

test('no other text is requested', async () => {
  let requests = 0;
  await using server = await serve({
    routes: {
      '/': () => {
        requests++;
        return 'x';
      },
    },
  });
  const url = server.url('/');
  for (const text of [
    url,
    ` ${url}`,
    `view-source:${url}`,
    'DATA:,x',
    ' data:,x',
    `blob:${url}`,
    `\tdata:,${url}`,
    '',
  ])
    assert.equal(await fetchDataUrl(text), null, text);
  assert.equal(requests, 0);
});
