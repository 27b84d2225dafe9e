/**
 * Spellings of "data:" that a browser runs, loads or shows. The scan must list each of them, whichever quick test
 * precedes the search. Browsers decide which spellings are live.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import type { Report } from '../../src/report/report.ts';
import { launch as launchFirefox } from '../firefox/firefox.ts';
import { launch } from '../support/chromium.ts';
import { popupReport } from '../support/popup.ts';
import { seed } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { inCss, inHtml, inJson, inScript, spellingsIn } from '../support/spellings.ts';

const count = 200;
const inAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** For each place, its spellings, and the markup that contains one of them. A live URL adds its number to `ran`. */
const places: Record<
  string,
  { spellings: fc.Arbitrary<string>; markup(spelling: string, n: string): string }
> = {
  'import in a module': {
    spellings: spellingsIn(inScript(false)),
    markup: (spelling, n) =>
      `<script type="module">import "${spelling}text/javascript;m=${n},ran.push('${n}')"</script>`,
  },
  'import in a module without a space': {
    spellings: spellingsIn(inScript(false)),
    markup: (spelling, n) =>
      `<script type="module">import'${spelling}text/javascript;m=${n},ran.push("${n}")'</script>`,
  },
  'template in a module': {
    spellings: spellingsIn(inScript(false)),
    markup: (spelling, n) =>
      `<script type="module">await import(\`${spelling}text/javascript;m=${n},ran.push('${n}')\`)</script>`,
  },
  'string in a script': {
    spellings: spellingsIn(inScript(true)),
    markup: (spelling, n) =>
      `<script>wait(import("${spelling}text/javascript;m=${n},ran.push('${n}')"))</script>`,
  },
  handler: {
    spellings: spellingsIn(inScript(true)),
    markup: (spelling, n) =>
      `<b onclick="${inAttribute(`wait(import("${spelling}text/javascript;m=${n},ran.push('${n}')"))`)}"></b>`,
  },
  sheet: {
    spellings: spellingsIn(inCss),
    markup: (spelling, n) =>
      `<style>#${n}{background-image:url("${spelling}image/png;m=${n},")}</style><i id="${n}"></i>`,
  },
  'imported sheet': {
    spellings: spellingsIn(inCss),
    markup: (spelling, n) =>
      `<style>@import '${spelling}text/css;m=${n},%23${n}{background-image:url(/a)}';</style><i id="${n}"></i>`,
  },
  'style attribute': {
    spellings: spellingsIn(inCss),
    markup: (spelling, n) =>
      `<i id="${n}" style="${inAttribute(`background-image:url("${spelling}image/png;m=${n},")`)}"></i>`,
  },
  attribute: {
    spellings: spellingsIn(inHtml),
    markup: (spelling, n) => `<a class="${n}" href="${spelling}image/png;m=${n},"></a>`,
  },
  'attribute in a noscript': {
    spellings: spellingsIn(inHtml),
    markup: (spelling, n) => `<noscript><a class="${n}" href="${spelling}image/png;m=${n},"></a></noscript>`,
  },
  'attribute in a srcdoc': {
    spellings: spellingsIn(inHtml),
    markup: (spelling, n) =>
      `<template><iframe srcdoc="${inAttribute(`<a class="${n}" href="${spelling}image/png;m=${n},"></a>`)}"></iframe></template>`,
  },
};

/** Returns a page with all spellings in all places, and the spellings by number. */
function pageOf(): { body: string; spelled: Map<string, string> } {
  const spelled = new Map<string, string>();
  const numbered = (place: string, spellings: fc.Arbitrary<string>) =>
    fc.sample(spellings, { seed, numRuns: count }).map((spelling) => {
      const n = `n${spelled.size}-`;
      spelled.set(n, `${place}: ${JSON.stringify(spelling)}`);
      return { spelling, n };
    });
  const map = numbered('import map', spellingsIn(inJson)).map(
    ({ spelling, n }) => `"${n}":"${spelling}text/javascript;m=${n},ran.push('${n}')"`,
  );
  const rest = Object.entries(places).flatMap(([place, { spellings, markup }]) =>
    numbered(place, spellings).map(({ spelling, n }) => markup(spelling, n)),
  );
  const names = [...spelled.keys()].slice(0, count);
  return {
    spelled,
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Spellings</title>
      <script>const ran = [], waiting = [], wait = (each) => waiting.push(each);</script>
      <script type="importmap">{"imports":{${map.join(',')}}}</script>${rest.join('\n')}<script>(${run})(${JSON.stringify(names)})</script>`,
  };
}

declare const ran: string[];
declare const waiting: Promise<unknown>[];

/**
 * Runs in the page: triggers everything that waits for an event, and lists the live URLs in an attribute of the body.
 */
function run(names: string[]): void {
  const isData = (element: HTMLAnchorElement) => element.protocol === 'data:' && ran.push(element.className);
  addEventListener('load', async () => {
    for (const handler of document.querySelectorAll<HTMLElement>('b')) handler.click();
    for (const name of names) waiting.push(import(name));
    await Promise.allSettled(waiting);
    for (const { id } of document.querySelectorAll('i'))
      if (getComputedStyle(document.getElementById(id)!).backgroundImage !== 'none') ran.push(id);
    const markup = [...document.querySelectorAll('noscript')].map((each) => each.textContent);
    for (const { content } of document.querySelectorAll('template'))
      markup.push(content.querySelector('iframe')!.srcdoc);
    const parsed = new DOMParser().parseFromString(markup.join(''), 'text/html');
    for (const root of [document, parsed]) for (const each of root.querySelectorAll('a')) isData(each);
    document.body.dataset.ran = ran.join(' ');
  });
}

/** Checks that a Report lists every URL that ran, and that many URLs ran. */
function check(
  { dataUrls }: Pick<Report, 'dataUrls'>,
  live: string,
  spelled: ReadonlyMap<string, string>,
): void {
  const ran = new Set(live.split(' '));
  const listed = new Set(dataUrls.map(({ head }) => /m=(n\d+-)/.exec(head)?.[1]));
  assert.deepEqual(
    [...ran].filter((n) => !listed.has(n)).map((n) => spelled.get(n)),
    [],
  );
  const lives: Record<string, number> = {};
  for (const [n, each] of spelled) {
    const place = each.split(':', 1)[0] ?? '';
    lives[place] = (lives[place] ?? 0) + Number(ran.has(n));
  }
  // Firefox strips fewer controls from the beginning of a URL.
  for (const each of Object.values(lives)) assert.ok(each > count / 4, JSON.stringify(lives));
}

test('every spelling that Chromium accepts is listed', { timeout: 600_000 }, async (t) => {
  const { body, spelled } = pageOf();
  await using server = await serve({ routes: { '/': body } });
  const extension = await launch(t);
  const page = await extension.newPage();
  await page.goto(server.url('/'));
  const live = await page.waitForFunction(() => document.body.dataset.ran);
  check(await popupReport(extension, page), (await live.jsonValue()) ?? '', spelled);
});

test('every spelling that Firefox accepts is listed', { timeout: 600_000 }, async (t) => {
  const { body, spelled } = pageOf();
  await using server = await serve({ routes: { '/': body } });
  const firefox = await launchFirefox(t);
  await firefox.navigate(server.url('/'));
  const live = await firefox.inPage(
    () =>
      new Promise<string>((resolve) => {
        const look = () => {
          const { ran } = document.body.dataset;
          if (ran === undefined) return;
          observer.disconnect();
          resolve(ran);
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { attributes: true });
        look();
      }),
  );
  const popup = await firefox.openPopup();
  check(await reportOf(popup), live, spelled);
});
