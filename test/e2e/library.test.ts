/** Runs docs/library.md in a page: its examples with the installed package, and its hook with the real DOMPurify. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright';
import { ensureChromium } from '../../extension/build/setup.ts';
import { headlessFeatures } from '../../src/cli/drivers/chromium-flags.ts';
import { root } from '../../src/cli/project.ts';
import { examplesIn } from '../support/examples.ts';
import { type Installed, install, packageName } from '../support/npm-package.ts';
import { testInFull } from '../support/seed.ts';
import { type Served, serve } from '../support/serve.ts';

/** The examples without those of the entry point that scans files, because that entry point needs Node. */
const examples = examplesIn(await readFile(path.join(root, 'docs/library.md'), 'utf8'), 'js').filter(
  ({ text }) => !text.includes(`${packageName}/scan`),
);
const hook = examples.find(({ text }) => text.includes('removeDisallowedDataUrls(DOMPurify)'));

let installed: Installed;
let server: Served;
let browser: Browser;

before(async () => {
  installed = await install();
  const { exports }: { exports: Record<string, { default?: string }> } = JSON.parse(
    await readFile(path.join(installed.home, 'package.json'), 'utf8'),
  );
  const entries = Object.entries(exports).map(([entry, { default: file = '' }]) => [
    path.posix.join(packageName, entry),
    `/${path.posix.join('node_modules', packageName, file)}`,
  ]);
  const imports = { ...Object.fromEntries(entries), dompurify: '/dompurify.js' };
  const page = `<!doctype html><title>Library</title><script type="importmap">${JSON.stringify({ imports })}</script>`;
  const routes = Object.fromEntries(examples.map(({ text }, n) => [`/example-${n}.js`, text]));
  server = await serve({
    folder: installed.folder,
    routes: {
      '/': page,
      '/favicon.ico': '',
      '/dompurify.js': await readFile(path.join(root, 'node_modules/dompurify/dist/purify.es.mjs'), 'utf8'),
      ...routes,
    },
  });
  browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: [headlessFeatures, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
});
after(async () => {
  await browser?.close();
  await server?.close();
  await installed?.remove();
});

/** Opens a page that runs one example, and returns the texts that it printed. */
async function pageWith(example: number): Promise<{ page: Page; printed: string[] }> {
  const page = await browser.newPage();
  const printed: string[] = [];
  page.on('console', (message) => printed.push(message.text()));
  page.on('pageerror', (error) => printed.push(String(error)));
  await page.goto(server.url('/'));
  await page.evaluate((file) => import(file), `/example-${example}.js`);
  return { page, printed };
}

describe('the examples print in a page what they say', () => {
  for (const [n, { name, prints }] of examples.entries())
    testInFull(name, async () => {
      const { page, printed } = await pageWith(n);
      await page.close();
      assert.deepEqual(printed, prints);
    });
});

const png = 'data:image/png;base64,iVBORw0KGgo=';
const script = 'data:text/html,%3Cscript%3Ealert(1)%3C/script%3E';
const svg = 'data:image/svg+xml,%3Csvg/%3E';

const removed: [name: string, html: string][] = [
  ['a document in an iframe', `<iframe src="${script}"></iframe>`],
  ['letter case', `<iframe src="DATA:Text/HTML,x"></iframe>`],
  ['white space and controls in front', `<iframe src="&#1;&#32;&#9;${script}"></iframe>`],
  ['character references', `<iframe src="&#100;ata&colon;text&sol;html&comma;x"></iframe>`],
  ['white space within', `<iframe src="da&Tab;ta:te&NewLine;xt/html,x"></iframe>`],
  ['spellings of base64', `<iframe src="data:text/html; BASE64 ,PHNjcmlwdD4="></iframe>`],
  ['parameters that look like a type', `<iframe src="data:text/html;image/png;a=image/png,x"></iframe>`],
  ['a type that one browser reads as HTML', `<iframe src="data:text/xsl,x"></iframe>`],
  ['SVG in an object', `<object data="${svg}"></object>`],
  ['SVG in an embed', `<embed src="${svg}">`],
  ['a link to a document', `<a href="${script}">x</a>`],
  ['a form', `<form action="${script}"></form>`],
  ['a document as a picture', `<img src="${script}">`],
  ['a candidate', `<img srcset="${script} 2x">`],
  ['XLink', `<svg><image xlink:href="${script}"/></svg>`],
  ['an attribute that no browser uses', `<picture><source src="${script}"></picture>`],
  ['CSS', `<b style="background: url('${script}'), url(b.png)">x</b>`],
  ['a style sheet', `<b>x</b><style>b { cursor: image-set("${script}" 1x) }</style>`],
  ['a presentation attribute', `<svg><rect fill="url(${script})"></rect></svg>`],
];
const kept: [name: string, html: string][] = [
  ['a picture', `<img src="${png}">`],
  ['a picture of SVG', `<img src="${svg}">`],
  ['a picture among candidates', `<img srcset="${png} 1x, b.png 2x">`],
  ['a picture in CSS', `<b style="background: url('${png}')">x</b>`],
  ['a picture in SVG', `<svg><image xlink:href="${png}"></image></svg>`],
  ['text that looks like a URL', '<p title="data: of the year"><img alt="data:text/html,x"></p>'],
  ['other URLs', '<a href="https://example.com/">x</a>'],
];

/** Cleans HTML with DOMPurify configured to keep all elements and all URLs, so that only the hook decides. */
const clean = async (page: Page, html: string): Promise<string> =>
  page.evaluate(async (dirty) => {
    const name = 'dompurify';
    const { default: purifier } = await import(name);
    return purifier.sanitize(dirty, {
      ADD_TAGS: ['iframe', 'object', 'embed', 'form'],
      ADD_ATTR: ['action', 'data', 'srcset'],
      ALLOWED_URI_REGEXP: /^/,
    });
  }, html);

describe('the hook for DOMPurify', () => {
  let page: Page;
  before(async () => {
    assert.ok(hook);
    ({ page } = await pageWith(examples.indexOf(hook)));
  });
  after(() => page.close());

  for (const [name, html] of removed)
    testInFull(`removes: ${name}`, async () => {
      const cleaned = await clean(page, html);
      assert.notEqual(cleaned, '');
      assert.doesNotMatch(cleaned, /d\s*a\s*t\s*a\s*:|text\/html|svg\+xml/i);
    });

  for (const [name, html] of kept)
    testInFull(`keeps: ${name}`, async () => assert.equal(await clean(page, html), html));

  testInFull('removes one of several candidates, with DOMPurify as it is', async () => {
    const html = `<img srcset="${script} 1x, ${png} 2x, b.png 3x">`;
    const cleaned = await page.evaluate(async (dirty) => {
      const name = 'dompurify';
      return (await import(name)).default.sanitize(dirty);
    }, html);
    assert.equal(cleaned, `<img srcset="${png} 2x, b.png 3x">`);
  });

  testInFull('adds nothing to what DOMPurify removes for its other settings', async () => {
    const html = `<img srcset="${png}{{x}} 1x">`;
    const cleaned = await page.evaluate(async (dirty) => {
      const name = 'dompurify';
      const { default: purifier } = await import(name);
      return [{ SAFE_FOR_TEMPLATES: true }, { FORBID_ATTR: ['srcset'] }].map((config) =>
        purifier.sanitize(dirty, config),
      );
    }, html);
    // DOMPurify removes a template expression together with the text before it.
    assert.deepEqual(cleaned, ['<img srcset="  1x">', '<img>']);
  });

  testInFull('DOMPurify without it keeps what browsers would run, configured so', async () => {
    const plain = await browser.newPage();
    await plain.goto(server.url('/'));
    assert.match(await clean(plain, `<iframe src="${script}"></iframe>`), /text\/html/);
    await plain.close();
  });
});
