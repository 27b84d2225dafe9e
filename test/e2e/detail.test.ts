/** Tests the detail of each kind of data: URL: its anatomy, viewers, nested data, copies and downloads. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { deflateSync, gzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import { root } from '../../src/cli/project.ts';
import { type Extension, launchForFile } from '../support/chromium.ts';
import { iconFont } from '../support/icon-font.ts';
import { openPopup } from '../support/popup.ts';
import { isFull, stepInFull, testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';

/** Runs in a surface: starts recording how far content moves, as fractions of the viewport (Layout Instability). */
function watchShifts(): void {
  type Shift = PerformanceEntry & { value: number; sources: { node: Element | null }[] };
  const shifts: number[] = [];
  const note = (entries: PerformanceEntry[]) => {
    // The click itself replaces the list with the detail, which moves the panes.
    for (const { value, sources } of entries as Shift[])
      if (!sources.some(({ node }) => node?.classList?.contains('panes'))) shifts.push(value);
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'layout-shift' });
  Object.assign(globalThis, {
    takeShifts() {
      note(observer.takeRecords());
      return shifts.splice(0);
    },
  });
}

declare const takeShifts: () => number[];

/** The last byte offset of the largest body. */
const large = isFull ? 20_000_000 : 200_000;
/** Returns an offset in the largest body as the hex view displays it. */
const offsetOf = (byte: number): string => byte.toString(16).padStart(large.toString(16).length, '0');

const browser = launchForFile();

/** Opens the inspector tab of the page that contains one URL of every kind. */
async function openInspector(t: TestContext) {
  const server = await serve({
    folder: path.join(root, 'test/pages'),
    routes: { '/blank': '<!doctype html><title>Made by a test</title>' },
  });
  t.after(() => server.close());
  const extension = browser();
  const tab = await extension.newPage();
  await tab.goto(server.url(`/viewers.html?bytes=${large}`));
  const inspector = await inspectorOf(extension, tab);
  return { server, extension, tab, inspector };
}

async function inspectorOf(extension: Extension, tab: Page): Promise<Page> {
  const popup = await openPopup(extension, tab);
  const [inspector] = await Promise.all([
    extension.context.waitForEvent('page', (page) => page.url().startsWith(extension.origin)),
    popup.click('[data-action="open-tab"]'),
  ]);
  await inspector.waitForSelector('main[data-state="done"]');
  await inspector.click('[data-view-link="list"]');
  // At this height, the tab shows all rows.
  await inspector.setViewportSize({ width: 1200, height: 1800 });
  return inspector;
}

/** Opens the detail of the n-th row whose text matches. */
async function show(inspector: Page, text: string | RegExp, n = 0): Promise<void> {
  const row = inspector.locator('[data-row]', { hasText: text }).nth(n);
  const id = await row.getAttribute('data-row');
  await row.click();
  await inspector.waitForSelector(`[data-detail="${id}"] .anatomy .legend`);
}

const textOf = (inspector: Page, selector: string) =>
  inspector.locator(selector).first().textContent().then(String);
const viewsOf = (inspector: Page) =>
  inspector.locator('.detail > .data-url > .preview [role="tab"]').allInnerTexts();

test('the detail', { timeout: 600_000 }, async (t) => {
  const { extension, tab, inspector, server } = await openInspector(t);

  await t.test('takes the written URL apart, and links its marks with what is said of them', async () => {
    await show(inspector, '“;charset=”');
    const parts = await inspector.evaluate(() =>
      [...document.querySelectorAll('.legend div')].map((part) => part.textContent),
    );
    assert.deepEqual(parts, [
      'Schemedata',
      'Media typetext/plain',
      'Parameter namecharset',
      'Comma,',
      'Body33 characters',
      'Fragmentfragment',
    ]);
    const finding = inspector.locator('[data-finding="syntax"]').first();
    await finding.locator('[data-action="to-place"]').click();
    const focused = () => inspector.evaluate(() => document.activeElement?.textContent);
    assert.equal(await focused(), 'charset');
    assert.match(await textOf(inspector, '.anatomy-about'), /Parameter.*no value/);
    await inspector.keyboard.press('Enter');
    assert.match((await focused()) ?? '', /parameter has no value/);
    // A lint that causes no finding is shown in the notes, which the click expands.
    await inspector.locator('.anatomy a.marked', { hasText: '<' }).click();
    assert.match((await focused()) ?? '', /Escape quotation marks/);
  });

  await t.test('leaves the middle of megabytes out, and finds any byte of them', async () => {
    await show(inspector, 'application/x-large');
    const shown = await inspector.evaluate(() => document.querySelector('.anatomy .written')?.textContent);
    assert.match(shown ?? '', /omitted\]A+D\/$/);
    assert.ok((shown ?? '').length < 2500);
    const line = (text: string) => inspector.locator('.hex-view .line', { hasText: text });
    await line('00000').first().waitFor();
    assert.ok((await inspector.locator('.hex-view .line').count()) < 60);
    await inspector.fill('.hex-view .find', 'NEEDLE');
    await inspector.keyboard.press('Enter');
    await line('NEEDLE').waitFor();
    const mark = large * 0.75;
    const found = `Found at byte ${mark.toLocaleString('en')} (0x${mark.toString(16)})`;
    assert.ok((await textOf(inspector, '.hex-view .action-status')).includes(found));
    assert.equal(await textOf(inspector, '.hex-view mark'), '4e 45 45 44 4c 45');
  });

  // test/unit/ui/viewers/hex-search.test.ts tests more offsets and searches.
  await stepInFull(t)('finds bytes as hexadecimal, and goes to an offset', async () => {
    const line = (text: string) => inspector.locator('.hex-view .line', { hasText: text });
    await inspector.selectOption('.hex-view select', 'hex');
    await inspector.fill('.hex-view .find', '00 00 ff');
    await inspector.keyboard.press('Enter');
    await line(offsetOf(large)).waitFor();
    await inspector.fill('.hex-view .offset', '0x10');
    await inspector.keyboard.press('Enter');
    await line(offsetOf(16)).waitFor();
    await inspector.fill('.hex-view .offset', `${large + 1}`);
    await inspector.keyboard.press('Enter');
    const last = `from 0 to ${large.toLocaleString('en')}`;
    assert.ok((await textOf(inspector, '.hex-view .action-status')).includes(last));
    await inspector.focus('.hex-view .row-scroller');
    await inspector.keyboard.press('End');
    await line(offsetOf(large)).waitFor();
  });

  await t.test('shows a picture on a checkerboard, larger and smaller', async () => {
    await show(inspector, 'sunset');
    assert.deepEqual(await viewsOf(inspector), ['Image', 'Hex']);
    await inspector.waitForFunction(() => document.querySelector('figcaption')?.textContent?.includes('×'));
    const width = () => inspector.evaluate(() => document.querySelector('.stage img')?.clientWidth);
    assert.equal(await width(), 120);
    await inspector.click('[data-action="zoom-in"]');
    assert.equal(await width(), 240);
    await inspector.click('[data-action="zoom-true"]');
    assert.equal(await width(), 120);
    await inspector.click('[data-action="zoom-fit"]');
    assert.equal(await width(), 120);
  });

  await stepInFull(t)('draws a picture of many megapixels only when asked to', async () => {
    await show(inspector, '20,000 × 20,000');
    await inspector.locator('.preview', { hasText: '400 megapixels' }).waitFor();
    assert.equal(await inspector.locator('.preview img').count(), 0);
    await inspector.click('[data-action="show-anyway"]');
    // A second header follows the first one.
    await inspector.locator('.broken-picture', { hasText: 'cut off or damaged' }).waitFor();
  });

  await t.test('shows SVG as a picture of its own, where nothing runs, and as source', async () => {
    await show(inspector, 'image/svg+xml');
    const source = await inspector.getAttribute('.stage img', 'src');
    assert.match(source ?? '', /^data:image\/svg\+xml/);
    await inspector.click('[data-view="text"]');
    // A line may break within a tag.
    await inspector.locator('.token-tag').first().waitFor();
    await inspector.locator('[data-shown="text"]', { hasText: '<script>parent' }).waitFor();
    assert.match(await textOf(inspector, '.references'), /http:\/\/tracker\.example\/pixel\.png/);
    assert.ok(!server.requests.some((request) => request.includes('pixel')));
  });

  await t.test('shows of what is disallowed its text and its bytes alone', async () => {
    await show(inspector, 'text/html');
    assert.deepEqual(await viewsOf(inspector), ['Text', 'Hex']);
    await inspector.locator('.text-view .code', { hasText: '<!doctype html>' }).waitFor();
    assert.equal(
      await inspector.locator('.detail :is(iframe, object, embed, form[action], script)').count(),
      0,
    );
    assert.equal(await inspector.locator('[class^="token-"]').count(), 0);
    const facts = await textOf(inspector, '.facts-of-body');
    assert.match(facts, /Password fields1/);
    assert.match(facts, /POST http:\/\/evil\.example\/post/);
  });

  await t.test('opens those inside as a tree, to their own pictures', async () => {
    const outer = inspector.locator('.nested details').first();
    await outer.locator('> summary').click();
    await outer.locator('.text-view .code', { hasText: 'b{background' }).waitFor();
    const inner = outer.locator('.nested details').first();
    await inner.locator('> summary').click();
    await inner.locator('.stage img').waitFor();
    await inner.locator('.legend', { hasText: 'image/png' }).waitFor();
  });

  await t.test('decodes text in its charset, and in another', async () => {
    await show(inspector, 'shift_jis');
    await inspector.locator('.text-view .code', { hasText: '日本語' }).waitFor();
    await inspector.selectOption('[data-action="charset"]', 'windows-1252');
    await inspector.locator('.text-view .code', { hasText: '“ú–{Œê' }).waitFor();
    await show(inspector, 'klingon-8');
    await inspector
      .locator('.preview', { hasText: 'Browsers don’t support the charset “klingon-8”' })
      .waitFor();
  });

  await stepInFull(t)('makes what hides or turns text visible', async () => {
    await show(inspector, /32 bytes/);
    await inspector.locator('.text-view .code', { hasText: '⟨U+202E⟩nimda' }).waitFor();
    assert.doesNotMatch(
      await inspector.evaluate(() => document.body.textContent ?? ''),
      /[\u202a-\u202e\u2066-\u2069]/,
    );
  });

  await stepInFull(t)('lays JSON out in lines', async () => {
    await show(inspector, /54 bytes/);
    await inspector.click('[data-action="lay-out"]');
    await inspector.locator('.text-view .line', { hasText: '"deep": true' }).waitFor();
    assert.match(await textOf(inspector, '.facts-of-body'), /valid: object, depth 3/);
  });

  await stepInFull(t)('shows what is inside of a compressed body, and does not render it', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9"><g><path d="M0 0"/></g></svg>';
    const page = await extension.newPage();
    await page.goto(server.url('/blank'));
    const [gzip, zlib] = [gzipSync(svg), deflateSync(svg)].map(
      (bytes) => `<img src="data:image/svg+xml;base64,${bytes.toString('base64')}">`,
    );
    await page.evaluate((html) => {
      document.head.replaceChildren();
      document.body.innerHTML = html;
    }, `${gzip}${zlib}`);
    const packed = await inspectorOf(extension, page);
    await show(packed, 'Compressed with gzip');
    assert.deepEqual(await viewsOf(packed), ['Text', 'Hex']);
    await packed.locator('.packed', { hasText: 'Browsers don’t decompress' }).waitFor();
    await packed.locator('.text-view .code', { hasText: '<path d="M0 0"/>' }).waitFor();
    // The policy disallows gzip, so the contents are not highlighted, either.
    assert.equal(await packed.locator('[class^="token-"]').count(), 0);
    await show(packed, 'Compressed with deflate');
    await packed.locator('.text-view .token-tag', { hasText: '<path' }).waitFor();
    await packed.click('[data-action="lay-out"]');
    await packed.locator('.text-view .line', { hasText: /^\s*4\s*<\/g>/ }).waitFor();
    assert.equal(await packed.locator('.preview img').count(), 0);
    await packed.click('[data-action="unpack"]');
    await packed.click('[data-view="hex"]');
    await packed.locator('.hex-view .line', { hasText: '78 9c' }).waitFor();
    await packed.close();
    await page.close();
  });

  await t.test('opens the sources that a source map holds, and says which it does not', async () => {
    await show(inspector, /166 bytes/);
    await inspector.locator('[data-action="open-source"]', { hasText: 'src/main.ts' }).click();
    await inspector.locator('.source-text .token-keyword', { hasText: 'const' }).waitFor();
    await inspector.locator('[data-action="open-source"]', { hasText: 'src/missing.ts' }).click();
    await inspector.locator('.listing', { hasText: 'doesn’t contain this source' }).waitFor();
  });

  await t.test('draws a font by its letters, and says when it cannot', async () => {
    await show(inspector, /font\/ttf.*2\.9/s);
    await inspector.locator('.specimen .sample canvas').first().waitFor();
    const sample = inspector.getByRole('img', { name: 'ABDEFILNOP TX' }).first();
    assert.equal(await sample.locator('canvas').count(), 2, 'a word each');
    await inspector.getByRole('textbox', { name: 'Your own text' }).fill('My own');
    await inspector.getByRole('img', { name: 'My own' }).first().waitFor();
    await show(inspector, /font\/ttf.*109/s);
    await inspector.locator('.broken-font').waitFor();
  });

  await stepInFull(t)('calls a font by its name', async () => {
    await show(inspector, 'Specimen');
    assert.match(await textOf(inspector, '#detail-heading'), /Specimen/);
    const [download] = await Promise.all([
      inspector.waitForEvent('download'),
      inspector.click('[data-action="save"]'),
    ]);
    assert.match(download.suggestedFilename(), /^specimen-[0-9a-f]{12}\.ttf$/);
  });

  await stepInFull(t)('shows the icons of a font without letters', async () => {
    await show(inspector, 'Specimen');
    const [download] = await Promise.all([
      inspector.waitForEvent('download'),
      inspector.click('[data-action="save"]'),
    ]);
    const icons = iconFont(await readFile(await download.path()));
    const page = await extension.newPage();
    await page.goto(server.url('/blank'));
    await page.evaluate(
      (url) => {
        document.head.innerHTML = `<style>@font-face{src:url(${url});font-family:"Some Icons";font-weight:900}</style>`;
        document.body.replaceChildren();
      },
      `data:font/ttf;base64,${Buffer.from(icons).toString('base64')}`,
    );
    const tab = await inspectorOf(extension, page);
    await show(tab, 'Some Icons 900');
    await tab.locator('.icons li').first().waitFor();
    assert.match(await textOf(tab, '.icons li'), /E000$/);
    assert.equal(await tab.locator('.sample').count(), 0);
    await tab.close();
    await page.close();
  });

  await stepInFull(t)('leads from a finding on the page to what it speaks of', async () => {
    const page = await extension.newPage();
    await page.goto(server.url('/blank'));
    await page.evaluate(() => {
      const text = 'x'.repeat(5000);
      document.head.replaceChildren();
      document.body.innerHTML = `<img src="data:text/x-a,${text}"><img src="data:text/x-a;base64,${btoa(text)}"><img src="data:,b">`;
    });
    const tab = await inspectorOf(extension, page);
    await tab.click('[data-view-link="findings"]');
    await tab.getByRole('button', { name: 'Show all 2 URLs in list' }).click();
    await tab.getByRole('button', { name: 'Chosen data: URLs 2', pressed: true }).waitFor();
    await tab.locator('.listed', { hasText: '2 of 3 data: URLs listed, 11.7 kB' }).waitFor();
    assert.equal(await tab.locator('[data-row]').count(), 2);
    await tab.close();
    await page.close();
  });

  await stepInFull(t)(
    'says at its head what became of it, and what the page as a whole has to do with it',
    async () => {
      const page = await extension.newPage();
      await page.goto(server.url('/blank'));
      await page.evaluate(() => {
        const image = `<img src="data:image/svg+xml,<svg/>${' '.repeat(5000)}">`;
        document.head.innerHTML = '<meta http-equiv="Content-Security-Policy" content="img-src https:">';
        document.body.innerHTML = image.repeat(2);
      });
      const popup = await openPopup(extension, page);
      await popup.click('[data-action="page"]');
      await popup.click('[data-finding="duplicates"] [data-action="show-urls"]');
      const finding = '[data-detail] [data-finding="duplicates"]';
      assert.match(
        await popup.waitFor((at) => document.querySelector(at)?.textContent, finding),
        /page finding.*Copies cost .* 2 times/,
      );
      assert.equal(
        await popup.waitFor(() => document.querySelector('.detail-title .mark')?.textContent),
        'blocked by img-src',
      );
      await popup.close();
      await page.close();
    },
  );

  await stepInFull(t)('plays sound, and says what cannot be played', async () => {
    await show(inspector, 'audio/wav');
    await inspector.waitForFunction(() => (document.querySelector('audio')?.duration ?? 0) > 0);
    assert.equal(await inspector.evaluate(() => document.querySelector('audio')?.paused), true);
    await show(inspector, 'video/mp4');
    await inspector.locator('.broken-media', { hasText: 'can’t play this file' }).waitFor();
  });

  const copied = async (label: string, keys: string[]) => {
    await inspector.focus('[data-action="copy"]');
    for (const key of ['ArrowDown', ...keys, 'Enter']) await inspector.keyboard.press(key);
    await inspector.locator('[data-status]', { hasText: `Copied: ${label}` }).waitFor();
    return inspector.evaluate(() => navigator.clipboard.readText());
  };
  const written = 'data:text/plain;charset=shift_jis,%93%FA%96%7B%8C%EA';

  await t.test('copies by the keyboard', async () => {
    await extension.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await show(inspector, 'shift_jis');
    assert.equal(await copied('Raw URL', []), written);
    assert.equal(await copied('Body as base64', ['b', 'b']), 'k/qWe4zq');
    await inspector.focus('[data-action="copy"]');
    await inspector.keyboard.press('ArrowUp');
    const focused = () =>
      inspector.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.action);
    assert.equal(await focused(), 'copy-external');
    await inspector.keyboard.press('Escape');
    assert.equal(await focused(), 'copy');
    assert.equal(await inspector.locator('[role="menu"]').count(), 0);
  });

  // test/unit/report/forms.test.ts tests the forms themselves.
  await stepInFull(t)('copies in every other form', async () => {
    assert.equal(await copied('Body as text', ['ArrowDown']), '日本語');
    assert.equal(await copied('CSS url', ['c']), `url("${written}")`);
    assert.equal(await copied('HTML element', ['h']), `<a href="${written}" download>…</a>`);
    assert.equal(await copied('JavaScript', ['j']), `"${written}"`);
    assert.equal(await copied('Markdown', ['m']), `[…](<${written}>)`);
    assert.match(await copied('message/external-body', ['End']), /^Content-Type: message\/external-body;/);
  });

  await stepInFull(t)('copies a broken URL repaired, or says that nobody can tell how', async () => {
    const page = await extension.newPage();
    await page.goto(server.url('/blank'));
    await page.evaluate(() => {
      document.head.replaceChildren();
      document.body.innerHTML =
        '<a href="data:text/plain;base64,Pz8-Pz8_">safe</a><a href="data:;base64,A*A">lost</a><img id="padded" src="data:image/gif;base64,R0lGODlhAQABAAABACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw"><img id="untyped" src="data:;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw">';
    });
    const broken = await inspectorOf(extension, page);
    const says = (text: string) => broken.locator('[data-status]', { hasText: text }).waitFor();
    // A filter for repairable URLs is available as a chip and in the query language.
    const chip = broken.getByRole('button', { name: 'Repair available 3' });
    await chip.click();
    await broken.locator('.listed', { hasText: '3 of 4' }).waitFor();
    await chip.click();
    await broken.getByRole('searchbox').fill('-is:repairable');
    await broken.locator('.listed', { hasText: '1 of 4' }).waitFor();
    await broken.getByRole('searchbox').fill('');
    await show(broken, '(-)');
    await broken.click('[data-action="repair"]');
    const changes = 'Repaired: “-” → “+”; “_” → “/”';
    await says(`Copied: Repaired URL. ${changes}`);
    assert.equal(
      await broken.evaluate(() => navigator.clipboard.readText()),
      'data:text/plain;base64,Pz8+Pz8/',
    );
    await broken.locator('.actions .dim', { hasText: changes }).waitFor();
    await broken.click('[data-action="copy"]');
    await broken.click('[data-action="copy-css"]');
    await says(`Copied: CSS url("…"). ${changes}`);
    assert.equal(
      await broken.evaluate(() => navigator.clipboard.readText()),
      'url("data:text/plain;base64,Pz8+Pz8/")',
    );
    // The message appears before a person tries a repair.
    await show(broken, '(*)');
    await broken.locator('.actions', { hasText: 'No safe repair' }).waitFor();
    assert.equal(await broken.locator('[data-action="repair"]').count(), 0);
    await show(broken, '#padded');
    await broken.click('[data-action="repair"]');
    await says('Copied: Repaired URL');
    assert.equal(
      await broken.evaluate(() => navigator.clipboard.readText()),
      'data:image/gif;base64,R0lGODlhAQABAAABACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==',
    );
    // The bytes of this URL are a picture.
    await show(broken, '#untyped');
    await broken.click('[data-action="repair"]');
    await says('Copied: Repaired URL');
    const typed = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
    await broken.waitForFunction(async (url) => (await navigator.clipboard.readText()) === url, typed);
    await broken.close();
    await page.close();
  });

  await stepInFull(t)('lays out, selected, what the browser does not let be copied', async () => {
    await inspector.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', {
        value: { write: () => Promise.reject(new DOMException('denied', 'NotAllowedError')) },
      });
      document.execCommand = () => false;
    });
    await inspector.click('[data-action="copy-selector"]');
    await inspector.locator('[data-status]', { hasText: 'blocked access to the clipboard' }).waitFor();
    // The text becomes selected after it has been drawn.
    await inspector.waitForFunction(() => {
      const area = document.querySelector<HTMLTextAreaElement>('.by-hand');
      return area?.value.slice(area.selectionStart, area.selectionEnd).includes('a:nth-child');
    });
  });

  await t.test('saves a body under the name of what it is', async () => {
    const [download] = await Promise.all([
      inspector.waitForEvent('download'),
      inspector.click('[data-action="save"]'),
    ]);
    assert.match(download.suggestedFilename(), /^data-url-[0-9a-f]{12}\.txt$/);
    const body = await readFile(await download.path());
    assert.deepEqual([...body], [0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea]);
  });

  await stepInFull(t)('opens the section of a rule, of which the extension has all', async () => {
    await show(inspector, 'application/zip');
    const finding = inspector.locator('[data-finding="disallowed-type"]');
    await finding.locator('summary').click();
    const [learn] = await Promise.all([
      inspector.context().waitForEvent('page'),
      finding.locator('a[href^="learn.html"]').click(),
    ]);
    await learn.locator('#disallowed-type h2').waitFor();
    await learn.waitForFunction(() => {
      const { top } = document.querySelector('#disallowed-type')!.getBoundingClientRect();
      return scrollY > 0 && top >= 0 && top < innerHeight;
    });
    await learn.close();
    await finding.locator('summary').click();
  });

  await stepInFull(t)('lists an archive once its type is allowed', async () => {
    await show(inspector, 'application/zip');
    assert.deepEqual(await viewsOf(inspector), ['Hex']);
    await inspector.locator('[data-finding="disallowed-type"] summary').click();
    await inspector.click('[data-action="allow-site"]');
    await inspector.locator('.listing td', { hasText: 'a⟨U+202E⟩gpj.exe' }).waitFor();
  });

  await t.test('says what the page has taken away with it', async () => {
    await tab.goto('about:blank');
    await inspector.locator('[data-row]', { hasText: 'audio/wav' }).click();
    await inspector.locator('.preview', { hasText: 'no longer available' }).waitFor();
    // If the text is unavailable, the surface must not claim that no shorter form exists.
    await inspector.click('[data-action="copy"]');
    await inspector.click('[data-action="copy-better"]');
    await inspector.locator('[data-status]', { hasText: 'no longer available' }).waitFor();
  });
});

testInFull('a detail does not move what it shows, whatever comes late', { timeout: 600_000 }, async () => {
  await using server = await serve({ folder: path.join(root, 'test/pages') });
  const extension = browser();
  const tab = await extension.newPage();
  await tab.goto(server.url(`/viewers.html?bytes=${large}`));
  const popup = await openPopup(extension, tab);
  await popup.evaluate(watchShifts);
  const rowAt = (at: number) =>
    popup.evaluate(async (wanted) => {
      const list = document.querySelector('.virtual-list')!;
      list.scrollTo(0, 52 * wanted);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return [...document.querySelectorAll<HTMLElement>('[data-row]')].map(
        ({ dataset }) => dataset.row ?? '',
      );
    }, at);
  const places = new Map<string, number>();
  for (let at = 0; at < 40; at += 6) for (const id of await rowAt(at)) places.set(id, at);
  assert.ok(places.size > 20, `${places.size} rows`);
  for (const [id, at] of places) {
    assert.ok((await rowAt(at)).includes(id), id);
    await popup.evaluate((wanted) => {
      takeShifts();
      document.querySelector<HTMLElement>(`[data-row="${wanted}"]`)!.click();
    }, id);
    await popup.waitFor(
      () => document.querySelector('.anatomy .legend') && !document.querySelector('[data-waiting]'),
    );
    const shifts = await popup.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return takeShifts();
    });
    const title = await popup.evaluate(() => document.querySelector('#detail-heading')?.textContent);
    assert.ok(shifts.reduce((sum, value) => sum + value, 0) < 0.02, `${title}: ${shifts.join(' + ')}`);
    await popup.press('Escape');
    await popup.waitFor(() => document.querySelector('.virtual-list'));
  }
  await popup.close();
});

testInFull('nothing in a detail moves when something is done', { timeout: 120_000 }, async (t) => {
  const { extension, inspector } = await openInspector(t);
  await extension.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await show(inspector, 'sunset');
  await inspector.locator('.occurrences li').first().waitFor();
  await inspector.locator('figcaption', { hasText: '×' }).waitFor();
  const layout = () =>
    inspector.evaluate(() =>
      Array.from(document.querySelectorAll('.detail, .detail :not(.tip)'), (element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return `${element.tagName}.${element.className} ${[x, y, width, height].map(Math.round)}`;
      }),
    );
  const before = await layout();
  const actions: [name: string, clicks: string[], result: RegExp][] = [
    ['copy', ['[data-action="copy"]', '[data-action="copy-written"]'], /Copied: Raw URL/],
    ['save', ['[data-action="save"]'], /Download started/],
    ['show', ['.occurrences [data-action="show"]'], /outlined on the page/],
    ['show in the bar', ['.actions [data-action="show"]'], /outlined on the page/],
    ['copy selector', ['[data-action="copy-selector"]'], /Copied/],
  ];
  for (const [name, clicks, result] of actions) {
    for (const target of clicks) await inspector.click(target);
    await inspector.locator('main', { hasText: result }).waitFor();
    const after = await layout();
    assert.deepEqual(
      after.filter((place, n) => place !== before[n]),
      [],
      name,
    );
    assert.equal(after.length, before.length, name);
  }
});
