/**
 * Frames that show a data: URL that is no longer in any attribute. Chromium once listed the contents of such a frame
 * but not its own URL, so its scripts went unreported. Firefox gives no access to the frame, and the Report must say
 * so.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import type { Report } from '../../src/report/report.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { launch } from '../support/chromium.ts';
import { notRead } from '../support/places.ts';
import { popupReport } from '../support/popup.ts';
import { serve } from '../support/serve.ts';

const script = "<script>parent.postMessage('shown','*')</script>";
const filler = 'x'.repeat(3000);

/** Returns a page whose frame shows a data: URL with a script. When the frame has loaded, `then` runs. */
const page = (src: string, then = '', url = '') => `<!doctype html><title>Loading</title><script>
  addEventListener('message', () => { ${then}; document.title = 'ready'; }, { once: true });
  </script><iframe name=shown id=holder ${src}></iframe>
  ${url && `<a id=link target=shown href="${url}"></a><script>link.click()</script>`}`;

/** The pages, and the places at which the data: URL with the script must be listed. */
const pages: Record<string, { body: string; places: string[] }> = {
  '/changed': {
    body: page(`src="data:text/html,${script}"`, "holder.src = '/nothing'"),
    places: ['location'],
  },
  // The frame's address belongs to another site, and its document connects long after the parent has finished.
  '/busy': {
    body: page(
      `src="data:text/html,<script>setInterval(()=>{for(const end=performance.now()%2B400;performance.now()<end;);})</script>${script}"`,
      "holder.src = origin.replace('127.0.0.1', 'localhost') + '/nothing'",
    ),
    places: ['location'],
  },
  '/link': { body: page('', 'link.remove()', `data:text/html,${script}`), places: ['location'] },
  '/link-that-stays': { body: page('', '', `data:text/html,${script}`), places: ['attribute', 'location'] },
  // The `src` attribute begins like the address.
  '/long': {
    body: page(
      `src="data:text/html,${filler}harmless"`,
      'link.remove()',
      `data:text/html,${filler}${script}`,
    ),
    places: ['location'],
  },
  // The frame writes its own address into an attribute.
  '/again': {
    body: page(
      `src="data:text/html,<script>if(location.href.length){let i=new Image;i.src=location.href;document.write('<p>');document.body.append(i)}</script>${script}"`,
    ),
    places: ['attribute', 'attribute'],
  },
  '/named': { body: page(`src=" da&#9;ta:text/html,\u00e4 ${script}#fragment"`), places: ['attribute'] },
};

const servePages = () =>
  serve({
    routes: {
      ...Object.fromEntries(Object.entries(pages).map(([path, { body }]) => [path, body])),
      '/nothing': { status: 204, body: '' },
    },
  });

const placesOf = ({ dataUrls }: Report): string[] =>
  dataUrls
    .filter(({ findings }) => findings.some(({ rule }) => rule === 'active-content'))
    .flatMap(({ occurrences }) => occurrences.map(({ place }) => place));

test('the address of a frame that no attribute has is listed, in Chromium', {
  timeout: 600_000,
}, async (t) => {
  await using server = await servePages();
  const extension = await launch(t);
  for (const [path, { places }] of Object.entries(pages)) {
    await t.test(path, async () => {
      const tab = await extension.newPage();
      await tab.goto(server.url(path), { waitUntil: 'domcontentloaded' });
      await tab.waitForFunction(() => document.title === 'ready');
      const report = await popupReport(extension, tab);
      await tab.close();
      assert.deepEqual(
        { places: placesOf(report).sort(), notRead: notRead(report) },
        { places, notRead: [] },
      );
    });
  }
});

test('such a frame is named as not read, in Firefox', { timeout: 600_000 }, async (t) => {
  await using server = await servePages();
  const firefox = await launchFirefox(t);
  for (const path of ['/changed', '/link', '/long']) {
    await t.test(path, async () => {
      await firefox.navigate(server.url(path));
      await firefox.inPage(
        () =>
          new Promise<void>((resolve) => {
            const look = () => (document.title === 'ready' ? resolve() : requestAnimationFrame(look));
            look();
          }),
      );
      const popup = await firefox.openPopup();
      const report = await reportOf(popup);
      await popup.close();
      assert.deepEqual(
        notRead(report).map(({ kind, reason }) => `${kind} ${reason}`),
        ['frame cross-origin'],
      );
    });
  }
});
