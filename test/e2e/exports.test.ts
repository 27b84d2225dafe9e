/**
 * Tests the Report in each of its forms: as a surface receives it, and as the export menu saves it. The HTML report is
 * opened from disk, where it must cause no requests and run no scripts.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { type ExportFormat, exportFormats } from '../../extension/platform/limits.ts';
import { csvColumns } from '../../src/report/csv.ts';
import type { Report } from '../../src/report/report.ts';
import { violationsOf } from '../support/accessible.ts';
import { type Extension, launchForFile } from '../support/chromium.ts';
import { assertPictures, green, onDisk, picturePage, shownIn, stoppedIn } from '../support/html-file.ts';
import { openPopup } from '../support/popup.ts';
import { checkSarif } from '../support/sarif.ts';
import { some, stepInFull, testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { openSurfacePort } from '../support/surface-port.ts';
import { unzip } from '../support/unzip.ts';

const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

const browser = launchForFile();

testInFull('the forms of a Report', { timeout: 600_000 }, async (t) => {
  const images = Array.from({ length: 300 }, (_, n) => `<img src="data:text/plain,body-${n}">`);
  const source = `<title>Forms</title>\n${images.join('')}<iframe src="data:text/html,=1"></iframe>`;
  const headers = { 'content-type': 'text/html', 'cache-control': 'max-age=600' };
  await using server = await serve({ routes: { '/': { headers, body: source } } });
  const extension = browser();
  await extension.grantHosts();
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const surface = await openSurfacePort(extension);
  await surface.when((rows) => rows.length === 301);
  let request = 0;
  await t.test('a surface that asks gets JSON', async () => {
    const [report] = JSON.parse(String(await surface.ask({ type: 'report', request: request++ })));
    assert.equal(report.dataUrls.length, 301);
  });

  const inspector = await inspectorOf(extension, tab);
  const textOf = async (format: ExportFormat) => String((await saved(inspector, format)).body);

  await t.test('JSON, with positions in the source that the cache has', async () => {
    const [{ dataUrls }]: [Report] = JSON.parse(await textOf('json'));
    assert.equal(dataUrls.length, 301);
    for (const head of ['data:text/plain,body-0', 'data:text/plain,body-299', 'data:text/html,=1']) {
      const [occurrence] = dataUrls.find((each) => each.head === head)?.occurrences ?? [];
      const column = source.indexOf(`"${head}"`) + 2 - (source.indexOf('\n') + 1);
      assert.deepEqual([occurrence?.inSource, occurrence?.line, occurrence?.column], [true, 2, column]);
    }
    assert.equal(server.requests.filter((each) => each === '/').length, 1);
  });

  await t.test('CSV', async () => {
    const lines = (await textOf('csv')).split('\r\n');
    assert.equal(lines.length, 303);
    assert.equal(lines[0], csvColumns.map((name) => `"${name}"`).join(','));
  });

  await t.test('SARIF, with the version and the help of the rules', async () => {
    const { runs } = JSON.parse(await textOf('sarif'));
    const { driver } = runs[0].tool;
    assert.match(driver.version, /^\d+\.\d+\.\d+$/);
    assert.ok(driver.rules.length > 2);
    assert.ok(runs[0].results.some(({ ruleId }: { ruleId: string }) => ruleId === 'disallowed-type'));
  });

  await t.test('ZIP, with every body once', async () => {
    const zip = await textOf('zip');
    const names = new Set(zip.match(/bodies\/\d{5}-[0-9a-f]{12}\.(?:txt|html)/g));
    assert.equal(names.size, 301);
    for (let n = 0; n < 300; n++) assert.ok(zip.includes(`body-${n}`));
  });
});

/** Opens the inspector tab of a page, and waits until its scan has ended. */
async function inspectorOf(extension: Extension, page: Page): Promise<Page> {
  const popup = await openPopup(extension, page);
  const opening = extension.context.waitForEvent('page', (opened) =>
    opened.url().startsWith(extension.origin),
  );
  await popup.click('[data-action="open-tab"]');
  const tab = await opening;
  await tab.locator('[data-surface="inspector"][data-state="done"]').waitFor();
  await tab.click('[data-view-link="list"]');
  return tab;
}

/** Returns the file that the menu saves, with all data: URLs or only the listed ones. */
async function saved(
  tab: Page,
  format: ExportFormat,
  scope?: 'listed' | 'all',
): Promise<{ name: string; body: Buffer }> {
  const downloading = tab.waitForEvent('download');
  await tab.click('[data-action="export"]');
  if (scope) await tab.click(`[data-action="export-${scope}"]`);
  await tab.click(`[data-action="export-${format}"]`);
  const download = await downloading;
  return { name: download.suggestedFilename(), body: await readFile(await download.path()) };
}

const day = '\\d{4}-\\d\\d-\\d\\d';
const endingOf = (format: ExportFormat) => (format === 'markdown' ? 'md' : format);

test('what is listed is what is saved', { timeout: 600_000 }, async (t) => {
  const routes = {
    '/': `<!doctype html><title>Parts</title><img src="${gif}"><img src="data:image/svg+xml,%3Csvg/%3E">
      <a href="data:text/plain,one">1</a><a href="data:text/plain,two">2</a><iframe src="data:text/html,3"></iframe>`,
  };
  await using server = await serve({ routes });
  const extension = browser();
  const page = await extension.newPage();
  await page.goto(server.url('/'));
  const tab = await inspectorOf(extension, page);
  const headsIn = (json: Buffer): string[] =>
    JSON.parse(String(json))[0].dataUrls.map(({ head }: { head: string }) => head);

  await t.test('without a search or a filter there is no choice', async () => {
    await tab.click('[data-action="export"]');
    assert.equal(await tab.locator('[role="menuitemradio"]').count(), 0);
    await tab.keyboard.press('Escape');
    const { name } = await saved(tab, 'csv');
    assert.match(name, new RegExp(`^data-urls-127\\.0\\.0\\.1-${day}\\.csv$`));
    await tab.locator('[data-status]', { hasText: `Download started: ${name}` }).waitFor();
  });

  await stepInFull(t)('the images alone', async () => {
    await tab.click('[data-action="export"]');
    const images = tab.locator('[data-action="export-images"]');
    assert.equal(await images.textContent(), '2 images as a ZIP archive (without duplicates)');
    const downloading = tab.waitForEvent('download');
    await images.click();
    const download = await downloading;
    assert.match(download.suggestedFilename(), /-2-of-5-.*\.zip$/);
    const files = await unzip(new Blob([new Uint8Array(await readFile(await download.path()))]));
    const names = [...files.keys()].filter((name) => !name.startsWith('index.'));
    assert.deepEqual(names.map((name) => /\.(\w+)$/.exec(name)?.[1]).sort(), ['gif', 'svg']);
  });

  await tab.getByRole('searchbox').fill('type:text/*');
  await tab.locator('.listed:not(:empty)').waitFor();

  await t.test('the choice says how many, and the listed ones come first', async () => {
    await tab.click('[data-action="export"]');
    const choices = tab.locator('[role="menuitemradio"]');
    assert.deepEqual(await choices.allTextContents(), ['Listed (3 data: URLs)', 'All (5 data: URLs)']);
    assert.equal(await choices.first().getAttribute('aria-checked'), 'true');
    const zip = tab.locator('[data-action="export-zip"]');
    assert.equal(await zip.textContent(), '3 decoded files as a ZIP archive (without duplicates)');
    // Choosing an option leaves the menu open.
    await choices.last().click();
    assert.equal(await choices.last().getAttribute('aria-checked'), 'true');
    assert.equal(await choices.first().getAttribute('aria-checked'), 'false');
    assert.equal(await zip.textContent(), '5 decoded files as a ZIP archive (without duplicates)');
    await tab.keyboard.press('Escape');
  });

  const texts = ['data:text/plain,one', 'data:text/plain,two', 'data:text/html,3'];
  // test/unit/report tests the contents of all forms.
  for (const format of some(exportFormats, 3)) {
    await t.test(`${format}: the listed ones, and its name says so`, async () => {
      const { name, body } = await saved(tab, format);
      assert.match(name, new RegExp(`^data-urls-127\\.0\\.0\\.1-3-of-5-${day}\\.${endingOf(format)}$`));
      const text = String(
        format === 'zip' ? (await unzip(new Blob([new Uint8Array(body)]))).get('index.json') : body,
      );
      // The forms for people name URLs differently, and SARIF contains only findings.
      const isOther = format === 'html' || format === 'markdown' || format === 'sarif';
      for (const each of texts) assert.ok(isOther || text.includes(each), `${each} in ${format}`);
      if (format === 'sarif') {
        const [run] = JSON.parse(text).runs;
        assert.equal(run.artifacts[0].properties.totals.dataUrls, 3);
        assert.match(run.tool.driver.version, /^\d+\.\d+\.\d+$/);
      }
      if (format === 'markdown') assert.match(text, /\*\*3 of the page's 5 data: URLs\*\*/);
      // The texts of the rules in SARIF contain example URLs.
      const own = format === 'sarif' ? JSON.stringify(JSON.parse(text).runs[0].results) : text;
      assert.ok(!own.includes('data:image/'), `a picture in ${format}`);
      if (format === 'zip') assert.equal(text.match(/"file": "bodies/g)?.length, 3);
      if (format === 'html') assert.match(text, /3 of 5 data: URLs.*type:text\/\*/s);
      if (format === 'html') assert.equal(text.match(/<tr id="url-/g)?.length, 3);
    });
  }

  await stepInFull(t)('JSON has the totals of the part, and those of the page beside', async () => {
    const [report] = JSON.parse(String((await saved(tab, 'json')).body));
    assert.equal(report.totals.dataUrls, 3);
    assert.deepEqual(report.part.query, 'type:text/*');
    assert.equal(report.part.page.dataUrls, 5);
    assert.deepEqual(report.part.filters, []);
  });

  await t.test('all of them on demand', async () => {
    const { name, body } = await saved(tab, 'json', 'all');
    assert.match(name, new RegExp(`^data-urls-127\\.0\\.0\\.1-${day}\\.json$`));
    assert.equal(headsIn(body).length, 5);
    assert.equal(JSON.parse(String(body))[0].part, undefined);
  });

  await t.test('a filter counts as a search does, both together, too', async () => {
    await tab.click('[data-filter="code"]');
    await tab.locator('.listed', { hasText: '1 of 5' }).waitFor();
    const { body } = await saved(tab, 'json');
    assert.deepEqual(headsIn(body), ['data:text/html,3']);
    assert.deepEqual(JSON.parse(String(body))[0].part.filters, ['code']);
  });

  await stepInFull(t)('where nothing is listed, all is saved', async () => {
    await tab.getByRole('searchbox').fill('nothing-is-like-that');
    await tab.locator('[data-no-match]').waitFor();
    await tab.click('[data-action="export"]');
    const choice = tab.locator('[data-action="export-listed"]');
    assert.equal(await choice.getAttribute('aria-disabled'), 'true');
    await tab.keyboard.press('Escape');
    assert.equal(headsIn((await saved(tab, 'json')).body).length, 5);
  });
});

/** Texts that try to harm a person who opens an export, for every place in which a page can put text. */
const steering = [
  "=cmd|' /C calc'!A0",
  '@SUM(1;=1+1)',
  '+1-1',
  '../../../etc/passwd',
  'C:\\CON',
  'CON',
  'aux.txt',
  '\u202egnp.exe',
  '\u2066x\u2069',
  '\u001b[2J\u0007\u0085',
  'a"b,c;=d',
  '[x](https://evil.example/)',
  'n'.repeat(5000),
];

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * A page that contains each text as a type, a parameter, a body, an id and a file name, and the same bytes under
 * several types.
 */
const hostilePage = `<!DOCTYPE html><meta charset="utf-8"><title>${escaped(steering.join(' '))}</title>${steering
  .map((text) => {
    const name = escaped(text);
    return `<img id="${name}" class="${name}" src="data:${name}/${name};name=${name},${name}">
      <a download="${name}" href="data:image/png;name=&quot;${name}&quot;,same">${name}</a>
      <p data-${'x'.repeat(10)}="data:text/${name},same"></p>`;
  })
  .join('')}`;

/** Returns the cells of each line (RFC 4180). */
function cellsOf(csv: string): string[][] {
  assert.ok(csv.endsWith('\r\n'));
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  const lines: string[][] = [];
  let line: string[] = [];
  while (field.lastIndex < csv.length) {
    const at = field.lastIndex;
    const [, quoted, plain = '', end] = field.exec(csv) ?? assert.fail(`no field: ${csv.slice(at, at + 80)}`);
    line.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    lines.push(line);
    line = [];
  }
  return lines;
}

/** Matches bidirectional and unprintable characters, which no export may contain. */
const unprintable = /[\0-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

function assertSafeCells(csv: string): void {
  const lines = cellsOf(csv);
  for (const line of lines) {
    assert.equal(line.length, lines[0]?.length);
    for (const cell of line) {
      assert.doesNotMatch(cell, unprintable);
      // Some spreadsheets also separate cells at semicolons.
      for (const part of cell.split(';')) {
        if (!/^-?\d+$/.test(part)) assert.doesNotMatch(part, /^\s*[=+\-@]/, cell);
      }
    }
  }
}

testInFull('what the buttons save of a hostile page is safe to open', { timeout: 600_000 }, async (t) => {
  await using server = await serve({ routes: { '/': hostilePage } });
  const extension = browser();
  const page = await extension.newPage();
  await page.goto(server.url('/'));
  const tab = await inspectorOf(extension, page);
  const bodyOf = async (format: ExportFormat): Promise<Buffer> => {
    const { name, body } = await saved(tab, format);
    assert.match(name, new RegExp(`^data-urls-127\\.0\\.0\\.1-${day}\\.${endingOf(format)}$`));
    return body;
  };

  await t.test('JSON: all of it, as it was written', async () => {
    const text = String(await bodyOf('json'));
    const [report] = JSON.parse(text);
    assert.ok(report.dataUrls.length > 2 * steering.length);
    const heads: string[] = report.dataUrls.map(({ head }: { head: string }) => head);
    for (const each of steering) {
      const head = `data:${each}/${each};name=${each},${each}`.slice(0, 100);
      assert.ok(heads.includes(head), head);
    }
    assert.doesNotMatch(text, /[\0-\x08\x0b-\x1f]/);
  });

  await t.test('CSV: no cell is a formula, or turns what stands around it', async () => {
    const csv = String(await bodyOf('csv'));
    assertSafeCells(csv);
    const [, ...lines] = cellsOf(csv);
    assert.ok(lines.length > 2 * steering.length, `${lines.length} lines`);
  });

  await t.test('SARIF: its structure holds, and no message has links or turns', async () => {
    const log = JSON.parse(String(await bodyOf('sarif')));
    checkSarif(log);
    const texts: string[] = log.runs[0].results.map(
      ({ message }: { message: { text: string } }) => message.text,
    );
    assert.ok(texts.length > steering.length);
    for (const text of texts) {
      assert.doesNotMatch(text, unprintable);
      assert.doesNotMatch(text, /(?<!\\)\[[^[\]]*\]\(/);
    }
  });

  await t.test('ZIP: the names are ours, and no two alike', async () => {
    const files = await unzip(new Blob([new Uint8Array(await bodyOf('zip'))]));
    const names = [...files.keys()];
    assert.equal(new Set(names.map((name) => name.toLowerCase())).size, names.length);
    const bodies = names.filter((name) => !/^index\.(?:json|csv)$/.test(name));
    assert.equal(names.length - bodies.length, 2);
    assert.ok(bodies.length > steering.length);
    for (const name of bodies) assert.match(name, /^bodies\/\d{5}-[0-9a-f]{12}\.[a-z0-9]{1,11}$/);
    assertSafeCells(String(files.get('index.csv')));
    const { dataUrls }: { dataUrls: { file: string | null }[] } = JSON.parse(String(files.get('index.json')));
    for (const { file } of dataUrls) assert.ok(file === null || files.has(file));
  });
});

test('a report that is opened from disk', { timeout: 300_000 }, async (t) => {
  const extension = browser();
  const page = await extension.newPage();
  await using server = await serve({ routes: { '/': picturePage } });
  await page.goto(server.url('/'));
  const popup = await openPopup(extension, page);
  const opening = extension.context.waitForEvent('page', (opened) =>
    opened.url().startsWith(extension.origin),
  );
  await popup.click('[data-action="open-tab"]');
  const tab = await opening;
  await tab.locator('[data-surface="inspector"][data-state="done"]').waitFor();
  await tab.click('[data-action="export"]');
  const [download] = await Promise.all([
    tab.waitForEvent('download'),
    tab.click('[data-action="export-html"]'),
  ]);
  assert.match(download.suggestedFilename(), /^data-urls-127\.0\.0\.1-\d{4}-\d\d-\d\d\.html$/);
  const html = await readFile(await download.path(), 'utf8');
  const url = await onDisk(t, html);

  const opened = await extension.newPage();
  const messages: string[] = [];
  const requests: string[] = [];
  opened.on('console', (message) => messages.push(message.text()));
  opened.on('pageerror', (error) => messages.push(String(error)));
  opened.on('request', (request) => requests.push(request.url()));
  await opened.goto(url);

  await t.test(
    'it shows pictures of ours, none of what the policy disallows, and nothing is loaded',
    async () => {
      const { colors, ...shown } = await opened.evaluate(shownIn);
      assert.deepEqual(shown, { scripts: 0, requests: [], direction: 'ltr', isStyled: true, boxes: 6 });
      assertPictures(colors);
      assert.deepEqual(
        requests.filter((each) => !each.startsWith('data:image/webp;base64,')),
        [url],
      );
    },
  );

  await t.test('it has each finding, and for each rule the fix', async () => {
    await tab.click('[data-view-link="findings"]');
    await tab.locator('[data-rule]').first().waitFor();
    const titles = (await tab.locator('[data-rule] h2').allTextContents()).map((title) => title.trim());
    const rules = await opened.locator('.changes > li').evaluateAll((all) =>
      all.map((rule) => ({
        title: rule.querySelector('h3')?.textContent ?? '',
        fix: rule.querySelector('.fix')?.textContent ?? '',
      })),
    );
    assert.ok(rules.length > 0 && rules.every(({ fix }) => fix.length > 10));
    assert.equal(rules.length, titles.length);
    for (const { title } of rules)
      assert.ok(
        titles.some((shown) => shown.includes(title)),
        title,
      );
    assert.equal(
      await opened.locator('.changes .cases > li').count(),
      await tab.locator('[data-rule] .case').count(),
    );
  });

  await t.test('it is silent', () => assert.deepEqual(messages, []));

  await t.test("none of the page's bytes are in it, and no text turns", () => {
    assert.ok(!html.includes(green.slice(-100)));
    assert.ok(!html.includes('%3Csvg xmlns'));
    assert.doesNotMatch(html, /\u202e|<script/);
    assert.match(html, /⟨U\+202E⟩&lt;script&gt;alert\(1\)/);
  });

  await t.test('its own policy stops scripts, requests, styles, frames and bases', async () => {
    const stopped = await opened.evaluate(stoppedIn);
    assert.deepEqual(stopped, ['base-uri', 'frame-src', 'img-src', 'script-src-elem', 'style-src-elem']);
    assert.notEqual(await opened.title(), 'ran');
  });

  await stepInFull(t)('it can be printed: nothing is wider than the paper', async () => {
    await opened.goto(url);
    await opened.emulateMedia({ media: 'print' });
    await opened.setViewportSize({ width: 700, height: 900 });
    assert.ok(await opened.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  });

  await stepInFull(t)('it is accessible, light and dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await opened.emulateMedia({ media: 'screen', colorScheme });
      assert.deepEqual(await violationsOf(opened), [], colorScheme);
    }
  });
});

test('the same bytes in another spelling: one file, and both name each other', async () => {
  const base64 = '/9j/4AAQSkZJRg==';
  const percent = Buffer.from(base64, 'base64').toString('hex').replace(/../g, '%$&');
  const routes = {
    '/': `<!doctype html><title>Spellings</title><img alt="First" src="data:image/jpeg;base64,${base64}">
      <img alt="Second" src="data:image/jpeg;a=b,${percent}"><img alt="Third" src="data:image/gif;base64,R0lGODlh">`,
  };
  await using server = await serve({ routes });
  const page = await browser().newPage();
  await page.goto(server.url('/'));
  const tab = await inspectorOf(browser(), page);
  await tab.click('[data-action="export"]');
  const zip = tab.locator('[data-action="export-zip"]');
  assert.match((await zip.textContent()) ?? '', /^2 images .*1 data: URL has the same bytes as another$/);
  await zip.click();
  await tab
    .locator('[data-status]', { hasText: /\.zip · 2 images .* · 1 data: URL has the same bytes as another/ })
    .waitFor();
  await tab.locator('[data-row]', { hasText: 'First' }).click();
  const same = tab.locator('[data-detail] [data-same-bytes]');
  assert.equal(await same.locator('h3').textContent(), 'Same bytes in 1 other data: URL');
  assert.match((await same.locator('li').textContent()) ?? '', /Second.*image\/jpeg;a=b · percent-encoding/);
  await same.locator('[data-action="open-url"]').click();
  await tab.locator('[data-detail] h2', { hasText: 'Second' }).waitFor();
  assert.match((await same.locator('li').textContent()) ?? '', /First.*image\/jpeg · base64/);
  await tab.close();
});
