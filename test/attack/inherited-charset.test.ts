/** Style sheets and scripts that declare no encoding must inherit that of their page, as in both browsers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../../src/cli/serve.ts';
import { inspect } from '../../src/index.ts';
import { launch } from '../firefox/firefox.ts';
import { plainBrowser } from '../support/differential.ts';

const page = {
  headers: { 'content-type': 'text/html; charset=x-mac-cyrillic' },
  body: '<!doctype html><body>',
};

/**
 * The sheets and scripts that a page loads. Each contains "é" in UTF-8, which some of them decode in the page's
 * encoding.
 */
const loaded: readonly { as: 'style' | 'script' | 'module' | 'worker'; written: string }[] = [
  ...['text/css', 'text/css;charset=utf-8', 'text/css;charset=x-none', 'TEXT/CSS;x=y'].map(
    (type) => ({ as: 'style', written: `data:${type},p::before{content:'%C3%A9'}` }) as const,
  ),
  { as: 'style', written: "data:text/css,@charset%20%22utf-8%22;p::before{content:'%C3%A9'}" },
  { as: 'style', written: "data:text/css,%EF%BB%BFp::before{content:'%C3%A9'}" },
  { as: 'style', written: `data:text/css;base64,${btoa("p::before{content:'\xc3\xa9'}")}` },
  ...['text/javascript', 'application/javascript', 'text/javascript;charset=utf-8'].flatMap((type) =>
    (['script', 'module', 'worker'] as const).map((as) => ({
      as,
      written: `data:${type},self.said='%C3%A9'/*${as}*/`,
    })),
  ),
  { as: 'script', written: "data:text/javascript,%EF%BB%BFself.said='%C3%A9'" },
];

/** Runs in the page: returns the text that each loaded sheet or script produces. */
const loadAll = async (all: typeof loaded): Promise<string[]> => {
  const said: string[] = [];
  for (const { as, written } of all) {
    if (as === 'worker') {
      const worker = new Worker(`${written};postMessage(self.said)`);
      said.push(
        await new Promise((resolve) => worker.addEventListener('message', ({ data }) => resolve(data))),
      );
      continue;
    }
    const element = document.createElement(as === 'style' ? 'link' : 'script');
    if (element instanceof HTMLLinkElement) Object.assign(element, { rel: 'stylesheet', href: written });
    else Object.assign(element, { type: as === 'module' ? 'module' : '', src: written });
    await new Promise((resolve) => {
      element.addEventListener('load', resolve);
      document.body.append(element);
    });
    const paragraph = document.createElement('p');
    document.body.append(paragraph);
    const { content } = getComputedStyle(paragraph, '::before');
    said.push(as === 'style' ? content.slice(1, -1) : (self as unknown as { said: string }).said);
    element.remove();
    paragraph.remove();
  }
  return said;
};

/**
 * Checks that a page's sheets and classic scripts use the page's encoding if, and only if, the Inspection says that
 * they inherit it.
 */
async function compareLoaded(said: string[]): Promise<void> {
  for (const [i, { as, written }] of loaded.entries()) {
    const { used, isInherited = false } = (await inspect(written)).charset;
    assert.equal(used, 'utf-8', written);
    // Modules and workers are always decoded as UTF-8 and inherit no encoding from the page.
    const isOwn = isInherited && (as === 'style' || as === 'script');
    assert.equal(said[i], isOwn ? '√©' : 'é', `${as} ${written}`);
  }
}

test('in Chromium', async (t) => {
  const chromium = await plainBrowser('');
  t.after(chromium.close);
  chromium.server.routes.set('/page', page);
  await chromium.page.goto(chromium.server.url('/page'));
  await compareLoaded(await chromium.page.evaluate(loadAll, loaded));
});

test('in Firefox', async (t) => {
  await using server = await serve({ routes: { '/page': page } });
  const firefox = await launch(t);
  await firefox.navigate(server.url('/page'));
  await compareLoaded(await firefox.inPage(loadAll, loaded));
});
