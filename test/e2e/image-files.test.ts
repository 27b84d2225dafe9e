/**
 * Tests files that a page draws and that contain data: URLs. The nested URLs must be listed from the cache, or the file
 * must be reported as not scanned. The file must never be requested.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Report } from '../../src/report/report.ts';
import { launchForFile } from '../support/chromium.ts';
import {
  addDrawings,
  addEmbedded,
  drawing,
  drawingPage,
  otherFiles,
  otherFilesPage,
  requestedAfter,
  ways,
} from '../support/image-files.ts';
import { notRead } from '../support/places.ts';
import { openPopup, popupReport } from '../support/popup.ts';
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';

const extension = launchForFile();
const names = Object.keys(ways).sort();

/** Returns the address of the file in which each URL is listed, by the name in the URL. */
const listed = ({ dataUrls }: Report): string[] =>
  dataUrls.flatMap(({ head, occurrences }) => {
    const [, name] = /;m=(\w+)/.exec(head) ?? [];
    return name === undefined
      ? []
      : occurrences
          .filter(({ place }) => place !== 'script')
          .map((each) => `${name} ${each.sheet ?? ''} ${each.element} ${each.name}`);
  });
const named = (report: Report): string[] =>
  notRead(report).map(({ kind, url, reason }) => `${kind} ${url} ${reason}`);

testInFull('in Chromium', { timeout: 300_000 }, async (t) => {
  await using server = await serve({});
  addDrawings(server, 'cached', { 'cache-control': 'max-age=600' });
  addDrawings(server, 'plain', { 'cache-control': 'max-age=600' }, '');
  addDrawings(server, 'stored', { 'cache-control': 'no-store' });
  addDrawings(server, 'typed', { 'cache-control': 'no-store' }, '');
  const at = (folder: string, way: string, ending = '.svg') => server.url(`/${folder}/${way}${ending}`);
  const page = await extension().newPage();
  const reportAt = async (body: string) => {
    server.routes.set('/', body);
    await page.goto(server.url('/'));
    const before = server.requests.length;
    const report = await popupReport(extension(), page);
    assert.deepEqual(requestedAfter(server, before), []);
    return report;
  };
  const inFiles = (folder: string, ending?: string) =>
    names.map((way) => `${way} ${at(folder, way, ending)} image href`);

  for (const [title, folder, ending] of [
    ['by their names', 'cached', '.svg'],
    ['without a name that tells', 'plain', ''],
  ] as const)
    for (const clear of ['', 'performance.clearResourceTimings()'])
      await t.test(`files in the cache are read: ${title}${clear && ', timings cleared'}`, async () => {
        const report = await reportAt(drawingPage((way) => at(folder, way, ending), clear));
        assert.deepEqual(listed(report).sort(), inFiles(folder, ending).sort());
        assert.deepEqual(named(report), []);
      });

  for (const [title, folder, ending] of [
    ['by their names', 'stored', '.svg'],
    ['by their types', 'typed', ''],
  ] as const)
    await t.test(`others are named, each once: ${title}`, async () => {
      const body = drawingPage((way) => at(folder, way, ending));
      const report = await reportAt(body + body);
      assert.deepEqual(listed(report), []);
      assert.deepEqual(
        named(report),
        names.map((way) => `image-file ${at(folder, way, ending)} not-cached`),
      );
    });

  await t.test('other files', async () => {
    const { routes, expected } = otherFiles(server);
    for (const [path, route] of Object.entries(routes)) server.routes.set(path, route);
    server.routes.set('/', otherFilesPage(server));
    await page.goto(server.url('/'), { waitUntil: 'commit' });
    await page.waitForSelector('body#loaded');
    const report = await popupReport(extension(), page);
    const utf16 = server.url('/utf16.svg');
    const unread = expected.filter((url) => url !== utf16);
    assert.deepEqual(named(report), unread.map((url) => `image-file ${url} not-cached`).sort());
    assert.deepEqual(listed(report).sort(), [
      `blob ${await page.evaluate(() => (window as never as { blob: string }).blob)} image href`,
      `utf16 ${utf16} image href`,
    ]);
  });

  await t.test('one that is added to a watched page', async () => {
    server.routes.set('/', '<!doctype html><img alt="" src="data:,page">');
    await page.goto(server.url('/'));
    const popup = await openPopup(extension(), page);
    await popup.click('[data-action="watch"]');
    await popup.waitFor(() => document.querySelector('[data-watching]'));
    const add = (file: string) =>
      page.evaluate((src) => {
        document.body.append(Object.assign(new Image(), { src }));
      }, file);
    await add(at('cached', 'img'));
    await popup.waitFor(() => document.querySelector('[data-head*="m=img"]'));
    await add(at('stored', 'img'));
    await popup.waitFor(() => document.querySelector('[data-unreachable="1"]'));
    await popup.close();
  });

  await t.test('cost and name of what is in a file', async () => {
    const body = `<!doctype html>${'<img alt="" src="/cached/img.svg">'.repeat(3)}<svg><use href="/cached/img.svg#symbol"/></svg>`;
    const [dataUrl, ...others] = (await reportAt(body)).dataUrls;
    assert.equal(others.length, 0);
    assert.deepEqual(
      dataUrl?.occurrences.map(({ cost, selector, place, destination, state }) => [
        cost,
        selector,
        place,
        destination,
        state?.kind,
      ]),
      [[dataUrl?.length, '', 'attribute', 'image', 'loaded']],
    );
    assert.ok(drawing('img').includes(dataUrl?.head.slice(0, 50) ?? 'none'));
  });
});

for (const clear of ['', '<script>onload = () => performance.clearResourceTimings();</script>'])
  test(`SVG that Chromium shows as an image in an object or embed is named${clear && ', timings cleared'}`, async () => {
    await using server = await serve({});
    const { body, images } = addEmbedded(server);
    server.routes.set('/', body + clear);
    const page = await extension().newPage();
    await page.goto(server.url('/'));
    const report = await popupReport(extension(), page);
    const rasters = clear ? [server.url('/raster.png')] : [];
    const expected = [...images, ...rasters].sort().map((url) => `image-file ${url} not-cached`);
    assert.deepEqual(named(report).sort(), expected);
    assert.deepEqual(
      listed(report).filter((line) => !line.startsWith('document')),
      [],
    );
    assert.equal(listed(report).length, 6);
  });
