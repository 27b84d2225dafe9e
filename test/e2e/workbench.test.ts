/**
 * Tests the workbench in real Chromium: input by paste, by file and by keyboard, and each tool with the results that
 * its document states.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright';
import type { Browser } from 'webextension-polyfill';
import { violationsOf } from '../support/accessible.ts';
import { launch, launchForFile } from '../support/chromium.ts';
import { openPopup } from '../support/popup.ts';
import { isFull, stepInFull, testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';

/** Used in functions that run in the extension. */
declare const browser: Browser;

const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const log = String.raw`GET "${gif}" 200
{"page": "data:text\/html,\u003cp>hello"}
Content-Type: message/external-body; access-type=URL;
 URL="data:text/plain;charset=utf-8,Hello%20
 world"

Content-Type: text/html

`;

const source = (page: Page) => page.locator('[data-field="source"]');
const item = (page: Page) => page.locator('[data-bench-item]');
const status = async (page: Page, text: string | RegExp): Promise<void> => {
  const line = page.locator('.bench .status');
  try {
    await line.filter({ hasText: text }).waitFor();
  } catch (cause) {
    throw new Error(`the status is ${JSON.stringify(await line.allTextContents())}, not ${text}`, { cause });
  }
};
const readings = (page: Page): Promise<Record<string, string[]>> =>
  page.locator('.readings tbody tr').evaluateAll((rows) =>
    Object.fromEntries(
      rows.map((row) => [
        row.querySelector('th')?.textContent ?? '',
        [
          ...[...row.querySelectorAll('td')].slice(0, 2).map((cell) => cell.textContent ?? ''),
          row.className,
          // The columns whose reading differs from the browsers'.
          [...row.querySelectorAll('td.other')]
            .map((cell) => (cell as HTMLTableCellElement).cellIndex)
            .join(),
        ],
      ]),
    ),
  );

const browserOfFile = launchForFile();

test('the workbench', async (t) => {
  const extension = browserOfFile();
  const page = await extension.openPage('inspector.html');
  await source(page).waitFor();

  await t.test('takes a URL apart while it is typed, and marks what is wrong where it is', async () => {
    await source(page).focus();
    await page.keyboard.type('data:image/png');
    await page.locator('.readings', { hasText: 'The comma before the data is missing.' }).waitFor();
    await page.keyboard.type(';base64,AA*A');
    // Each letter causes the parts to be parsed again. Until that has happened for the last letter, other positions are
    // marked.
    const whole = { hasText: 'data:image/png;base64,AA*A' };
    await page.locator('.anatomy:not([data-waiting]) .written', whole).waitFor();
    const marked = page.locator('.anatomy .marked', { hasText: /^\*$/ });
    assert.equal(await page.locator('.anatomy .marked').count(), 1);
    assert.equal(await page.locator('.anatomy .part-type').first().textContent(), 'image/png');
    assert.ok(await source(page).evaluate((field) => field === document.activeElement));
    // Pressing Enter on the mark leads to its finding.
    await marked.focus();
    await page.keyboard.press('Enter');
    assert.equal(
      await page.evaluate(() => document.activeElement?.getAttribute('data-finding')),
      'invalid-data-url',
    );
  });

  await t.test('offers a repair, and says where it cannot restore the file', async () => {
    const cut = 'cut off or damaged';
    const changed = page.locator('.actions', { hasText: 'Repaired: “data://image/gif” → “data:image/gif”' });
    for (const [text, isPart] of [
      [gif.slice(0, -8).replace('data:', 'data://'), true],
      [gif.replace('data:', 'data://'), false],
    ] as const) {
      await source(page).fill(text);
      await page.locator('.anatomy:not([data-waiting]) .written', { hasText: text }).waitFor();
      await page.locator('.actions:not([data-waiting]) [data-action="repair"]').waitFor();
      await changed.filter(isPart ? { hasText: cut } : { hasNotText: cut }).waitFor();
    }
  });

  await t.test('a finding quotes its part of the URL, and says where the quote is cut', async () => {
    const excerpt = page.locator('[data-finding] .position code');
    for (const [text, quoted] of [
      ['data:text/plain;foo;charset=us-ascii,a b c', ['data:text/plain;foo;charset=us-ascii,a b c']],
      ['data:text/plain;foo;charset=us-ascii,abcdefg', ['data:text/plain;foo;charset=us-ascii,abcdef…']],
      [
        `data:text/plain;charset=us-ascii,${'a'.repeat(60)}%2g${'b'.repeat(12)}`,
        [`…${'a'.repeat(24)}%2gbbbb…`],
      ],
      ['data:text/plain;charset=us-ascii,a%20b%20c%2', ['…arset=us-ascii,a%20b%20c%2']],
    ] as const) {
      await source(page).fill(text);
      await page.locator('.anatomy:not([data-waiting]) .written', { hasText: text }).waitFor();
      assert.deepEqual(await excerpt.allTextContents(), quoted);
    }
  });

  await t.test('another reading of a text can be undone', async () => {
    const pasted = 'GET https://h.example/p?key=data:text/plain,hello&x=1 200';
    await source(page).fill(pasted);
    await page.locator('[data-action="other-reading"]').first().click();
    await page.locator('.bench-side .notice', { hasText: 'Alternative interpretation: data:' }).waitFor();
    assert.match(await source(page).inputValue(), /^data:/);
    await page.locator('.bench-side [data-action="undo"]').click();
    assert.equal(await source(page).inputValue(), pasted);
    assert.equal(await page.locator('.bench-side .notice').count(), 0);
  });

  await stepInFull(t)('another reading is shown as it is, without a further search in it', async () => {
    await source(page).fill('bg=image%2Fsvg%2Bxml%2C%3Csvg%20width%3D%228…');
    await page.locator('.note', { hasText: '“data:” is missing' }).waitFor();
    await page.locator('.note', { hasText: 'cut off this data: URL' }).waitFor();
    const other = page.locator('.note', { hasText: 'with the truncation mark as data' });
    await other.locator('[data-action="other-reading"]').click();
    await page.locator('.anatomy:not([data-waiting]) .written', { hasText: '…' }).waitFor();
    assert.equal(await page.locator('[data-action="other-reading"]').count(), 0);
    assert.equal(await page.locator('.note', { hasText: 'cut off this data: URL' }).count(), 0);
    await source(page).fill(`data:${encodeURIComponent('image/svg+xml,<svg width="8"/>')}`);
    await page.click('[data-action="other-reading"]');
    await page
      .locator('.anatomy:not([data-waiting]) .written', { hasText: 'data:image/svg+xml,<svg' })
      .waitFor();
  });

  await t.test('says what browsers and the RFC make of it, and where they part', async () => {
    await source(page).fill('data:%74ext/html;base64,PGgx PkE8L2gxPg==#x');
    await page.locator('.readings', { hasText: '%74ext/html' }).waitFor();
    assert.deepEqual(
      Object.entries(await readings(page)).map(([name, [fetch, rfc, differs]]) => [
        name,
        ...(name === 'SHA-256' || name === 'Verdict' ? [] : [fetch, rfc]),
        differs,
      ]),
      [
        ['Verdict', 'differs'],
        ['Media type', '%74ext/html', 'text/html', 'differs'],
        ['Charset', 'none', 'US-ASCII', 'differs'],
        ['Encoding', 'base64', 'base64', ''],
        ['Size', '10 bytes', '10 bytes', ''],
        ['SHA-256', ''],
      ],
    );
    const verdict = (await readings(page)).Verdict?.[1] ?? '';
    assert.match(verdict, /^invalid.*“ ” isn’t allowed in a URL. At position 28/);
    assert.equal(await page.locator('.readings', { hasText: 'UTF-16 code units) from 0' }).count(), 1);
  });

  await t.test('above the fold, the verdicts, and the violated productions with their sections', async () => {
    await source(page).fill('data:text/html;charset;base64,PGgx PkE=');
    const faults = page.locator('.verdicts [data-production]');
    await faults.nth(1).waitFor();
    assert.deepEqual(await page.locator('.verdicts dd').allTextContents(), [
      'valid',
      'invalid',
      'not defined',
    ]);
    const [parameter, character] = await faults.allTextContents();
    assert.match(parameter!, /^parameter: “charset” isn’t a valid parameter .*At position 15 RFC 2397 §3$/);
    assert.match(character!, /^urlchar: “ ” isn’t allowed in a URL\. At position 34 RFC 2396 §2$/);
    assert.equal(
      await faults.nth(0).locator('a').getAttribute('href'),
      'https://www.rfc-editor.org/rfc/rfc2397#section-3',
    );
    const box = await faults.nth(1).boundingBox();
    const anatomy = await page.locator('.anatomy').boundingBox();
    assert.ok(box!.y + box!.height <= anatomy!.y && box!.y < 400, JSON.stringify({ box, anatomy }));
  });

  await t.test(
    'marks a reading of the draft that differs, but nothing that the draft leaves open',
    async () => {
      const marked = async (url: string) => {
        await source(page).fill(url);
        await page.locator('[data-bench-item] .anatomy:not([data-waiting])', { hasText: url }).waitFor();
        await page.locator('.readings').waitFor();
        return Object.entries(await readings(page)).flatMap(([name, [, , differs, cells]]) =>
          differs === '' ? [] : [[name, cells]],
        );
      };
      assert.deepEqual(await marked('data:text/plain;charset=utf-8;foo,x'), [
        ['Verdict', '2'],
        ['Media type', '3'],
      ]);
      assert.deepEqual(await marked('data:text/plain;charset=utf-8,x'), []);
      // Both reject it.
      assert.deepEqual(await marked('data:text/plain'), []);
    },
  );

  await t.test('writes it anew: repaired, shortest, for a mail', async () => {
    const form = (name: string) => page.locator(`[data-form="${name}"] pre`);
    await source(page).fill('data:text/html;base64,PGgx\u00a0PkE8L2gxPg');
    await form('repaired')
      .filter({ hasText: /^data:text\/html;base64,PGgxPkE8L2gxPg==$/ })
      .waitFor();
    await form('minimal').filter({ hasText: '%3Ch1%3EA%3C/h1%3E' }).waitFor();
    assert.equal(await form('minimal').textContent(), 'data:text/html,%3Ch1%3EA%3C/h1%3E');
    assert.match(
      (await page.locator('[data-form="repaired"] .writing-notes').textContent()) ?? '',
      /^Repaired: .*base64/,
    );
    await extension.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.click('[data-action="copy-form-repaired"]');
    await page
      .locator('[data-form="repaired"] [role=status]', { hasText: 'Copied' })
      .waitFor({ state: 'attached' });
    assert.equal(
      await page.evaluate(() => navigator.clipboard.readText()),
      'data:text/html;base64,PGgxPkE8L2gxPg==',
    );
    await source(page).fill(`data:text/plain,${'a'.repeat(60)}`);
    await form('external').filter({ hasText: 'aaaa' }).waitFor();
    const entity = (await form('external').textContent()) ?? '';
    assert.match(
      entity,
      /^Content-Type: message\/external-body; access-type=URL;\n URL="data:text\/\n plain,a{34}\n a+/,
    );
  });

  await stepInFull(t)('has examples to begin with', async () => {
    for (const [name, found] of [
      ['image', '1 data: URL'],
      ['broken', '1 data: URL'],
      ['parted', '1 data: URL'],
      ['source', '3 different'],
      ['mail', '1 data: URL'],
    ]) {
      await source(page).fill('');
      await page.click(`[data-action="example-${name}"]`);
      await status(page, found!);
      await page.waitForFunction(() => document.activeElement?.matches('[data-field="source"]'));
    }
  });

  await t.test('finds those in a text; links, back and forward go through them', async () => {
    await source(page).fill(log);
    await status(page, '3 different data: URLs');
    const types = () => page.locator('.bench-list .type').allTextContents();
    assert.deepEqual(await types(), ['image/gif', 'text/html', 'text/plain']);
    assert.equal(await item(page).getByRole('heading', { level: 2 }).textContent(), 'image/gif');
    await page.locator('.bench-list a').nth(1).click();
    await item(page).getByText('Found in escaped text (js)').waitFor();
    await page.waitForURL(/inspector\.html#workbench\/inspect\/[0-9a-f]{64}$/);
    await page.locator('.bench-list a').nth(2).click();
    await item(page).getByText('message/external-body', { exact: true }).waitFor();
    await item(page).locator('.external-body li').waitFor();
    await page.goBack();
    await item(page).getByText('Found in escaped text (js)').waitFor();
    await page.goForward();
    await item(page).locator('.external-body').waitFor();
  });

  await stepInFull(t)('is accessible', async () => assert.deepEqual(await violationsOf(page), []));

  await t.test('keeps nothing: not in the address, not in storage, not over a reload', async () => {
    const kept = await page.evaluate(async () =>
      JSON.stringify([
        await browser.storage.local.get(),
        await browser.storage.session.get(),
        Object.keys(localStorage),
        sessionStorage.length,
        (await indexedDB.databases()).length,
      ]),
    );
    assert.ok(!kept.includes('R0lGOD') && kept.endsWith(',["theme"],0,0]'), kept);
    await page.reload();
    await status(page, 'didn’t save');
    assert.equal(await source(page).inputValue(), '');
    assert.equal(await item(page).count(), 0);
  });

  await t.test('renders nothing that the user disallows, and hears of a change at once', async () => {
    await source(page).fill(gif);
    await page.locator('.picture img').waitFor();
    await page.evaluate(() =>
      browser.storage.local.set({ policy: { version: 1, disallow: [{ pattern: 'image/gif' }] } }),
    );
    await page.locator('.note.disallowed').waitFor();
    assert.equal(await page.locator('.picture img').count(), 0);
    await page.evaluate(() => browser.storage.local.remove('policy'));
    await page.locator('.picture img').waitFor();
    await source(page).fill('data:text/html,<script>document.title="run"</script>');
    await page.locator('.note.disallowed').waitFor();
    await page.selectOption('[data-field="destination"]', 'iframe');
    await page.locator('.findings .severity.error').waitFor();
    assert.equal(await page.title(), 'Data URL Inspector');
    assert.equal(await page.locator('iframe, .bench script').count(), 0);
  });

  await t.test('writes a file as a data: URL, or looks into it', async () => {
    await page.setInputFiles('.bench input[type="file"]', {
      name: 'dot.gif',
      mimeType: 'image/gif',
      buffer: Buffer.from(gif.slice(22), 'base64'),
    });
    await item(page).getByText('image/gif').first().waitFor();
    assert.equal((await page.locator('.anatomy .written').textContent())?.replace(/\s/g, ''), gif);
    await page.selectOption('[data-field="encoding"]', 'percent');
    await page.locator('.anatomy .written', { hasText: 'data:image/gif,GIF89a%01' }).waitFor();
    await page.fill('[data-field="type"]', 'image');
    await page.getByText('Missing or invalid media type').waitFor();
    await page.fill('[data-field="type"]', 'image/x-dot');
    await page.locator('.anatomy .written', { hasText: 'data:image/x-dot,GIF89a%01' }).waitFor();
    await page.click('[data-action="clear"]');
    await page.setInputFiles('.bench input[type="file"]', {
      name: 'access.log',
      mimeType: '',
      buffer: Buffer.from(log),
    });
    await status(page, '3 different data: URLs');
    await page.click('[data-action="clear"]');
    assert.ok(await source(page).evaluate((field) => field === document.activeElement));
  });

  await stepInFull(t)('takes what is dropped', async () => {
    const drop = (given: { file?: string; text?: string }) =>
      page.locator('.bench-input').evaluate((zone, { file, text }) => {
        const dataTransfer = new DataTransfer();
        if (file !== undefined) dataTransfer.items.add(new File([file], 'note.txt', { type: 'text/plain' }));
        if (text !== undefined) dataTransfer.setData('text/plain', text);
        zone.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      }, given);
    await drop({ text: 'see data:text/plain,dropped here' });
    await item(page).locator('.written', { hasText: 'dropped' }).waitFor();
    await drop({ file: 'grün' });
    await item(page).locator('.written', { hasText: 'data:;charset=utf-8,gr%C3%BCn' }).waitFor();
    await page.click('[data-action="clear"]');
  });

  await stepInFull(t)('holds megabytes without laying them out', async () => {
    const megabytes = isFull ? 50 : 2;
    const folder = await mkdtemp(path.join(tmpdir(), 'data-url-inspector-workbench-'));
    try {
      const file = path.join(folder, 'large.txt');
      await writeFile(
        file,
        `one "${gif}" and ${'x '.repeat(100)}data:image/png;base64,${'AAAA'.repeat(megabytes * 250_000)}`,
      );
      await page.setInputFiles('.bench input[type="file"]', file);
      await status(page, '2 different data: URLs');
      await page.locator('.bench-list a').nth(1).click();
      await page.locator('.anatomy', { hasText: 'characters omitted' }).waitFor();
      assert.match((await item(page).textContent()) ?? '', isFull ? /37\.5 MB/ : /1\.5 MB/);
      const laidOut = await page.evaluate(() => document.documentElement.textContent?.length ?? 0);
      assert.ok(laidOut < 50_000, `${laidOut} characters are laid out`);
    } finally {
      await rm(folder, { recursive: true });
    }
    await page.click('[data-action="clear"]');
    // Text that is pasted into the field but is too long for it must also be kept.
    await source(page).fill(`data:text/plain,${'b'.repeat(300_000)}`);
    await page.locator('[data-held="search"]').waitFor();
    await item(page).getByText('300 kB').first().waitFor();
    await page.click('[data-action="clear"]');
  });
});

testInFull('the popup leads to the workbench', async () => {
  await using server = await serve({ routes: { '/': '<title>Empty</title>' } });
  const extension = browserOfFile();
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const popup = await openPopup(extension, tab);
  const [bench] = await Promise.all([
    extension.context.waitForEvent('page', (each) => each.url().startsWith(extension.origin)),
    popup.click('[data-action="to-workbench"]'),
  ]);
  await source(bench).waitFor();
  await bench.waitForURL(/\/inspector\.html#workbench$/);
  await bench.close();
});

test('beside the views of a page: references, ladders and Reports', async (t) => {
  const sized = (size: number) => `data:image/x-test,${'a'.repeat(size)}`;
  const before = `<title>Page</title><img id="hero" src="${sized(100)}"><img src="${gif}"><img id="old" src="data:,old">`;
  const after = `<title>Page</title><img id="hero" src="${sized(150)}"><img src="${gif}"><iframe id="new" src="data:text/html,new"></iframe>`;
  await using server = await serve({ routes: { '/': before } });
  const extension = browserOfFile();
  await extension.grantHosts();
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const popup = await openPopup(extension, tab);
  const [page] = await Promise.all([
    extension.context.waitForEvent('page', (each) => each.url().startsWith(extension.origin)),
    popup.click('[data-action="open-tab"]'),
  ]);
  await page.waitForSelector('main[data-state="done"]');
  await page.click('[data-view-link="workbench"]');

  await t.test('each view keeps its state while the other is shown', async () => {
    await source(page).fill(gif);
    await item(page).waitFor();
    await page.click('[data-view-link="overview"]');
    await page.locator('[data-surface="inspector"]').waitFor();
    await page.waitForURL(/#overview$/);
    await page.goBack();
    await page.goBack();
    await page.locator('[data-surface="inspector"]').waitFor();
    assert.equal(await source(page).isVisible(), false);
    await page.click('[data-view-link="workbench"]');
    assert.equal(await source(page).inputValue(), gif);
  });

  // The steps below run each tool with the examples from its document.
  await stepInFull(t)(
    'a reference by both algorithms, with the steps and what makes the difference',
    async () => {
      await page.click('[data-tool-link="resolve"]');
      await page.fill('[data-field="base"]', 'http://a/b/c/d;p?q');
      await page.fill('[data-field="reference"]', '../../../g');
      const results = page.locator('.resolved tr');
      await results.nth(2).getByText('http://a/../g').waitFor();
      assert.deepEqual(await results.locator('code').allTextContents(), [
        'http://a/g',
        'http://a/g',
        'http://a/../g',
      ]);
      assert.equal(await results.nth(2).getAttribute('class'), 'differs');
      await page.getByText('Excess “..” segments').waitFor();
      assert.deepEqual(await page.locator('[data-steps="2004"] code').allTextContents(), [
        '/b/c/../../../g',
        '/g',
        'http://a/g',
      ]);
      assert.deepEqual(await page.locator('[data-steps="1997"] code').allTextContents(), [
        '/b/c/../../../g',
        '/../g',
        'http://a/../g',
      ]);
      assert.deepEqual(await violationsOf(page), []);
      await page.fill('[data-field="base"]', 'no/scheme');
      await page.locator('[data-unresolved]').waitFor();
    },
  );

  await stepInFull(t)('two URLs up to the rung on which they are equal', async () => {
    await page.click('[data-tool-link="compare"]');
    for (const [a, b, rung] of [
      ['http://a/%7eb', 'HTTP://A/%7Eb', 'case'],
      ['http://a/x/../~b', 'http://a/%7Eb', 'path'],
      ['data:;base64,QQ==', 'data:,A', 'scheme'],
      ['data:,A', 'data:,B', 'different'],
    ] as const) {
      await page.fill('[data-field="first"]', a);
      await page.fill('[data-field="second"]', b);
      await page.locator(`[data-equal="${rung}"]`).waitFor();
    }
    assert.deepEqual(await violationsOf(page), []);
  });

  await t.test('a Report that was saved and the page as it is now', async () => {
    await page.click('[data-view-link="overview"]');
    await page.click('[data-action="export"]');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.click('[data-action="export-json"]'),
    ]);
    server.routes.set('/', after);
    await tab.reload();
    await page.click('[data-view-link="workbench"]');
    await page.click('[data-tool-link="reports"]');
    await page.setInputFiles('[data-slot="before"] input', await download.path());
    await page.click('[data-action="page-after"]');
    await page.locator('[data-comparison]').waitFor();
    const list = async (name: string) =>
      (await page.locator(`[data-list="${name}"] li`).allTextContents()).map((text) => text.trim());
    assert.deepEqual(await list('changed'), [
      '#hero image/x-test 168 bytes  different body +50 bytes on the page',
    ]);
    assert.deepEqual(await list('came'), ['#new text/html +18 bytes']);
    assert.deepEqual(await list('went'), ['#old text/plain −9 bytes']);
    assert.ok((await list('new-findings')).some((text) => text.startsWith('Error')));
    await page.getByText('1 data: URL is unchanged.').waitFor();
  });

  await stepInFull(t)('Reports are accessible', async () => assert.deepEqual(await violationsOf(page), []));

  await t.test('what is no Report is called so', async () => {
    await page.setInputFiles('[data-slot="before"] input', {
      name: 'not.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{'),
    });
    await page.locator('[data-slot="before"]').getByText('This file isn’t JSON.').waitFor();
  });
});

testInFull('the address of the inspector tab names the item that is open', async () => {
  await using server = await serve({ routes: { '/': `<img src="${gif}"><img src="data:image/png,x">` } });
  const extension = browserOfFile();
  await extension.grantHosts();
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const popup = await openPopup(extension, tab);
  const [page] = await Promise.all([
    extension.context.waitForEvent('page', (each) => each.url().startsWith(extension.origin)),
    popup.click('[data-action="open-tab"]'),
  ]);
  await page.click('[data-view-link="list"]');
  const row = page.locator('[data-row]', { hasText: 'image/gif' });
  const id = (await row.getAttribute('data-row')) ?? '';
  await row.click();
  await page.waitForFunction((wanted) => location.hash === `#list/${wanted}`, id);
  await page.reload();
  await page.locator(`[data-detail="${id}"]`).waitFor();
  await page.click('[data-view-link="workbench"]');
  await page.goBack();
  await page.locator(`[data-detail="${id}"]`).waitFor();
});

test('an address that changes as soon as the tab is rendered is followed', async () => {
  const extension = browserOfFile();
  const page = await extension.newPage();
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('#root .view')) return;
      observer.disconnect();
      location.hash = '#uri=rfc3986-3';
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${extension.origin}/inspector.html`);
  await page.locator('main[data-tool="uri"]').waitFor();
  await page.close();
});

test('the documents on the workbench', async (t) => {
  const extension = browserOfFile();
  const page = await extension.openPage('inspector.html');
  const to = (hash: string) =>
    page.evaluate((target) => {
      location.hash = target;
    }, hash);

  await t.test(
    'the parts of a reference, with the rule that each matches and the character that breaks one',
    async () => {
      await to('#uri=rfc3986-3');
      const rows = () =>
        page
          .locator('.uri-parts tbody tr')
          .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
      await page.locator('[data-part="fragment"]').waitFor();
      assert.deepEqual(await rows(), [
        ['Scheme', 'foo', 'scheme'],
        ['Host', 'example.com', 'reg-name'],
        ['Port', '8042', 'port'],
        ['Path', '/over/there', 'path-abempty'],
        ['Query', 'name=ferret', 'query'],
        ['Fragment', 'nose', 'fragment'],
      ]);
      assert.equal(
        await page.locator('.coloured-uri').textContent(),
        'foo://example.com:8042/over/there?name=ferret#nose',
      );
      await page.fill('[data-field="uri"]', 'http://a_b:25/%00|');
      await page.locator('[data-part="path"] .problem', { hasText: '“|”' }).waitFor();
      assert.equal(await page.locator('.coloured-uri mark').textContent(), '|');
      await page.focus('.bench:visible .parse-trees summary');
      await page.keyboard.press('Enter');
      await page.locator('.parse-tree:visible').waitFor();
      assert.deepEqual(await page.locator('.parse-trees:visible [data-violates]').allTextContents(), [
        'pchar Unexpected “|” at position 17.',
      ]);
      await page
        .locator('[data-grammar="rfc3986"] [data-production="port"]', { hasText: '25 11–13' })
        .waitFor();
      assert.deepEqual(
        await page
          .locator('[data-risk]')
          .evaluateAll((all) => all.map((each) => each.getAttribute('data-risk'))),
        ['uri-port-of-another', 'uri-encoded-nul'],
      );
      await page.locator('[data-form="absolute_uri"]', { hasText: '4.3' }).waitFor();
    },
  );

  await stepInFull(t)('a password is nowhere in them, and each edition has its own rules', async () => {
    await page.fill('[data-field="uri"]', 'http://user:secret@h/');
    await page.locator('.uri-parts code', { hasText: 'user:•••' }).waitFor();
    await page.locator('.parse-tree:visible', { hasText: 'user:••••••' }).waitFor();
    assert.doesNotMatch((await page.locator('.bench:visible').textContent()) ?? '', /secret/);
    await page.fill('[data-field="uri"]', 'http://a_b:25/%00|');
    await page.selectOption('[data-field="edition"]', '1997');
    await page.locator('[data-part="host"] .problem', { hasText: 'toplabel' }).waitFor();
    assert.deepEqual(await violationsOf(page), []);
  });

  await stepInFull(t)(
    'all URIs of a text (Appendix C), a suffix reference, a user name that looks like a host',
    async () => {
      await to('#uri=rfc3986-C');
      await page.locator('[data-reference="2"]').waitFor();
      assert.deepEqual(await page.locator('[data-reference]').allTextContents(), [
        'http://www.w3.org/Addressing/',
        'ftp://foo.example.com/rfc/',
        'http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING',
      ]);
      await to('#uri=rfc3986-4.5');
      await page.click('[data-action="with-scheme"]');
      assert.equal(await page.inputValue('[data-field="uri"]'), 'https://www.w3.org/Addressing/');
      await page.fill('[data-field="uri"]', 'See www.example.com/a, index.html and <http://h/>.');
      assert.deepEqual(await page.locator('[data-reference]').allTextContents(), [
        'www.example.com/a Suffix reference',
        'http://h/',
      ]);
      await page.locator('[data-suffix]', { hasText: 'https://www.example.com/a' }).waitFor();
      await to('#uri=rfc3986-7.6');
      await page
        .locator('[data-risk="uri-userinfo-looks-like-host"]', { hasText: 'cnn.example.com' })
        .waitFor();
    },
  );

  const body = page.locator('[data-surface="workbench"] .external-body:visible');
  await t.test('mail: the RFC’s example, and a refusal with its reason', async () => {
    await to('#mail=rfc2017-3.1');
    await body.getByText('18/20/21/file.html').waitFor();
    await body.getByText('THIS IS NOT REALLY THE BODY!').waitFor();
    // The external data must not have been fetched.
    await body.getByText('The extension doesn’t fetch or check the data.').waitFor();
    await page.fill(
      '[data-field="mail"]',
      'Content-Type: message/external-body; access-type=URL; URL="mailto:a@b"\n\n',
    );
    await page.locator('[data-refused="external-body-retrieves-nothing"]:visible').waitFor();
  });

  await stepInFull(t)('mail: an entity that is written and read', async () => {
    await page.fill(
      '[data-field="mail"]',
      'Content-Type: message/external-body; access-type=URL; URL="data:;base64,*"; size=many\n\n',
    );
    assert.deepEqual(await body.locator('[data-problem]').allTextContents(), [
      'The size “many” isn’t a number of bytes.',
      'Can’t decode the data: URL. U+002A (*) isn’t in the base64 alphabet.',
    ]);
    await page.fill('[data-field="mail-url"]', 'data:text/plain,Hello');
    await page.locator('[data-written-mail]', { hasText: 'Content-MD5: ixqZU8RhEpaoJ6v4xHgE1w==' }).waitFor();
    await page.fill('[data-field="mail-expires"]', '2001-02-03');
    await page.click('[data-action="read-written"]');
    await body.getByText('Sat, 03 Feb 2001 00:00:00 GMT (expired)').waitFor();
    await body.getByText('The header follows RFC 2017 and matches the data.').waitFor();
    await page.fill('[data-field="mail-url"]', `data:text/plain;foo="a,b",${'x'.repeat(40)}`);
    await page.selectOption('[data-field="mail-url-form"]', 'continuations');
    await page.locator('[data-written-mail]', { hasText: 'URL*1="xxx' }).waitFor();
    await page.locator('[data-reading="browsers"]').waitFor();
    await page.fill('[data-field="mail-url"]', '../x');
    await page.getByText('This URL has no scheme').waitFor();
    assert.deepEqual(await violationsOf(page), []);
    await page.waitForURL(/#mail=rfc2017-3\.1$/);
    assert.deepEqual(await page.locator('.bench:visible [data-section]').allTextContents(), [
      'RFC 2017 §2',
      'RFC 2017 §3',
      'RFC 2017 §3.1',
      'RFC 2017 §4',
      'RFC 1521 §7.3.3',
      'RFC 2045 §5.1',
      'RFC 1864 §2',
    ]);
  });

  const row = (reference: string) =>
    page.locator(`[data-table-row="${reference}"] td code`).allTextContents();
  await t.test('resolution: the tables of the documents', async () => {
    await to('#resolve=rfc3986-5.4.2');
    await page.locator('.resolved code', { hasText: 'http://a/../g' }).waitFor();
    assert.equal(await page.inputValue('[data-field="table"]'), '1');
    await page.selectOption('[data-field="table"]', '3');
    await page.locator('[data-table-row="http:"]').waitFor();
    assert.deepEqual(await row('/../g'), ['http://a/g', 'http://a/../g']);
    assert.equal(await page.locator('[data-table-row]').count(), 22);
  });

  await stepInFull(t)('resolution: under any base, and a base that a document has', async () => {
    const base = await page.inputValue('[data-field="base"]');
    await page.fill('[data-field="base"]', '');
    await page.locator('[data-table-row=""]').getByText('same document').waitFor();
    await page.fill('[data-field="base"]', base);
    assert.equal(await page.isVisible('[data-field="base-document"]'), false);
    await page.click('.base-sources summary');
    await page.fill('[data-field="base-document"]', '<base href="../up/">');
    await page.fill('[data-field="base-retrieval"]', 'https://h.example/a/b/c');
    await page.locator('[data-layer="element"][data-state="base"]').waitFor();
    await page.click('[data-action="use-base"]');
    await page.locator('[data-table-row="g."]').getByText('https://h.example/a/up/g.').first().waitFor();
    await page.fill('[data-field="reference"]', '#x');
    await page.locator('[data-same-document]').waitFor();
    assert.deepEqual(await violationsOf(page), []);
  });

  const cells = (name: string) =>
    page.locator('.readings tbody tr', { hasText: name }).first().locator('td').allTextContents();
  await t.test('data: URLs by Fetch, RFC 2397, the draft of 2013 and this browser', async () => {
    await to('#inspect');
    await page.fill('[data-field="source"]', 'data:text/plain;foo="bar,baz";charset=utf8,body');
    await page.locator('[data-question="comma-in-quotes"]').waitFor();
    const [fetched, , draft] = await cells('Media type');
    assert.deepEqual([fetched, draft], ['text/plain;foo=bar', 'text/plain;foo="bar']);
    await page.fill('[data-field="source"]', 'data:;BASE64,QUI-');
    await page.locator('[data-question="url-alphabet"]').waitFor();
    assert.equal((await cells('Verdict'))[2], 'not defined');
    assert.match(
      (await page.locator('.bench:visible [data-section="2013 draft §2"]').getAttribute('href')) ?? '',
      /^https:\/\/github\.com\/SimonSapin\/data-urls\/blob\/[0-9a-f]{40}\//,
    );
    await page.fill('[data-field="source"]', 'data:text/html;charset=utf-8,%C3%A9');
    await page.locator('.readings td', { hasText: 'text/html;charset=utf-8' }).first().waitFor();
    await page.locator('.draft-questions').waitFor({ state: 'detached' });
    await page.click('[data-action="try"]');
    await page.locator('.readings th', { hasText: 'This browser (test)' }).waitFor();
    const [digest, , byDraft, tried] = await cells('SHA-256');
    assert.match(digest ?? '', /^[0-9a-f]{64}$/);
    assert.deepEqual([byDraft, tried], [digest, digest]);
    assert.equal(await page.locator('[data-tried-differs]').count(), 0);
  });

  await stepInFull(t)('data: URLs by each grammar, and one that this browser rejects', async () => {
    await page.click('.readings .parse-trees summary');
    await page
      .locator('.readings [data-grammar="rfc2397"] [data-production="value"]', { hasText: 'utf-8' })
      .waitFor();
    for (const [grammar, production] of [
      ['rfc3986', 'path-rootless'],
      ['draft1997', 'path_segments'],
      ['draft2013', 'mime_type'],
    ]) {
      await page.selectOption('[data-field="grammar"]', grammar!);
      await page.locator(`.readings [data-grammar="${grammar}"] [data-production="${production}"]`).waitFor();
    }
    assert.deepEqual(await violationsOf(page), []);
    await page.fill('[data-field="source"]', 'data:text/html;base64,-');
    await page.click('[data-action="try"]');
    await page.locator('.readings th', { hasText: 'This browser (test)' }).waitFor();
    const [rejected, , , triedToo] = await cells('Verdict');
    assert.equal(triedToo, rejected);
    // Chromium logs rejected URLs to the console.
    const logged = extension.errors.splice(0);
    assert.ok(
      logged.every((error) => /ERR_INVALID_URL/.test(error)),
      logged.join(),
    );
    assert.deepEqual(await violationsOf(page), []);
  });

  await t.test('comparison: against a base, without fragments, with what each level changed', async () => {
    await to('#compare');
    await page.fill('[data-field="first"]', '../%7eg#x');
    await page.fill('[data-field="second"]', 'HTTP://a/~g');
    await page.fill('[data-field="compare-base"]', 'http://a/b/');
    await page.locator('[data-equal="different"]').waitFor();
    await page.check('[data-field="ignore-fragment"]');
    await page.locator('[data-equal="percent"]').waitFor();
    assert.deepEqual(await page.locator('[data-changed]').allTextContents(), [
      'Changed parts: Scheme, Path',
      'Changed parts: Path',
    ]);
  });

  await stepInFull(t)('comparison is accessible', async () => assert.deepEqual(await violationsOf(page), []));

  await stepInFull(t)(
    '5 MB in any field: its beginning is taken, and the place of the cut is said',
    async () => {
      const paste = (field: string, piece: string) =>
        page.locator(`[data-field="${field}"]`).evaluate((element, each) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/plain', each.repeat(Math.ceil(5_000_000 / each.length)));
          element.dispatchEvent(
            new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
          );
        }, piece);
      const fields: [tool: string, field: string, piece: string, then: string][] = [
        ['uri', 'uri', 'http://h/\0\ud800 ', '[data-reference]'],
        ['resolve', 'base', 'http://h/../', '[data-steps="2004"] li'],
        ['compare', 'first', '%2525', '#compare-heading'],
        [
          'mail',
          'mail',
          'Content-Type: message/external-body; access-type=URL; URL="data:,x"\n\n',
          '[data-first]',
        ],
      ];
      for (const [tool, field, piece, then] of fields) {
        await to(`#${tool}`);
        await page.locator(`[data-field="${field}"]`).waitFor();
        await paste(field, piece);
        await page.locator(`[data-cut="${field}"]`, { hasText: '200,000' }).waitFor();
        await page.locator(then).first().waitFor();
        const { length } = await page.inputValue(`[data-field="${field}"]`);
        assert.ok(length >= 199_999 && length <= 200_000, `${field}: ${length}`);
        await page.fill(`[data-field="${field}"]`, '');
        await page.locator(`[data-cut="${field}"]`).waitFor({ state: 'detached' });
      }
      await to('#inspect');
      await paste('source', '\0\ud800 data:,x ');
      await page.locator('[data-held="search"]').waitFor();
      await page.locator('.status', { hasText: 'Showing only the first' }).waitFor();
      await page.click('[data-action="clear"]');
    },
  );
});

testInFull(
  'the documents in a language from right to left: URIs and headers stand from left to right',
  async (t) => {
    const extension = await launch(t, { language: 'ar' });
    const page = await extension.openPage('inspector.html#uri=rfc3986-3');
    assert.equal(await page.locator('html').getAttribute('dir'), 'rtl');
    const to = (hash: string) =>
      page.evaluate((target) => {
        location.hash = target;
      }, hash);
    const directions = async (selector: string) => {
      const all = page.locator('.bench:visible').locator(selector);
      await all.first().waitFor();
      const found = await all.evaluateAll((each) => each.map((one) => getComputedStyle(one).direction));
      return [...new Set(found)];
    };
    assert.deepEqual(await directions('code, textarea'), ['ltr']);
    await page.fill('[data-field="uri"]', 'http://h/%00');
    await page.locator('[data-risk]', { hasText: '\u2066%00\u2069' }).waitFor();
    await to('#resolve=rfc3986-5.4.1');
    assert.deepEqual(await directions('code, textarea'), ['ltr']);
    await to('#mail=rfc2017-3.1');
    await page.locator('.external-body:visible').waitFor();
    assert.deepEqual(await directions('textarea, input[data-field="mail-type"], .external-body dd bdi'), [
      'ltr',
    ]);
    await page.fill(
      '[data-field="mail"]',
      'Content-Type: message/external-body; access-type=URL; URL="mailto:a@b"\n\n',
    );
    await page
      .locator('[data-refused="external-body-retrieves-nothing"]:visible', { hasText: 'لا تجلب' })
      .waitFor();
    await page.fill(
      '[data-field="mail"]',
      'Content-Type: message/external-body; access-type=URL; URL="data:,x"; size=many\n\n',
    );
    await page
      .locator('[data-problem="external-body-size-malformed"]:visible', { hasText: 'ليس عدد بايتات' })
      .waitFor();
    assert.deepEqual(await violationsOf(page), []);
  },
);
