/**
 * Pages whose meta elements contain policies that did not apply to a script when it was loaded. A script that ran must
 * never be called blocked.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import type { Report } from '../../src/report/report.ts';
import { runTimeOf } from '../../src/report/run-time.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { launch } from '../support/chromium.ts';
import { popupReport } from '../support/popup.ts';
import { type Route, serve } from '../support/serve.ts';

const script = `<script src="data:text/javascript,top.document.title+='+'"></script>`;
const policy = "script-src 'self' 'unsafe-inline'";
const meta = `<meta http-equiv="content-security-policy" content="${policy}">`;
const added = (code: string) =>
  `<script>const meta = document.createElement('meta'); meta.httpEquiv = 'content-security-policy'; ${code}</script>`;
const attribute = (markup: string) => markup.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const hosts = Array.from({ length: 400 }, (_, n) => `https://host${n}.example`).join(' ');

/** The pages by their subjects, and the states of their scripts where these run in no browser. */
const pages: Record<string, { page: string | Route; states?: string[] }> = {
  'before the meta element': { page: script + meta },
  'before one that a script adds': {
    page: script + added(`meta.content = "${policy}"; document.head.append(meta)`),
  },
  'before one that a script adds in front': {
    page: script + added(`meta.content = "${policy}"; document.head.prepend(meta)`),
  },
  'an element of another namespace': {
    page: `<script>
      const fake = document.createElementNS('urn:x', 'meta');
      fake.setAttribute('http-equiv', 'content-security-policy');
      fake.setAttribute('content', "script-src 'none'");
      document.head.append(fake);</script>${script}`,
  },
  'content that changes later': {
    page: `${added(`meta.content = 'img-src data:'; document.head.append(meta); meta.content = "${policy}"`)}${script}`,
  },
  'a name that comes later': {
    page: `<script>const meta = document.createElement('meta'); meta.content = "${policy}";
      document.head.append(meta); meta.httpEquiv = 'content-security-policy'</script>${script}`,
  },
  'another document of the same address': {
    page: `<iframe srcdoc="${attribute(meta)}"></iframe><iframe srcdoc="${attribute(script)}"></iframe>`,
  },
  'many sources': { page: meta.replace("'self'", `'self' ${hosts} data:`) + script },
  'after the meta element': { page: meta + script, states: ['unknown before-policy'] },
};
const [names, routes] = [
  Object.keys(pages),
  Object.fromEntries(
    Object.values(pages).map(({ page }, n): [string, Route] => [
      `/${n}`,
      typeof page === 'string'
        ? { headers: { 'content-type': 'text/html' }, body: `<!doctype html>${page}` }
        : page,
    ]),
  ),
];

function check(subject: string, title: string, { dataUrls }: Report): void {
  const occurrences = dataUrls
    .flatMap((each) => each.occurrences)
    .filter(({ element, place }) => element === 'script' && place === 'attribute');
  const states = occurrences.map(({ state }) => [state?.kind, state?.reason].filter(Boolean).join(' '));
  if (title.includes('+')) {
    assert.ok(
      states.some((state) => /^(?:loaded|unknown)/.test(state)),
      `${subject}: ${states}`,
    );
    assert.equal(runTimeOf(occurrences), 'now', subject);
  }
  const { states: expected } = pages[subject]!;
  if (expected) assert.deepEqual([title, states], ['', expected], subject);
}

test('in Chromium', { timeout: 300_000 }, async (t) => {
  await using server = await serve({ routes });
  const extension = await launch(t);
  const tab = await extension.newPage();
  for (const [n, subject] of names.entries()) {
    await tab.goto(server.url(`/${n}`));
    check(subject, await tab.title(), await popupReport(extension, tab));
  }
});

test('in Firefox', { timeout: 300_000 }, async (t) => {
  await using server = await serve({ routes });
  const firefox = await launchFirefox(t);
  let ran = 0;
  for (const [n, subject] of names.entries()) {
    await firefox.navigate(server.url(`/${n}`));
    const title = await firefox.inPage(() => document.title);
    ran += title.length;
    const popup = await firefox.openPopup();
    check(subject, title, await reportOf(popup));
    await popup.close();
  }
  assert.ok(ran >= 8, `${ran} scripts ran`);
});
