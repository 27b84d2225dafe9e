/**
 * An error in the content script must affect only the part that is being scanned. Browsers throw if a text exceeds the
 * limits of their regular expressions or strings, but these limits differ between versions, so this test makes them
 * throw at one text of the page.
 */
import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { root } from '../../src/cli/project.ts';
import { launch } from '../support/chromium.ts';
import { bundle, plainBrowser } from '../support/differential.ts';
import { notRead } from '../support/places.ts';
import { popupReport } from '../support/popup.ts';
import { runs } from '../support/seed.ts';
import { type Route, serve } from '../support/serve.ts';
import type * as Finders from './finder-places.ts';

declare const finders: typeof Finders;

const mark = 'toomuch';
const methods = ['exec', 'charCodeAt', 'indexOf', 'includes', 'slice', 'replace', 'trim', 'split'];
const texts = [`data:,${mark}`, `"data:,${mark}" `, `url(data:,${mark})`, `0;url=data:,${mark}\\61 `];

/** Returns parts that surround the failing text: an image, a text and a style sheet. */
const around = (name: string) =>
  `<img alt="" src="data:,${name}-image"><p>"data:,${name}-text"</p><style>b{background:url(data:,${name}-sheet)}</style>`;
const others = ['first', 'last'].flatMap((name) =>
  ['image', 'text', 'sheet'].map((kind) => `data:,${name}-${kind}`),
);

/** Maximum number of parts in one place. */
const maxParts = 10;

test('an error costs one part of the page, which is reported without the text of the browser', {
  timeout: 300_000,
}, async (t) => {
  const { page, close } = await plainBrowser((await bundle('test/attack/finder-places.ts', 'finders')).text);
  t.after(close);
  const scanned = (place: string, method: string, text: string) =>
    page.evaluate(
      ({ place, method, text, mark, first, last }) => {
        finders.put(place, text);
        document.body.insertAdjacentHTML('afterbegin', first);
        document.body.insertAdjacentHTML('beforeend', last);
        return { sound: finders.scan(), failing: finders.scanFailing(method, mark) };
      },
      { place, method, text, mark, first: around('first'), last: around('last') },
    );
  const places = await page.evaluate(() => Object.keys(finders.places));
  let thrown = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...places),
      fc.constantFrom(...methods),
      fc.constantFrom(...texts),
      async (place, method, text) => {
        const { sound, failing } = await scanned(place, method, text);
        thrown += failing.thrown;
        const missing = sound.found.filter((written) => !failing.found.includes(written));
        assert.deepEqual(
          missing.filter((written) => others.includes(written)),
          [],
        );
        const lost = failing.unreachable.slice(sound.unreachable.length);
        assert.ok(missing.length === 0 || lost.length > 0, `${missing} is not reported`);
        assert.ok(lost.length <= maxParts, `${lost.length} parts are reported`);
        for (const { kind, reason } of lost) {
          assert.equal(reason, 'scan-error');
          assert.ok(kind === 'element' || kind === 'stylesheet', kind);
        }
      },
    ),
    runs(300),
  );
  assert.ok(thrown > 100, `${thrown} errors`);

  const beside = await page.evaluate((mark) => {
    document.body.innerHTML = `<img alt="" src="data:,beside" srcset="data:,${mark}" title="data:,title">`;
    return finders.scanFailing('charCodeAt', mark);
  }, mark);
  assert.deepEqual(beside.found, ['data:,beside', 'data:,title']);
  assert.deepEqual(
    beside.unreachable
      .filter(({ reason }) => reason === 'scan-error')
      .map((part) => Object(part).at.selector),
    [':root > body:nth-child(2) > img:nth-child(1)[srcset]'],
  );
});

const xml = (body: string): Route => ({ headers: { 'content-type': 'application/xml' }, body });

/** Pages that need parts of the content script, and what is named if the browser cannot inject them. */
const needing: { page: Route; named: string[] }[] = [
  {
    page: '<script type="module">import "data:text/javascript,hidden"</script>',
    named: ['element: scan-error'],
  },
  {
    page: '<script type="importmap">{"imports":{"x":"data:text/javascript,hidden"}}</script>',
    named: ['element: scan-error'],
  },
  { page: xml('<x/>'), named: ['page: scan-error'] },
  {
    page: xml('<?xml-stylesheet href="&#100;ata:text/css,hidden"?><x/>'),
    named: ['element: scan-error', 'page: scan-error'],
  },
  { page: '<iframe srcdoc="x" sandbox=""></iframe>', named: ['frame: no-answer'] },
  { page: '<noscript><img src="data:,hidden"></noscript>', named: ['frame: no-answer'] },
  {
    page: '<button onclick="documentPictureInPicture.requestWindow().then(() => { document.title = 1; })">x</button>',
    named: ['frame: other-window'],
  },
];

test('what a part of the script would have read is named if the part cannot be injected', async (t) => {
  const extensionDir = await mkdtemp(path.join(tmpdir(), 'parts-'));
  t.after(() => rm(extensionDir, { recursive: true, force: true }));
  await cp(path.join(root, 'dist/chromium'), extensionDir, { recursive: true });
  // Chromium remembers whether a file exists, so all of them are missing from the beginning.
  for (const part of ['code', 'frames', 'markup', 'viewer', 'window'])
    await rm(path.join(extensionDir, `${part}.js`));
  const extension = await launch(t, { extensionDir });
  await using server = await serve({});
  const page = await extension.newPage();
  for (const [n, { page: route, named }] of needing.entries())
    await t.test(`${named}`, async () => {
      server.routes.set(`/${n}`, route);
      await page.goto(server.url(`/${n}`));
      if (named.includes('frame: other-window')) {
        await page.click('button');
        await page.waitForFunction(() => document.title === '1');
      }
      const report = await popupReport(extension, page);
      assert.deepEqual(
        notRead(report).map(({ kind, reason }) => `${kind}: ${reason}`),
        named,
      );
    });
});
