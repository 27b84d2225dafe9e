/**
 * Tests files that a page draws. Firefox gives extensions no access to its cache, so each file must be reported as not
 * scanned, and none may be requested.
 */
import assert from 'node:assert/strict';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import {
  addDrawings,
  addEmbedded,
  drawingPage,
  otherFiles,
  otherFilesPage,
  requestedAfter,
  ways,
} from '../support/image-files.ts';
import { notRead } from '../support/places.ts';
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { launch } from './firefox.ts';

testInFull('in Firefox', { timeout: 300_000 }, async (t) => {
  await using server = await serve({});
  addDrawings(server, 'named', { 'cache-control': 'max-age=600' });
  addDrawings(server, 'typed', { 'cache-control': 'max-age=600' }, '');
  const firefox = await launch(t);
  const filesAt = async (body: string) => {
    server.routes.set('/', body);
    await firefox.navigate(server.url('/'));
    return filesNow();
  };
  const filesNow = async () => {
    const before = server.requests.length;
    const popup = await firefox.openPopup();
    const report = await reportOf(popup);
    await popup.close();
    assert.deepEqual(requestedAfter(server, before), []);
    return notRead(report).map(({ kind, url, reason }) => `${kind} ${url} ${reason}`);
  };
  const expected = (urls: string[]) => urls.map((url) => `image-file ${url} not-cached`).sort();

  for (const [folder, ending] of [
    ['named', '.svg'],
    ['typed', ''],
  ])
    for (const clear of ['', 'performance.clearResourceTimings()'])
      await t.test(`each file is named once: ${folder}${clear && ', timings cleared'}`, async () => {
        const fileOf = (way: string) => server.url(`/${folder}/${way}${ending}`);
        const body = drawingPage(fileOf, clear);
        assert.deepEqual(await filesAt(body + body), expected(Object.keys(ways).map(fileOf)));
      });

  await t.test('other files', async () => {
    const { routes, expected: urls } = otherFiles(server);
    for (const [path, route] of Object.entries(routes)) server.routes.set(path, route);
    server.routes.set('/', otherFilesPage(server));
    await firefox.navigate(server.url('/'));
    await firefox.inPage(
      () =>
        new Promise<void>((resolve) => {
          const look = () => (document.body.id === 'loaded' ? resolve() : requestAnimationFrame(look));
          look();
        }),
    );
    const files = await filesNow();
    const isBlob = (line: string) => line.startsWith('image-file blob:');
    assert.deepEqual(
      files.filter((line) => !isBlob(line)),
      expected(urls),
    );
    assert.equal(files.filter(isBlob).length, 1);
  });

  await t.test('an object or embed shows no SVG as an image', async () => {
    const { body } = addEmbedded(server);
    assert.deepEqual(await filesAt(body), []);
  });
});
