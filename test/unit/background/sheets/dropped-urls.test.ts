/**
 * Tests which style sheets are named as sheets of which only the rules were read, and that they do not count as parts
 * that were not scanned.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FrameLink } from '../../../../extension/background/model/model.ts';
import { sheetsWithoutText } from '../../../../src/report/unreachable.ts';
import { installWorld } from '../../../support/worker-world.ts';

installWorld();
const { browser } = await import('../../../../extension/platform/browser.ts');
const { countsOf, overviewOf, reportOf } = await import('../../../../extension/background/model/overview.ts');
const { holdPolicies } = await import('../../../../extension/background/model/own-policies.ts');
const { createScan } = await import('../../../../extension/background/model/scan.ts');
const { createTab } = await import('../../../../extension/background/model/tab.ts');
const { readImageFiles } = await import('../../../../extension/background/sheets/cached-images.ts');
const { fileTexts } = await import('../../../../extension/background/sheets/file-texts.ts');
const { hasWantedTexts, noteSheetText, readSheetTexts, sheetLoaded } = await import(
  '../../../../extension/background/sheets/dropped-urls.ts'
);

const page = { url: 'https://example.com/', title: '' };
const frame = (frameId: number) => ({ frameId, url: page.url }) as FrameLink;
const scanOf = (tab = createTab(1)) => {
  const scan = createScan(tab, { page }, { kind: 'done', at: 0 });
  tab.scan = scan;
  return scan;
};
const named = (scan: ReturnType<typeof scanOf>) =>
  sheetsWithoutText(overviewOf(scan).unreachable).map(({ url }) => url);

test('each address is named once, and one entry stands for all sheets that scripts made', async () => {
  const scan = scanOf();
  const [first, second] = [frame(0), frame(1)];
  for (const holder of [first, second])
    for (const url of ['', '', 'https://example.com/a.css', 'data:text/css,a{}'])
      noteSheetText(scan, holder, url);
  assert.deepEqual(named(scan).sort(), ['', 'https://example.com/a.css']);
  assert.equal((await countsOf(scan)).isWhole, true);
});

test('beyond a limit, only that there are more', () => {
  const scan = scanOf();
  for (let n = 0; n < 6000; n++) noteSheetText(scan, frame(0), `https://example.com/${n}.css`);
  assert.equal(named(scan).length, 5001);
});

test('what a quote that nothing ends keeps from browsers is listed with the reason', async () => {
  const sheets: Record<string, string[]> = {
    'a{content:"x}b{background:url(data:image/gif;base64,AA)}': [
      'stylesheet unclosed-string data:image/gif;base64,AA',
    ],
    'a{content:"x}b{background:url(data:image/gif;base64,AA)}\nc{}': [
      'stylesheet line-break data:image/gif;base64,AA',
    ],
    'a{background:url("data:,x)}b{background:url(data:,y)}\nc{}': [
      'stylesheet unclosed-string data:,x',
      'stylesheet unclosed-string data:,y',
    ],
    '@property --x{initial-value:"data:,x\n}': ['text line-break data:,x'],
  };
  holdPolicies(null);
  const holder = { ...frame(0), isOpen: true } as FrameLink;
  for (const [css, expected] of Object.entries(sheets)) {
    const scan = scanOf();
    browser.runtime.sendMessage = async () => [new Blob([css])];
    noteSheetText(scan, holder, 'https://example.com/a.css');
    await readSheetTexts(scan);
    const { dataUrls } = reportOf(scan);
    const listed = dataUrls.flatMap(({ head, occurrences }) =>
      occurrences.map(({ place, dropped }) => `${place} ${dropped?.cause} ${head}`),
    );
    assert.deepEqual(listed.sort(), expected, css);
  }
});

test('while DevTools are open, the text is what they have, whenever it comes, and the cache is not read', async () => {
  const scan = scanOf();
  const urls = ['a', 'b'].map((name) => `https://example.com/${name}.css`);
  const [early = '', late = ''] = urls;
  const loaded = new Set([early]);
  const asked: unknown[] = [];
  browser.runtime.sendMessage = async (message: unknown) => {
    asked.push(message);
    return (message as { urls: string[] }).urls.map((url) =>
      loaded.has(url) ? new Blob(['a{top:0}']) : null,
    );
  };
  const holder = { ...frame(0), isOpen: true } as FrameLink;
  assert.equal(sheetLoaded(scan, early), false);
  for (const url of urls) noteSheetText(scan, holder, url);
  await readSheetTexts(scan);
  assert.deepEqual(asked, [{ type: 'sheet-texts', tabId: 1, urls }]);
  assert.deepEqual([hasWantedTexts(scan), named(scan)], [false, [late]]);
  loaded.add(late);
  assert.equal(sheetLoaded(scan, late), true);
  await readSheetTexts(scan);
  assert.deepEqual([hasWantedTexts(scan), named(scan)], [false, []]);
});

test('a stopped scan does not wait for the cache', async () => {
  const holder = { ...frame(0), isOpen: true } as FrameLink;
  const urls = Array.from({ length: 40 }, (_, n) => `https://example.com/${n}`);
  for (const read of [readSheetTexts, readImageFiles]) {
    const scan = scanOf();
    for (const url of urls) {
      noteSheetText(scan, holder, url);
      scan.files.push({ url, holder, element: '', selector: '' });
    }
    let calls = 0;
    browser.runtime.sendMessage = () => Promise.reject(new Error('no receiver'));
    // Reading the cache waits for files that are still loading, so this call never ends.
    browser.scripting.executeScript = () => {
      calls++;
      scan.stop();
      return new Promise(() => {});
    };
    await read(scan);
    assert.equal(calls, 1);
    assert.deepEqual(named(scan), urls);
  }
});

test('a cached sheet is decoded as browsers do: byte order mark, header, @charset, document', async () => {
  const css = 'a{x:url(data:,é)}';
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
  const utf8 = new TextEncoder();
  const files: [bytes: Uint8Array<ArrayBuffer>, charset: string | null, expected: string | null][] = [
    [utf8.encode(css), null, css],
    [utf8.encode(`@charset "utf-16";${css}`), null, `@charset "utf-16";${css}`],
    [utf8.encode(`@charset "unicode";${css} `), null, `@charset "unicode";${css} `],
    [utf8.encode(`@charset "windows-1252";${css}`), 'utf-8', `@charset "windows-1252";${css}`],
    [utf8.encode(`@charset "unknown";${css}`), 'utf-8', `@charset "unknown";${css}`],
    [utf8.encode(`\ufeff${css}`), 'windows-1252', css],
    [new Uint8Array(utf16(css)), 'windows-1252', css],
    [new Uint8Array(utf16(css).swap16()), 'utf-8', css],
    [new Uint8Array(Buffer.from(css, 'latin1')), 'windows-1252', css],
    [new Uint8Array(Buffer.from(css, 'latin1')), null, null],
    [utf8.encode(css), 'unknown', css],
    [utf8.encode(`@charset "unknown";${css}`), null, `@charset "unknown";${css}`],
    [
      new Uint8Array(Buffer.from(`@charset "latin1";${css}`, 'latin1')),
      'unknown',
      `@charset "latin1";${css}`,
    ],
    [utf8.encode(css), 'iso-2022-kr', null],
  ];
  const holder = { ...frame(0), isOpen: true, charset: 'UTF-8' } as FrameLink;
  browser.runtime.sendMessage = () => Promise.reject(new Error('no receiver'));
  browser.scripting.executeScript = async ({ func, args = [] }) => {
    const result = await (func as (...args: unknown[]) => unknown)(...args);
    return [{ frameId: 0, documentId: '', result }];
  };
  // Simulates the browser's cache.
  globalThis.fetch = async (n) => {
    const [bytes, charset] = files[Number(n)] ?? [];
    return new Response(bytes, {
      headers: { 'content-type': `text/css${charset ? `; charset=${charset}` : ''}` },
    });
  };
  const texts = await fileTexts(createTab(1), holder, [...files.keys()].map(String), 'css');
  assert.deepEqual(
    texts,
    files.map(([, , expected]) => expected),
  );
  // A page's process that an attacker controls may answer with anything.
  for (const [result, expected] of [
    [
      [{}, 'a{}', 1],
      [null, 'a{}', null],
    ],
    ['a{}', []],
  ]) {
    browser.scripting.executeScript = async () => [{ frameId: 0, documentId: '', result }];
    assert.deepEqual(await fileTexts(createTab(1), holder, ['1', '2', '3'], 'css'), expected);
  }
});
