/**
 * Tests the adapter for Playwright: it must find the same URLs as the extension; its matcher must work in Playwright's
 * own runner with the samples from the documentation; and for a page that can't be scanned, it must report one clear
 * sentence.
 */
import assert from 'node:assert/strict';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright';
import { expect as base, test as runner } from 'playwright/test';
import { ensureChromium } from '../../extension/build/setup.ts';
import type { TestedPage, TestedSession } from '../../src/adapters/page-scan.ts';
import { dataUrlMatchers, inspectPage } from '../../src/adapters/playwright.ts';
import { headlessFeatures } from '../../src/cli/drivers/chromium-flags.ts';
import { root } from '../../src/cli/project.ts';
import { appFolder, checkApp } from '../support/bundled-app.ts';
import { examplesIn, samplesIn } from '../support/examples.ts';
import { install, runNode } from '../support/npm-package.ts';
import { expectedLines, linesOf, pages, servePlaces } from '../support/places.ts';
import { some, testInFull } from '../support/seed.ts';
import { type Route, serve } from '../support/serve.ts';

const args = [headlessFeatures, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
const launch = async (): Promise<Browser> =>
  chromium.launch({ executablePath: await ensureChromium(), args });

/** A script that keeps its process busy forever after the page has loaded. */
const busy = '<script>onload = () => setTimeout(() => { for (;;); })</script>';
const disallowed = '<iframe id=ad src="data:text/html,<script>alert(1)</script>"></iframe>';

const matchers = dataUrlMatchers(runner);
/** A type check: the types of `expect` must include the matcher. */
const expect = base.extend(matchers);
void ((page: Page) => expect(page).toHaveNoDisallowedDataUrls({ timeout: 1 }));

/**
 * Pages in which the adapter finds everything, although unlike the extension it has no access to closed trees, other
 * sites, and headers.
 */
const samePages = [
  ...['frames.html', 'html-attributes.html', 'links.html', 'srcset.html', 'style-attributes.html'],
  ...['stylesheets.html', 'svg-document.svg', 'texts.html', 'written-forms.html', 'xhtml.xhtml'],
];

test('it finds and judges what the extension does', async (t) => {
  await using app = await serve({ folder: appFolder });
  const browser = await launch();
  t.after(() => browser.close());
  const page = await browser.newPage();
  await page.goto(app.url('/index.html'));
  const report = await inspectPage(page);
  checkApp(report);
  assert.equal(report.page.title, 'Lumen: lamps and chairs');
  // The page can be scanned again, because no traces of the first scan remain.
  assert.deepEqual((await inspectPage(page)).totals, report.totals);

  await using places = await servePlaces();
  for (const file of some(samePages, 3)) {
    await page.goto(`${places.origin}/${file}`);
    assert.deepEqual(linesOf(await inspectPage(page)), expectedLines(pages[file] ?? []), file);
  }
  // Only the extension's API gives access to closed shadow roots.
  await page.goto(`${places.origin}/trees.html`);
  const { unreachable } = await inspectPage(page);
  assert.ok(unreachable.some(({ kind, reason }) => kind === 'shadow-root' && reason === 'no-extension'));
});

test("documents without scripts are scanned; the browser's error pages and viewers are not", async (t) => {
  const image = (name: string) => `<img src="data:,${name}">`;
  await using server = await serve({
    routes: {
      '/': `${image('a')}<iframe sandbox srcdoc='${image('b')}'></iframe><iframe src="http://127.0.0.1:9/"></iframe>`,
      '/sandboxed': { headers: { 'content-security-policy': 'sandbox' }, body: image('c') },
      '/pdf': { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.4' },
    },
  });
  const browser = await launch();
  t.after(() => browser.close());
  const inspected = async (name: string, options = {}) => {
    const page = await browser.newPage(options);
    await page.goto(server.url(name));
    const { dataUrls, unreachable } = await inspectPage(page);
    const parts = unreachable.filter(({ kind }) => kind === 'page' || kind === 'frame');
    return [dataUrls.map(({ head }) => head), parts.map(({ url, reason }) => `${url} ${reason}`)];
  };
  const missing = ['http://127.0.0.1:9/ failed-or-redirected'];
  assert.deepEqual(await inspected('/'), [['data:,a', 'data:,b'], missing]);
  assert.deepEqual(await inspected('/', { javaScriptEnabled: false }), [['data:,a', 'data:,b'], missing]);
  assert.deepEqual(await inspected('/sandboxed'), [['data:,c'], []]);
  assert.deepEqual(await inspected('/pdf'), [[], [`${server.url('/pdf')} pdf`]]);

  const page = await browser.newPage();
  await page.goto('http://127.0.0.1:9/').catch(() => {});
  await page.waitForURL('chrome-error://chromewebdata/');
  await assert.rejects(inspectPage(page), {
    name: 'InspectPageError',
    message: "The page can't be scanned: the browser shows an error instead.",
  });
});

test('the sample of the page runs in Playwright, and attaches the report', async (t) => {
  const installed = await install();
  t.after(() => installed.remove());
  const modules = path.join(installed.folder, 'node_modules');
  for (const name of ['playwright', 'playwright-core'])
    await symlink(path.join(root, 'node_modules', name), path.join(modules, name), 'junction');
  // Like the real package with this name, the stub only exports Playwright's test module.
  await mkdir(path.join(modules, '@playwright/test'), { recursive: true });
  const stub = { 'package.json': '{ "type": "module" }', 'index.js': "export * from 'playwright/test';" };
  for (const [name, text] of Object.entries(stub))
    await writeFile(path.join(modules, '@playwright/test', name), text);
  const docs = await readFile(path.join(root, 'docs/adapters.md'), 'utf8');
  const spec = samplesIn(docs, 'Playwright').get('account.spec.js')?.[0] ?? assert.fail('no sample');
  const assertions = examplesIn(docs, 'js').find(({ text }) => text.includes('{ inspectPage }'))?.text ?? '';
  const [imported = '', ...own] = assertions.split('\n');
  assert.match(imported, /^import /);
  const files = {
    'account.spec.js': spec,
    'bad.spec.js': spec.replaceAll(/(?<='\/(?:login|account))(?=')/g, '/bad'),
    'own.spec.js': [
      "import { expect, test } from '@playwright/test';",
      imported,
      "test('own assertions', async ({ page }) => { await page.goto('/login');",
      ...own,
      '});',
    ].join('\n'),
    'playwright.config.js': `export default { reporter: 'json', workers: 1, use: { baseURL: process.env.BASE,
      launchOptions: { executablePath: process.env.CHROMIUM, args: ${JSON.stringify(args)} } } };`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(installed.folder, name), text);
  const form = (account: string) =>
    `<form action=${account} method=post><button>Log in</button></form><img src="data:,x">`;
  const account = (body: string): Route => {
    return ({ method, url: location = '' }) =>
      method === 'POST' ? { status: 303, headers: { location } } : { body };
  };
  await using server = await serve({
    routes: {
      ...{ '/login': form('/account'), '/login/bad': form('/account/bad') },
      ...{
        '/account': account('<p>Your account<iframe src="http://127.0.0.1:9/"></iframe>'),
        '/account/bad': account(disallowed),
      },
    },
  });
  const cli = path.join(modules, 'playwright/cli.js');
  const env = { BASE: server.origin, CHROMIUM: await ensureChromium() };
  const { stdout } = await runNode(installed.folder, [cli, 'test'], env);
  const { suites, errors } = JSON.parse(stdout) as Ran;
  assert.deepEqual(errors, []);
  const results = new Map(suites.map(({ file, specs }) => [file, specs[0]!.tests[0]!.results[0]!]));
  for (const file of ['account.spec.js', 'own.spec.js'])
    assert.equal(results.get(file)?.status, 'passed', file);
  const failed = results.get('bad.spec.js');
  assert.equal(failed?.status, 'failed');
  assert.match(
    failed.errors[0]?.message ?? '',
    /Expected no disallowed data: URLs, found 1: http.*\/bad\n- text\/html as iframe: Active content: script\. \(<iframe src> #ad, http.*\/bad\)\n\n/,
  );
  const [json, markdown] = failed.attachments;
  assert.deepEqual([json?.name, markdown?.name], ['data-urls.json', 'data-urls.md']);
  const [report] = JSON.parse(Buffer.from(json?.body ?? '', 'base64').toString());
  assert.equal(report.dataUrls[0].disallowed.destination, 'iframe');
  assert.match(Buffer.from(markdown?.body ?? '', 'base64').toString(), /^# data: URLs of /);
});

/** The part of Playwright's JSON output that the test uses. */
interface Ran {
  errors: unknown[];
  suites: { file: string; specs: { tests: { results: Result[] }[] }[] }[];
}
interface Result {
  status: string;
  errors: { message: string }[];
  attachments: { name: string; body: string }[];
}

test('a page that cannot be scanned has one clear sentence', async (t) => {
  await using server = await serve({ routes: { '/busy': busy, '/other': '<p>Other', '/': '<p>Page' } });
  const browser = await launch();
  t.after(() => browser.close());
  const said = (scan: Promise<unknown>) =>
    scan.then(
      () => '',
      ({ name, message }) => `${name}: ${message}`,
    );

  assert.equal(await said(inspectPage({} as Page)), 'TypeError: The page must be a Page of Playwright.');
  const page = await browser.newPage();
  await page.goto(server.url('/'));
  assert.equal(
    await said(inspectPage(page, { timeout: 0 })),
    'TypeError: The timeout must be a number of milliseconds; got 0.',
  );
  for (const timeout of ['5000', Number.POSITIVE_INFINITY] as number[])
    assert.match(await said(inspectPage(page, { timeout })), /^TypeError: The timeout must be a number/);
  assert.equal(
    await said(inspectPage(page, { policy: { allow: [] } as never })),
    'TypeError: inspectPage takes a policy that mergePolicies() has returned.',
  );
  assert.equal(
    await said(inspectPage(page, { timout: 5 } as never)),
    'TypeError: inspectPage has no option "timout"; these are policy, timeout.',
  );
  await page.close();
  assert.equal(await said(inspectPage(page)), 'InspectPageError: The page is closed.');
  assert.throws(() => dataUrlMatchers({} as never), {
    message: 'dataUrlMatchers needs the test of @playwright/test: dataUrlMatchers(test).',
  });

  // None of these pages ever responds.
  const late = await browser.newPage();
  await late.goto(server.url('/busy'));
  assert.equal(
    await said(inspectPage(late, { timeout: 300 })),
    "InspectPageError: The page wasn't scanned within 300 ms: set a longer timeout.",
  );
  const closing = said(inspectPage(late));
  await late.close();
  assert.equal(await closing, 'InspectPageError: The page was closed before it was scanned.');

  const moved = await browser.newPage();
  await moved.goto(server.url('/'));
  assert.equal(
    await said(inspectPage(leavingMidway(moved, `${server.otherOrigin}/other`))),
    'InspectPageError: The page left its document during the scan: wait until it has loaded.',
  );
});

/** Returns a page that navigates to another address as soon as its content script runs. */
function leavingMidway(page: Page, to: string): TestedPage {
  const context = page.context();
  const connect = async (): Promise<TestedSession> => {
    const session = await context.newCDPSession(page);
    return {
      detach: () => session.detach(),
      async send(method, params) {
        if (JSON.stringify(params)?.includes('.take()')) await page.goto(to);
        return (session.send as TestedSession['send'])(method, params);
      },
    };
  };
  return {
    ...{ url: () => page.url(), isClosed: () => page.isClosed(), frames: () => page.frames() },
    context: () => ({ browser: () => context.browser(), newCDPSession: connect }),
  };
}

testInFull('a frame that does not answer is named, and the matcher does not pass', async (t) => {
  await using server = await serve({ routes: { '/busy': busy } });
  server.routes.set('/', `<iframe src="${server.otherOrigin}/busy"></iframe>`);
  const browser = await launch();
  t.after(() => browser.close());
  const page = await browser.newPage();
  await page.goto(server.url('/'));
  const { unreachable } = await inspectPage(page, { timeout: 10_000 });
  const frame = { kind: 'frame', url: `${server.otherOrigin}/busy`, reason: 'no-answer' };
  assert.deepEqual(
    unreachable.filter(({ kind }) => kind === 'frame'),
    [frame],
  );
});
