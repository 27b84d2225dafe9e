/**
 * Compares the states predicted from a Content Security Policy with what both browsers block, on 64 pages with
 * different policies, each of which has data: URLs at every destination. Policies that both browsers handle in the same
 * way are tested in both browsers only in a full run.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { chromium } from 'playwright';
import { ensureChromium } from '../../extension/build/setup.ts';
import { headlessFeatures } from '../../src/cli/drivers/chromium-flags.ts';
import { type CspPolicy, parsePolicies } from '../../src/csp/csp.ts';
import type { Browser } from '../../src/mime/documents.ts';
import { governedAs } from '../../src/outcome/engines.ts';
import { stateOf } from '../../src/outcome/state.ts';
import type { Destination, Occurrence } from '../../src/vocabulary.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { destinations, type Fate, scripts } from '../support/csp-page.ts';
import { bundle } from '../support/differential.ts';
import { outlineFont, triangle } from '../support/fonts.ts';
import { isFull } from '../support/seed.ts';
import { type Served, serve } from '../support/serve.ts';

type Policy = Omit<CspPolicy, 'frame'>;

/** Returns the URL of a script in the markup. The script records that it ran. */
const scriptUrl = (name: string): string => `data:text/javascript,(window.ran??=[]).push('${name}')`;
const hash = `sha256-${createHash('sha256').update("(window.ran??=[]).push('script integrity')").digest('base64')}`;

const meta = (text: string): Policy => ({ source: 'meta', text, reportOnly: false });
const header = (text: string): Policy => ({ source: 'header', text, reportOnly: false });
/** Prepares a text for a header, which is encoded as Latin-1, so that its bytes are UTF-8. */
const utf8 = (text: string): string => Buffer.from(text).toString('latin1');
const reported = (text: string): Policy => ({ source: 'header', text, reportOnly: true });

const pages: Policy[][] = [
  [],
  [meta("default-src 'self'")],
  [header("default-src 'self'")],
  [header("default-src 'none'")],
  [header('default-src *')],
  [header('default-src data:')],
  [meta('DEFAULT-SRC DATA:')],
  [header("default-src 'self' data:")],
  [header("default-src 'none' data:")],
  [header('default-src')],
  [reported("default-src 'none'")],
  [reported("default-src 'none'"), header("img-src 'self'")],
  [header("img-src 'self'")],
  [header("default-src data:; img-src 'none'")],
  [header("default-src 'self'; img-src data:")],
  [header("img-src 'self'; img-src data:")],
  [header('img-src data:; img-src *')],
  [header("img-src 'self', media-src 'self'")],
  [header('img-src data:'), meta("img-src 'self'")],
  [header("default-src 'self'; style-src data:")],
  [header("style-src 'unsafe-inline'; font-src 'self'")],
  [header("style-src-elem 'self'; style-src data:")],
  [header("style-src-attr 'none'")],
  [header("media-src 'self'")],
  // CSP3, 2.2.1: a directive with a non-ASCII character is ignored. In Chromium, such a directive hides later ones.
  [meta("img-src data: \u00e9; img-src 'none'")],
  [header("img-src 'none' \u00e9; img-src data:; default-src 'none'")],
  [header(utf8("default-src data:; media-src \u2019none\u2019; media-src 'none'"))],
  [header("script-src data: \u00e9; script-src 'none'; object-src\u00a0data:; object-src 'none'")],
  [meta("font-src \u00e9; font-src 'none', style-src 'none'")],
  [meta("default-src \x7f; default-src 'none'; connect-src 'none' \x01")],
  [meta('img-src data:, x; media-src data: a,b; media-src x')],
  [meta("img-src 'none' \u00e9")],
  [meta("default-src\u00a0'none'")],
  [meta("default-src \u2019none\u2019; font-src 'none'")],
  [header("img-src 'none' \u00e9; media-src 'none'")],
  [header("default-src\u00a0'none'")],
  [header("default-src 'self'; media-src data:")],
  [header("frame-src 'self'")],
  [header("child-src 'self'")],
  [header("child-src 'self'; frame-src data:")],
  [header("child-src 'self'; worker-src data:")],
  [header("worker-src 'self'; script-src data:")],
  [header("script-src 'self'")],
  [header("script-src 'unsafe-inline' 'unsafe-eval'")],
  [header("script-src data: 'strict-dynamic'")],
  [header(`script-src data: 'strict-dynamic' '${hash}'`)],
  [header(`script-src '${hash}'`)],
  [header("script-src 'strict-dynamic'")],
  [header("default-src 'strict-dynamic'")],
  [header("default-src data: 'strict-dynamic'")],
  [header("child-src data: 'strict-dynamic'")],
  [header("worker-src 'strict-dynamic'")],
  [header("worker-src data: 'strict-dynamic'; script-src 'none'")],
  [header("script-src-elem data: 'strict-dynamic'; script-src 'none'")],
  [header("script-src-elem 'none'; script-src data:")],
  [header("script-src data:; script-src-elem 'none'")],
  [header("script-src-attr 'none'; default-src data:")],
  [header("object-src 'none'")],
  [header("default-src 'self'; object-src data:")],
  [header("connect-src 'self'")],
  [header("default-src 'self'; connect-src data:")],
  [meta("object-src 'none'; report-uri /x; frame-src 'self'")],
  [header("default-src https: data:x data 'data:' http://data:")],
  [header("img-src http://127.0.0.1:* blob: filesystem:; form-action 'none'; base-uri 'none'")],
];

/** Returns the numbers of the pages that are opened in a browser. */
const askedOf = (browser: Browser): number[] =>
  [...pages.keys()].filter(
    (number) =>
      isFull ||
      pages[number]?.some(({ text }) => /[^ -~]/.test(text)) ||
      (number % 2 === 0) === (browser === 'Chromium'),
  );

/** Returns the response headers for the policies, by name. */
function headersOf(policies: readonly Policy[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { source, text, reportOnly } of policies) {
    const name = `content-security-policy${reportOnly ? '-report-only' : ''}`;
    // Several headers with the same name are joined with commas.
    if (source === 'header') headers[name] = headers[name] === undefined ? text : `${headers[name]}, ${text}`;
  }
  return headers;
}

const typeOf: Record<string, string> = {
  script: '',
  'script module': ' type="module"',
  'script integrity': ` crossorigin integrity="${hash}"`,
};

const markupOf = (policies: readonly Policy[]): string =>
  `<!doctype html><title>Under a policy</title>${policies
    .map(({ source, text }) =>
      source === 'meta' ? `<meta http-equiv="Content-Security-Policy" content="${text}">` : '',
    )
    .join('')}${scripts
    .map((name) => `<script${typeOf[name]} src="${scriptUrl(name)}"></script>`)
    .join('')}<body></body>`;

function predicted(browser: Browser, policies: readonly Policy[], destination: Destination): string {
  const occurrence: Occurrence = {
    place: 'attribute',
    element: 'x',
    name: 'src',
    selector: 'x',
    destination,
    inert: false,
    frame: '',
    cost: 0,
  };
  const enforced = policies
    .filter(({ reportOnly }) => !reportOnly)
    .flatMap((each) => parsePolicies({ ...each, browser }));
  return stateOf(occurrence, {
    sight: undefined,
    requests: [],
    isReported: false,
    isWhole: false,
    browser,
    policies: enforced,
    // Here, objects and embeds contain documents.
    outcome: { kind: 'loads', isDocument: true },
  }).kind;
}

/** Lists the predictions that differ from the browser's behavior, one per line. */
function differences(browser: Browser, fates: ReadonlyMap<number, readonly Fate[]>): string[] {
  return [...fates].flatMap(([number, each]) =>
    each.flatMap((fate, index) => {
      const name = destinations[index] ?? '';
      const policies = pages[number] ?? [];
      const kind = predicted(browser, policies, name.split(' ')[0] as Destination);
      if (kind === 'unknown' || (kind === 'blocked' ? 'blocked' : 'loaded') === fate) return [];
      return `${number} ${JSON.stringify(policies)}: ${name}: ${kind}, but ${fate}`;
    }),
  );
}

/**
 * Checks that the predictions match the outcomes in a browser.
 *
 * @param fates the observed outcomes by page number
 */
function assertPredicted(browser: Browser, fates: ReadonlyMap<number, readonly Fate[]>): void {
  const all = [...fates.values()].flat();
  const blocked = all.filter((fate) => fate === 'blocked').length;
  console.log(`${fates.size} policies, ${all.length} data: URLs, ${blocked} blocked`);
  assert.deepEqual(differences(browser, fates), []);
  for (const [index, name] of destinations.entries()) {
    if (governedAs(name as Destination, browser, true).length === 0) continue;
    const own = new Set([...fates.values()].map((each) => each[index] === 'blocked'));
    assert.equal(own.size, 2, `${name} is blocked by some policy, and allowed by another`);
  }
}

/** A font for the page's own script. */
const font = `data:font/ttf;base64,${Buffer.from(outlineFont({ glyphs: [[], triangle], codes: [0x41] })).toString('base64')}`;

/** Starts a server for the page that runs the loads and for the pages with the policies. */
async function serveAll(): Promise<Served> {
  const server = await serve({
    routes: {
      '/': '<!doctype html><title>Policies</title><body><script src="/page.js"></script>',
      '/page.js': `const font = ${JSON.stringify(font)};\n${(await bundle('test/support/csp-page.ts')).text}`,
    },
  });
  for (const [number, policies] of pages.entries())
    server.routes.set(`/framed${number}`, { headers: headersOf(policies), body: markupOf(policies) });
  return server;
}

declare const under: (number: number) => Promise<Fate[]>;

test('Chromium blocks what is predicted', async (t) => {
  await using server = await serveAll();
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: [headlessFeatures, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  t.after(() => browser.close());
  const page = await browser.newPage();
  await page.goto(server.url('/'));
  const fates = new Map<number, Fate[]>();
  for (const number of askedOf('Chromium')) fates.set(number, await page.evaluate((n) => under(n), number));
  assertPredicted('Chromium', fates);
});

test('Firefox blocks what is predicted', async (t) => {
  await using server = await serveAll();
  const firefox = await launchFirefox(t);
  await firefox.navigate(server.url('/'));
  const fates = new Map<number, Fate[]>();
  for (const number of askedOf('Firefox'))
    fates.set(
      number,
      await firefox.inPage((n: number) => (window as unknown as { under: typeof under }).under(n), number),
    );
  assertPredicted('Firefox', fates);
});
