/**
 * A refresh loads a data: document into its frame without a click, so the URL must be judged like that of an iframe.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findInFile } from '../../src/files/find-in-file.ts';
import { inspect } from '../../src/inspect.ts';
import { HTML, SVG } from '../../src/namespaces.ts';
import { defaultPolicy } from '../../src/policy/policy.ts';
import { judge } from '../../src/rules/index.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { canaryOf, ranInFrames } from '../support/canary.ts';
import { plainBrowser, undrivenTab } from '../support/differential.ts';
import { serve } from '../support/serve.ts';
import { place } from '../unit/rules/cases.ts';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
const srcdoc = (text: string) => `<iframe srcdoc="${escaped(text)}"></iframe>`;
const dataUrl = (type: string, text: string) => `data:${type},${encodeURIComponent(text)}`;
const xhtml = (text: string) => dataUrl('application/xhtml+xml', `<html xmlns="${HTML}">${text}</html>`);

/** Returns documents with an element that leads to another document. */
const documentsWith = (element: string) => [
  dataUrl('text/html', element),
  dataUrl('text/html', srcdoc(element)),
  dataUrl('text/html', srcdoc(srcdoc(element))),
  xhtml(`<head>${element}</head>`),
  xhtml(`<body>${srcdoc(element)}</body>`),
  dataUrl(
    'image/svg+xml',
    `<svg xmlns="${SVG}"><foreignObject xmlns:h="${HTML}">${element.replace('<meta', '<h:meta')}</foreignObject></svg>`,
  ),
];
const urls = Array.from(documentsWith(''), (_, at) => {
  const target = dataUrl('text/html', `<script>${canaryOf(at)}</script>`);
  return documentsWith(`<meta http-equiv="refresh" content="0;url=${target}"/>`)[at] as string;
});

async function check(ran: ReadonlySet<number>): Promise<void> {
  assert.deepEqual([...ran].sort(), [...urls.keys()]);
  for (const url of urls) {
    const { nested } = judge({
      inspection: await inspect(url),
      occurrences: [{ ...place('iframe'), element: 'iframe' }],
      policy: defaultPolicy,
    });
    const [inner] = nested;
    assert.deepEqual(
      inner?.findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule),
      ['active-content'],
      url,
    );
  }
}

test('those in bodies, in Chromium', { timeout: 300_000 }, async () => {
  await using server = await serve({});
  const chromium = await plainBrowser('');
  try {
    const { open } = await undrivenTab(chromium);
    await check(await ranInFrames(server, open, urls));
  } finally {
    await chromium.close();
  }
});

test('those in bodies, in Firefox', { timeout: 300_000 }, async (t) => {
  await using server = await serve({});
  const firefox = await launchFirefox(t);
  await check(await ranInFrames(server, firefox.navigate, urls));
});

test('those in files: as the top document navigates, and in a srcdoc as a frame does', () => {
  const refresh = '<meta http-equiv="refresh" content="0;url=data:,x">';
  const html = `<!doctype html>${refresh}${srcdoc(refresh)}`;
  assert.deepEqual(
    findInFile('html', html).found.map(({ place, destination }) => `${place} ${destination}`),
    ['meta-refresh document', 'meta-refresh iframe'],
  );
});
