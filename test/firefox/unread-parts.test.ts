/**
 * Tests the messages in the Report about parts to which Firefox gives no access: its own style sheets, and its viewers.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import { unreadParts } from '../../src/report/unreachable.ts';
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { launch } from './firefox.ts';

const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

testInFull('parts of a page that Firefox does not open', { timeout: 300_000 }, async (t) => {
  await using server = await serve({
    routes: {
      '/text.txt': 'A text with data:,words',
      '/picture.gif': gif,
      '/drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg"><image href="data:,drawn"/></svg>',
      '/data.json': '{ "a": "data:,in-json" }',
      '/linked.json': { headers: { 'content-type': 'application/ld+json' }, body: '{}' },
      '/file.pdf': '%PDF-1.4\n%%EOF',
      '/dropped': (_request, response) => {
        response.destroy();
        return undefined;
      },
      '/frames': ['text.txt', 'picture.gif', 'data.json']
        .map((name) => `<iframe src="/${name}"></iframe>`)
        .join(''),
    },
  });
  const firefox = await launch(t);

  for (const page of ['text.txt', 'picture.gif', 'drawing.svg', 'frames'])
    await t.test(`${page} has no style sheet of its own`, async () => {
      await firefox.navigate(server.url(`/${page}`));
      const popup = await firefox.openPopup();
      const { unreachable } = await reportOf(popup);
      await popup.close();
      assert.deepEqual(unreadParts(unreachable), []);
    });

  for (const page of ['data.json', 'linked.json', 'file.pdf', 'dropped'])
    await t.test(`${page} is in a viewer of Firefox, whoever protects its site`, async () => {
      await firefox.navigate(server.url(`/${page}`)).catch((error: unknown) => {
        if (page !== 'dropped') throw error;
      });
      const popup = await firefox.openPopup();
      const text = await popup.waitFor(() => document.querySelector('[data-failure]')?.textContent);
      await popup.close();
      assert.match(text, /This may be a JSON file, a PDF, an error page/);
    });
});

test('a frame of another site is named, although a frame of another document has answered', async (t) => {
  await using server = await serve({
    routes: {
      '/inner.html': '<img alt="" src="data:image/gif,inner">',
      // The frame within this frame is scanned, but the frame itself is not.
      '/outer.html': ({ headers }) =>
        `<iframe src="http://${headers.host?.replace('localhost', '127.0.0.1')}/inner.html"></iframe>`,
    },
  });
  server.routes.set('/beside.html', `<iframe src="${server.otherOrigin}/inner.html"></iframe>`);
  server.routes.set(
    '/top.html',
    `<iframe src="${server.otherOrigin}/outer.html"></iframe><iframe src="/beside.html"></iframe>`,
  );
  const firefox = await launch(t);
  await firefox.navigate(server.url('/top.html'));
  const popup = await firefox.openPopup();
  const { unreachable, dataUrls } = await reportOf(popup);
  await popup.close();
  assert.equal(dataUrls.length, 1);
  const frames = unreachable.filter(({ kind }) => kind === 'frame').map(({ url }) => new URL(url));
  assert.deepEqual(frames.map(({ hostname, pathname }) => hostname + pathname).toSorted(), [
    'localhost/inner.html',
    'localhost/outer.html',
  ]);
});
