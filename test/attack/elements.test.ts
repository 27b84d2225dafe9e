/**
 * Checks the table of elements that contain URLs: the walk through the page, the finders of files and the scan of
 * bodies must agree about generated elements, and the destinations in the table must be those that both browsers
 * request.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { within } from '../../src/cli/drivers/wait.ts';
import { findInHtml } from '../../src/files/html-file.ts';
import { findInXml } from '../../src/files/xml-file.ts';
import type { Browser } from '../../src/mime/documents.ts';
import type { Destination } from '../../src/vocabulary.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { outcomePage, plainBrowser } from '../support/differential.ts';
import type { Outcome } from '../support/elements-page.ts';
import { cases, seed } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { type ElementUse, elementUses } from './element-uses.ts';

const page = (t: TestContext) =>
  outcomePage<Outcome>(t, 'test/support/elements-page.ts', { cases: cases(5000), seed });

function check(t: TestContext, { wrong, seen }: Outcome): void {
  t.diagnostic(JSON.stringify(seen));
  assert.deepEqual(wrong, []);
  for (const kind of [
    'attribute image',
    'attribute document',
    'attribute audio',
    'srcset image',
    'meta-refresh document',
  ])
    assert.ok((seen[kind] ?? 0) > 0, kind);
}

test('pages, files and bodies agree, in Chromium', async (t) => {
  const { url, outcome } = await page(t);
  const plain = await plainBrowser('');
  t.after(plain.close);
  await plain.page.goto(url, { waitUntil: 'commit' });
  check(t, await within('the page', 300_000, outcome));
});

test('pages, files and bodies agree, in Firefox', async (t) => {
  const { url, outcome } = await page(t);
  const firefox = await launchFirefox(t);
  await firefox.navigate(url);
  check(t, await within('the page', 300_000, outcome));
});

const tableSays = ({ markup, isXml }: ElementUse): Destination[] => {
  const text = markup.replace('@', 'data:image/png,1');
  const found = isXml ? findInXml(text) : findInHtml(text).found;
  return found.map(({ destination }) => destination);
};

/** The `Sec-Fetch-Dest` values of requests from a frame, where they differ from the destination. */
const asRequested: Partial<Record<Destination, string[]>> = {
  document: ['iframe', 'image'],
  download: ['empty', 'iframe'],
  form: ['iframe'],
};

/** Runs in each frame: clicks all clickable elements when animations have begun. */
const clicks = `
const click = () => {
  for (const element of document.querySelectorAll('a, area, button, input, math, mi, unknown, x'))
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, view: window }));
};
addEventListener('load', () => requestAnimationFrame(() => requestAnimationFrame(click)));`;

const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><g id="a"/></svg>';
const fileOf = ({ isXml }: ElementUse, n: number) => `/case-${n}.${isXml ? 'xhtml' : 'html'}`;

/**
 * Opens all elements, each in its own frame.
 *
 * @returns for each element, the `Sec-Fetch-Dest` of its requests
 */
async function requests(browser: Browser, open: (url: string) => Promise<unknown>): Promise<Set<string>[]> {
  const all = elementUses.map(() => new Set<string>());
  let finish: () => void = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  await using server = await serve({ routes: { '/clicks.js': clicks, '/none': '' } });
  for (const [n, use] of elementUses.entries()) {
    server.routes.set(`/use-${n}`, ({ headers }) => {
      all[n]?.add(String(headers['sec-fetch-dest']));
      if (elementUses.every(({ by }, each) => !by.includes(browser) || (all[each]?.size ?? 0) > 0)) finish();
      return { headers: { 'content-type': 'image/svg+xml' }, body: picture };
    });
    const markup = use.markup.replace('@', `/use-${n}`);
    const script = '<script src="/clicks.js"></script>';
    const html = `<!doctype html>${markup}${script}`;
    const xml = `<html xmlns="http://www.w3.org/1999/xhtml"><body>${markup}${script}</body></html>`;
    server.routes.set(fileOf(use, n), use.isXml ? xml : html);
  }
  const frames = elementUses.map(
    (use, n) => `<iframe width="40" height="30" src="${fileOf(use, n)}"></iframe>`,
  );
  // Frames out of view are not drawn, and drawing causes some of the requests.
  server.routes.set('/', `<!doctype html><style>iframe { float: left }</style>${frames.join('')}`);
  await open(server.url('/'));
  // All other requests would have arrived by then. The comparison names the missing ones.
  await within('the requests', 120_000, done).catch(() => {});
  return all;
}

test('the destinations are what a browser requests', async (t) => {
  const plain = await plainBrowser('');
  t.after(plain.close);
  const firefox = await launchFirefox(t);
  const seen = {
    Chromium: await requests('Chromium', (url) => plain.page.goto(url, { waitUntil: 'commit' })),
    Firefox: await requests('Firefox', (url) => firefox.navigate(url)),
  };
  const wrong: string[] = [];
  for (const [n, use] of elementUses.entries()) {
    const by = (['Chromium', 'Firefox'] as const).filter((browser) => (seen[browser][n]?.size ?? 0) > 0);
    if (by.join() !== use.by.join()) wrong.push(`${use.markup}: requested by ${by.join() || 'neither'}`);
    const used = tableSays(use).filter((destination) => destination !== 'none');
    const names = used.flatMap((destination) => asRequested[destination] ?? [destination as string]);
    const requested = by.flatMap((browser) => [...(seen[browser][n] ?? [])]);
    if (used.length !== (use.by.length > 0 ? 1 : 0) || !requested.every((name) => names.includes(name)))
      wrong.push(`${use.markup}: ${used.join() || 'none'} for requests as ${requested.join()}`);
  }
  assert.deepEqual(wrong, []);
});
