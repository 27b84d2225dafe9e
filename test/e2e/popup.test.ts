/** Tests the main task in the popup, which is opened by the real toolbar action with a real activeTab grant. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Browser } from 'webextension-polyfill';
import { languagesIn, messagesFor } from '../../extension/build/locales.ts';
import { poll } from '../../src/cli/drivers/wait.ts';
import { root } from '../../src/cli/project.ts';
import { distinguishable, forcedColors, violationsIn } from '../support/accessible.ts';
import { type Extension, launch, launchForFile } from '../support/chromium.ts';
import { search } from '../support/occurrence-states.ts';
import { base64Url, pngImage } from '../support/pictures.ts';
import { fromMenu, openDetail, openPopup, rowsOf, stopOfList } from '../support/popup.ts';
import { some, stepInFull, testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';

/** Used in functions that run in the extension. */
declare const browser: Browser;

const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const svg = `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'%3E%3Crect width='9' height='9' fill='red'/%3E%3C/svg%3E`;
const html = 'data:text/html,%3Cscript%3Eparent.ran=1%3C/script%3E%3Ch1%3EHello%3C/h1%3E';

const page = `<!doctype html><title>Places</title>
<style>
  body { background: url("${gif}"); min-height: 4000px }
  @font-face { font-family: x; src: url(data:font/woff2;base64,d09GMgABAAAAAAAA) }
</style>
<link rel="stylesheet" href="/sheet.css">
<img id="picture" src="${gif}" style="position:absolute; top:3000px; width:50px; height:50px">
<img srcset="${svg.replaceAll(' ', '%20')} 1x, data:image/png;base64,AAAA 2x">
<p style="list-style: url('data:,inline')">text</p>
<iframe src="${html}"></iframe>
<iframe srcdoc='<img src="data:text/plain;charset=utf-8,in%20a%20frame">'></iframe>
<a href="data:image/png;base64,AA*A">broken</a>
<a href="data:text/plain,">empty</a>
<template><img src="data:,inert"></template>
<noscript><img src="data:,noscript&amp;more" onerror="alert(1)"></noscript>
<div id="host"></div>
<script>
  document.getElementById('host').attachShadow({ mode: 'closed' }).innerHTML = '<img src="data:,closed">';
</script>`;

/**
 * Returns the toolbar button's badge and title in the active tab, with colors as red, green, blue and alpha. The badge
 * appears a moment after the popup receives the scan's result. The browser removes the badge of the previous page.
 */
const badgeOf = (extension: Extension) =>
  poll('the badge', 60_000, () =>
    extension.worker.evaluate(async () => {
      const [active] = await browser.tabs.query({ active: true });
      const of = { tabId: active?.id ?? -1 };
      const title = await browser.action.getTitle(of);
      if (title === 'Data URL Inspector') return undefined;
      return {
        text: await browser.action.getBadgeText(of),
        title,
        background: await browser.action.getBadgeBackgroundColor(of),
        color: await browser.action.getBadgeTextColor(of),
      };
    }),
  );

/** For each language, the longest texts in places where no text may be truncated, by selector. */
const uncut = languagesIn(root).map((language) => {
  const messages = messagesFor(root, language);
  const all = Object.entries(messages);
  return {
    language,
    texts: {
      '.row-finding .clip': all.flatMap(([key, { message }]) => (/^rule_.*_title$/.test(key) ? message : [])),
      '.charset': [
        'US-ASCII → windows-1252',
        messages.charsetInherited?.message.replace('$CHARSET$', 'windows-1252') ?? '',
      ],
    },
  };
});

/** Runs in a popup: returns the texts that would be cut off in a row or overflow it. */
function cutTexts({ texts, dir }: { texts: Record<string, string[]>; dir: string }): string[] {
  document.documentElement.dir = dir;
  const cut = Object.entries(texts).flatMap(([selector, words]) => {
    const place = document.querySelector(`[data-row] ${selector}`)!;
    const shown = place.firstChild as Text;
    const { data } = shown;
    const wrong = words.filter((text) => {
      shown.data = text;
      const { left, right } = place.getBoundingClientRect();
      const row = place.closest('.row-main')!.getBoundingClientRect();
      return place.scrollWidth > place.clientWidth || left < row.left - 0.5 || right > row.right + 0.5;
    });
    shown.data = data;
    return wrong;
  });
  document.documentElement.dir = 'ltr';
  return cut;
}

const browserOfFile = launchForFile();

test('the popup', async (t) => {
  await using server = await serve({
    routes: {
      '/': page,
      '/sheet.css': {
        headers: { 'content-type': 'text/css', 'cache-control': 'max-age=600' },
        body: '.a { cursor: url(data:,sheet), auto }',
      },
      '/none': '<p>Nothing here',
      '/lined': {
        headers: { 'content-type': 'text/html', 'cache-control': 'max-age=600' },
        body: `<title>Lined</title>\n  <img src="${gif}">`,
      },
      '/long-name-of-a-page.html': {
        headers: { 'content-type': 'text/html', 'cache-control': 'max-age=600' },
        body: `<title>Lined</title>\n<script src="data:text/javascript,1"></script>`,
      },
      '/blocked': `<meta http-equiv="Content-Security-Policy" content="img-src 'self'"><img src="data:image/gif;base64,${'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'}">
        <style>b { background: url(data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E) }</style><b>Bold</b>`,
      '/sandbox': '<p>Nothing here<iframe sandbox srcdoc="<p>Nor here"></iframe>',
      '/calm': `<img src="${gif}">`,
      '/slow': `<img src="${gif}"><script>onpagehide = () => { for (const end = Date.now() + 1000; Date.now() < end; ); }</script>`,
      '/leaking': `<meta http-equiv="Content-Security-Policy" content="script-src data:"><img src="${gif}">`,
      '/broken': '<img src="data:image/png;base64,iVBORw0KGgo*">',
    },
  });
  server.routes.set('/part', `<p>Nothing here<iframe src="${server.otherOrigin}/calm"></iframe>`);
  const extension = browserOfFile();
  const tab = await extension.newPage();

  await tab.goto(server.url('/'));
  const opened = await openPopup(extension, tab);

  await t.test('lists every ordinary data: URL with type, size, charset, places and flags', async () => {
    const rows = await rowsOf(opened);
    const shown = rows
      .map(({ type, size, charset, places }) => [type, size, charset, places].join(', '))
      .sort();
    assert.match(shown.shift() ?? '', /^[A-Z].*\(\*\).*, not decodable, , ×1$/);
    assert.deepEqual(shown, [
      'font/woff2, 12 bytes, , ×1',
      'image/gif, 42 bytes, , ×2',
      'image/png, 3 bytes, , ×1',
      'image/svg+xml, 106 bytes, utf-8, ×1',
      'text/html, 43 bytes, windows-1252, ×1',
      'text/plain, 0 bytes, windows-1252, ×1',
      'text/plain, 10 bytes, utf-8, ×1',
      'text/plain, 13 bytes, US-ASCII → windows-1252, ×1',
      'text/plain, 5 bytes, US-ASCII → windows-1252, ×1',
      'text/plain, 5 bytes, US-ASCII → windows-1252, ×1',
      'text/plain, 6 bytes, US-ASCII → windows-1252, ×1',
      // One occurrence is in the shadow root, and one in the script that created it.
      'text/plain, 6 bytes, US-ASCII → windows-1252, ×2',
    ]);
    const flagged = rows
      .filter(({ finding }) => finding !== '')
      .map(({ type, finding }) => `${type}: ${finding}`);
    assert.equal(flagged.length, 4);
    // In the row, the reason takes the place of the type, and "Broken data: URL" appears only once.
    assert.match(flagged.join('\n'), /^(.*\(\*\).*): \1$/m);
    const broken = await opened.evaluate(() => document.querySelector('[data-head*="*"]')?.textContent);
    assert.equal(broken?.split('Broken data: URL').length, 2, broken);
    assert.match(flagged.join('\n'), /text\/html: /);
    // The badge counts each data: URL once, and the header by effect: what can run isn't allowed, either.
    assert.deepEqual(
      await opened.evaluate(() =>
        Array.from(document.querySelectorAll('.counter'), (each) => each.textContent?.trim()),
      ),
      ['6 not shown', '1 can run', '1 not allowed', '1 costly'],
    );
    assert.deepEqual(await badgeOf(extension), {
      text: '7',
      title: '7 not shown, able to run, deceptive, or not allowed. 13 data: URLs on this page',
      background: [0xb3, 0x26, 0x1e, 255],
      color: [255, 255, 255, 255],
    });
  });

  await t.test('ten rows are in view, and no language cuts a verdict or a charset', async () => {
    const stop = await opened.waitFor(stopOfList);
    const inView = await opened.evaluate(() => {
      const list = document.querySelector<HTMLElement>('[role="listbox"]')!;
      return Math.floor(list.clientHeight / document.querySelector<HTMLElement>('[data-row]')!.offsetHeight);
    });
    assert.ok(inView >= 10, `${inView} rows`);
    assert.ok(stop <= 4, `the list is stop ${stop} of the Tab key`);
    for (const { language, texts } of uncut) {
      const cut = await opened.evaluate(cutTexts, { texts, dir: language === 'ar' ? 'rtl' : 'ltr' });
      assert.deepEqual(cut, [], language);
    }
  });

  await t.test('previews what is allowed and renders nothing that is not', async () => {
    await opened.waitFor(() => document.querySelector('[data-broken]'));
    // Pictures that the page shows are listed below those that it does not show.
    await opened.evaluate(() =>
      document.querySelector('[data-head^="data:image/svg+xml"]')?.scrollIntoView(),
    );
    await opened.waitFor(() => document.querySelectorAll('.thumbnail canvas').length >= 2);
    const pictures = (await rowsOf(opened)).filter(({ isPictured }) => isPictured);
    assert.deepEqual(pictures.map(({ type }) => type).sort(), ['image/gif', 'image/svg+xml']);

    await openDetail(opened, 'text/html');
    const shown = await opened.waitFor(() => {
      const detail = document.querySelector('[data-detail]');
      const text = detail?.querySelector('.text-view .code')?.textContent;
      const elements = detail?.querySelectorAll('iframe, img, object, embed, script').length;
      return text ? { text, elements } : null;
    });
    assert.match(shown.text, /<script>parent\.ran=1<\/script><h1>Hello/);
    assert.equal(shown.elements, 0);
    await opened.click('[data-view="hex"]');
    await opened.waitFor(() =>
      /^0000 {2}3c 73 63 72 69 70 74/.test(document.querySelector('.hex-view .line')?.textContent ?? ''),
    );
  });

  // e2e/allow.test.ts tests wider exceptions, other sites, and which change is undone in which situation.
  await t.test('allows what a detail shows in its use on its site, and takes that back', async () => {
    const policy = () =>
      extension.worker.evaluate(async () => (await browser.storage.local.get('policy')).policy as object);
    const { host } = new URL(server.url('/'));
    await opened.click('[data-action="to-reason"]');
    const allow = '.disallowed [data-action="allow-site"]';
    assert.equal(
      await opened.waitFor((button) => document.querySelector(button)?.textContent, allow),
      `Allow text/html as iframe on ${host}`,
    );
    await opened.click(allow);
    await opened.waitFor(
      () => document.querySelector('[data-detail]') && !document.querySelector('.disallowed'),
    );
    assert.deepEqual(await policy(), {
      version: 1,
      sites: { [host]: { allow: [{ pattern: 'text/html', destinations: ['iframe'] }] } },
    });
    await opened.click('[data-action="undo"]');
    await opened.waitFor(() => document.querySelector('.disallowed'));
    assert.deepEqual(await policy(), { version: 1 });
  });

  await t.test('shows an element on the page, and those that a rule matches', async () => {
    await openDetail(opened, 'image/gif');
    const occurrences = await opened.waitFor(() => {
      const all = [...document.querySelectorAll('.occurrences li')].map((place) => place.textContent ?? '');
      return all.length > 0 ? all : null;
    });
    assert.match(occurrences.join('\n'), /<img> src.*attribute.*used as image.*#picture/);
    assert.match(occurrences.join('\n'), /<style> background.*style sheet/);
    const at = occurrences.findIndex((text) => text.includes('<img>'));
    await opened.click(`.occurrences li:nth-child(${at + 1}) [data-action="show"]`);
    await opened.waitFor(() =>
      document.querySelector('[data-status]')?.textContent?.includes('outlined on the page'),
    );
    const outlined = await tab.evaluate(() => {
      const image = document.querySelector('#picture') as Element;
      return { style: image.getAttribute('style'), animations: image.getAnimations().length };
    });
    assert.equal(outlined.animations, 1);
    assert.doesNotMatch(outlined.style ?? '', /outline/);
    await tab.waitForFunction(() => scrollY > 2000);
    const other = occurrences.findIndex((text) => text.includes('<style>'));
    await opened.click(`.occurrences li:nth-child(${other + 1}) [data-action="show"]`);
    await opened.waitFor(() =>
      document.querySelector('[data-status]')?.textContent?.includes('1 element outlined'),
    );
    const isOutlined = await tab.evaluate(() => document.body.getAnimations().length);
    assert.equal(isOutlined, 1);
  });

  await t.test('works by keyboard alone', async () => {
    await opened.click('[data-action="back"]');
    // The popup may not have the keyboard focus yet.
    await opened.waitFor(() => {
      document.querySelector<HTMLElement>('[role="listbox"]')?.focus();
      return document.hasFocus() && document.querySelector('[role="listbox"] [data-row]');
    });
    await opened.press('Home');
    await opened.waitFor(() => document.querySelector('[aria-selected="true"][aria-posinset="1"]'));
    await opened.press('ArrowDown');
    const chosen = await opened.waitFor(
      () => document.querySelector<HTMLElement>('[aria-selected="true"][aria-posinset="2"]')?.dataset.row,
    );
    await opened.press('Enter');
    await opened.waitFor((id) => document.querySelector(`[data-detail="${id}"]`), chosen);
    await opened.waitFor(() => document.activeElement?.id === 'detail-heading');
    await opened.press('Escape');
    await opened.waitFor(() => document.activeElement?.getAttribute('role') === 'listbox');
    await opened.press('End');
    await opened.waitFor(
      () => document.querySelector('[aria-selected="true"]')?.getAttribute('aria-posinset') === '13',
    );
    // A key event may arrive before the result of the previous one is drawn, or before its effects have run.
    for (const turns of [0, 1, 10]) {
      await opened.evaluate(async (turns) => {
        const list = document.querySelector('[role="listbox"]');
        for (const key of ['Home', 'ArrowDown']) {
          list?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
          for (let turn = 0; turn < turns; turn++) await Promise.resolve();
        }
        // After two animation frames, all effects have run.
        for (let frame = 0; frame < 2; frame++)
          await new Promise((resolve) => requestAnimationFrame(resolve));
        await new Promise((resolve) => setTimeout(resolve));
      }, turns);
      const at = await opened.evaluate(() =>
        document.querySelector('[aria-selected="true"]')?.getAttribute('aria-posinset'),
      );
      assert.equal(at, '2', `after ${turns} turns`);
      await opened.press('End');
      await opened.waitFor(() => document.querySelector('[aria-selected="true"][aria-posinset="13"]'));
    }
  });

  await t.test('reads again, and keeps no place twice', async () => {
    await opened.press('Home');
    await opened.waitFor(() => document.querySelector('[aria-selected="true"][aria-posinset="1"]'));
    const before = await rowsOf(opened);
    await tab.evaluate(() => {
      document.body.append(Object.assign(new Image(), { src: 'data:,later' }));
    });
    await opened.click('[data-action="rescan"]');
    await opened.waitFor(() => document.querySelector('.summary')?.textContent?.includes('14 data: URLs'));
    const after = await rowsOf(opened);
    const others = after.filter(({ id }) => before.some((row) => row.id === id));
    assert.deepEqual(
      others.map(({ id, places }) => id + places).sort(),
      before.map(({ id, places }) => id + places).sort(),
    );
  });

  await t.test('says of what can run when it does, and what', async () => {
    await opened.click('.counter[data-filter="can-run"]');
    await opened.waitFor(() => document.querySelector('[data-action="what-runs"]'));
    await opened.click('[data-action="what-runs"]');
    const said = await opened.waitFor(
      () => document.querySelector('[data-page] [data-run]:not([data-waiting])')?.textContent,
    );
    assert.match(
      said,
      /Now\. Data URL Inspector reports this but doesn’t block it: its default policy doesn’t allow text\/html in an iframe\..*Active content: script\./,
    );
    await opened.waitFor(() => document.activeElement?.id === 'page-runs');
    assert.equal(await opened.evaluate(() => document.activeElement?.textContent), 'Can run');
    await opened.press('Escape');
    await openDetail(opened, 'text/html');
    assert.match(
      await opened.waitFor(() => document.querySelector('[data-detail] [data-runs-when]')?.textContent),
      /^Can run: Now\. Data URL Inspector reports this but doesn’t block it: /,
    );
  });

  await opened.close();

  await t.test('says that there are none, and clears the badge', async () => {
    await tab.goto(server.url('/none'));
    const popup = await openPopup(extension, tab);
    assert.match(
      await popup.evaluate(() => document.body.textContent ?? ''),
      /No data: URLs on this page.*Scanned 1 document, including its attributes, style sheets.*already removed/,
    );
    await popup.waitFor(() => document.querySelector('[data-empty] [data-action="watch-site"]'));
    await popup.click('[data-action="page"]');
    await popup.waitFor(() => document.querySelector('[data-page] [data-action="ask-server"]'));
    const { text, title } = await badgeOf(extension);
    assert.deepEqual([text, title], ['', '0 data: URLs on this page']);
    await popup.close();
  });

  await t.test('a detail begins with the reason why it is not shown, and has the remedy', async () => {
    await tab.goto(server.url('/blocked'));
    const popup = await openPopup(extension, tab);
    await openDetail(popup, 'image/gif');
    const first = () => document.querySelector('[data-finding]')?.textContent;
    assert.match(await popup.waitFor(first), /blocks 1 of 2 data: URLs: .* use “img-src 'self' data:”/);
    await openDetail(popup, 'image/svg+xml');
    assert.match(await popup.waitFor(first), /Whitespace in an unquoted url\(\), line 1, column 46/);
    assert.equal(
      await popup.evaluate(() => document.querySelector('[data-action="quote"]')?.textContent),
      'Copy repaired CSS url("…")',
    );
    await popup.close();
  });

  await t.test('a row has the line in the source of the page', async () => {
    await tab.goto(server.url('/lined'));
    const popup = await openPopup(extension, tab);
    assert.equal(
      await popup.waitFor(
        () => /:.*/.exec(document.querySelector('[data-row] .place')?.textContent ?? '')?.[0],
      ),
      ':2:13 img src',
    );
    // The title names the page's source, because a script may have replaced the source's element with an equal one.
    const title = () => document.querySelector<HTMLElement>('[data-row] .place')?.title ?? '';
    assert.match(await popup.evaluate(title), /^In the page’s source: .*:2:13$/m);
    await popup.close();
    // The charset is long, so the name of the page yields, but neither the charset nor the line and column.
    await tab.goto(server.url('/long-name-of-a-page.html'));
    const narrow = await openPopup(extension, tab);
    const cut = await narrow.waitFor(() => {
      const area = document.querySelector<HTMLElement>('[data-row] .place-room');
      const line = area?.querySelector('.source-name + span');
      if (!area || !line) return null;
      const isOut = (dir: string) => {
        document.documentElement.dir = dir;
        const [inner, outer] = [line, area].map((each) => each.getBoundingClientRect());
        const whole = ['.type', '.charset'].map((each) => document.querySelector(`[data-row] ${each}`)!);
        return [
          inner!.left < outer!.left || inner!.right > outer!.right || inner!.bottom > outer!.bottom + 1,
          ...whole.map((each) => each.scrollWidth > each.clientWidth),
        ];
      };
      return { line: line.textContent, ltr: isOut('ltr'), rtl: isOut('rtl') };
    });
    assert.deepEqual(cut, { line: ':2:14', ltr: [false, false, false], rtl: [false, false, false] });
    await narrow.close();
  });

  await t.test('says of what was read that it holds none, where not all of it was', async () => {
    await tab.goto(server.url('/part'));
    const popup = await openPopup(extension, tab);
    const shown = await popup.evaluate(() => document.querySelector('[data-empty]')?.textContent ?? '');
    assert.match(shown, /No data: URLs in the scanned parts.*Scanned 1 document/);
    await popup.waitFor(() =>
      document
        .querySelector('[data-unreachable]')
        ?.textContent?.startsWith('Couldn’t scan 1 part of the page: from another origin'),
    );
    assert.doesNotMatch(shown, /on this page/);
    const { title } = await badgeOf(extension);
    assert.equal(title, '0 data: URLs on this page (partial scan)');
    await popup.close();
  });

  await stepInFull(t)('a search that is closed no longer filters, and All lists all', async () => {
    await tab.goto(server.url('/'));
    const popup = await openPopup(extension, tab);
    const all = (await rowsOf(popup)).length;
    const isListed = (count: number) =>
      popup.waitFor((wanted) => document.querySelector(`[aria-setsize="${wanted}"]`), count);
    for (const close of ['[data-action="search"]', '.chip[data-filter="all"]']) {
      await search(popup, 'type:font/woff2');
      await isListed(1);
      await popup.click(close);
      await isListed(all);
    }
    await popup.close();
  });

  await stepInFull(t)('waits for a sandboxed frame before it says that there are none', async () => {
    await tab.goto(server.url('/sandbox'));
    const popup = await openPopup(extension, tab);
    const shown = await popup.evaluate(() => document.querySelector('[data-empty]')?.textContent ?? '');
    assert.match(shown, /No data: URLs on this page/);
    await popup.close();
  });

  await stepInFull(t)('counts an error of the page as a whole in badge, summary and filters', async () => {
    await tab.goto(server.url('/leaking'));
    const popup = await openPopup(extension, tab);
    const { text, title, background } = await badgeOf(extension);
    assert.deepEqual(
      [text, title, background],
      [
        '1',
        '1 not shown, able to run, deceptive, or not allowed. 1 data: URL on this page',
        [0xb3, 0x26, 0x1e, 255],
      ],
    );
    const counts = await popup.evaluate(() =>
      Array.from(document.querySelectorAll('.counter'), (each) => each.textContent?.trim()),
    );
    assert.deepEqual(counts, ['1 can run']);
    await popup.click('[data-filter="can-run"]');
    await popup.waitFor(() => document.querySelector('.chip[data-filter="can-run"]'));
    // The finding concerns the page as a whole, so no data: URL is listed.
    assert.equal(await popup.evaluate(() => document.querySelectorAll('.page-item').length), 1);
    await popup.close();
  });

  await stepInFull(t)('that none can run is a filter, too', async () => {
    await tab.goto(server.url('/broken'));
    const popup = await openPopup(extension, tab);
    // Instead of the list, the popup says what the rules looked for.
    await popup.click('[data-filter="can-run"]');
    await popup.waitFor(() => document.querySelector('[data-no-match]'));
    const none = () => document.querySelector('[data-no-match] p')?.textContent;
    assert.match((await popup.evaluate(none)) ?? '', /^No active content found\. The rules look for /);
    const on = () => document.querySelector('.chip[data-filter="can-run"]')?.textContent;
    assert.equal(await popup.evaluate(on), 'Can run 0');
    await popup.click('[data-action="clear"]');
    await popup.waitFor(() => document.querySelector('[data-row]'));
    await popup.close();
  });

  await t.test('gives a clear answer where extensions may not run', async () => {
    for (const [url, failure] of some(
      [
        ['chrome://version/', 'browser-page'],
        ['data:text/html,<p>Hello', 'data-page'],
      ] as const,
      2,
    )) {
      await tab.goto(url);
      const popup = await openPopup(extension, tab);
      await popup.waitFor((why) => document.querySelector(`[data-failure="${why}"]`) !== null, failure);
      assert.deepEqual(await rowsOf(popup), [], url);
      assert.doesNotMatch(await popup.evaluate(() => document.body.textContent ?? ''), /\d/, 'no count');
      const [bench] = await Promise.all([
        extension.context.waitForEvent('page', (page) => page.url().endsWith('inspector.html#workbench')),
        popup.click('[data-action="to-workbench"]'),
      ]);
      await bench.close();
      await popup.close();
    }
  });

  // The failure of the previous document must not affect this one. e2e/failures.test.ts tests other surfaces, and a new
  // worker.
  await t.test(
    'counts in the badge of the next page, in another colour where nothing is flagged',
    async () => {
      await tab.goto(server.url('/calm'));
      const popup = await openPopup(extension, tab);
      assert.equal((await rowsOf(popup)).length, 1);
      assert.equal(await popup.evaluate(() => document.querySelector('[data-failure]')), null);
      assert.deepEqual(await badgeOf(extension), {
        text: '1',
        title: '1 data: URL on this page',
        background: [0x3d, 0x5a, 0x80, 255],
        color: [255, 255, 255, 255],
      });
      // The page's policy was not requested, but must not count as an unreachable part.
      assert.equal(await popup.evaluate(() => document.querySelector('.calm')?.textContent), 'No findings');
      await popup.close();
    },
  );

  await stepInFull(t)(
    'says that a page can’t be scanned where the one before it is left slowly',
    async () => {
      // The popup's port closes only after the next popup has opened.
      await tab.goto(server.url('/slow'));
      await (await openPopup(extension, tab)).close();
      await tab.goto('chrome://version/');
      const popup = await openPopup(extension, tab);
      await popup.waitFor(() => document.querySelector('[data-failure="browser-page"]'));
      await popup.close();
    },
  );
});

/** Runs in a surface with right-to-left text: returns the codes whose last character is displayed before the first. */
function turnedCodes(): string[] {
  const turned: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (!node.parentElement?.checkVisibility()) continue;
    // A full stop or a colon after a code belongs to the sentence.
    for (const { 0: code, index } of (node.textContent ?? '').matchAll(/[!-~]*[a-z][!-~]*(?<![.:,])/gi)) {
      const [first, last] = [index, index + code.length - 1].map((at) => {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range.getBoundingClientRect();
      }) as [DOMRect, DOMRect];
      if (first.top === last.top && first.left > last.left) turned.push(`${code} in ${node.textContent}`);
    }
  }
  const charset = document.querySelector('.charset');
  if (charset && getComputedStyle(charset).direction !== 'rtl') turned.push(charset.textContent ?? '');
  return turned;
}

testInFull('the popup opens without moving what it shows', async (t) => {
  const images = Array.from({ length: 30 }, (_, n) => {
    const picture = `<svg xmlns='http://www.w3.org/2000/svg' width='${n + 1}' height='9'/>`;
    return `<img src="data:image/svg+xml,${encodeURIComponent(picture)}">`;
  });
  await using server = await serve({
    routes: { '/': `${images.join('')}<img src="data:image/png;base64,AA*A"><iframe src="OTHER"></iframe>` },
  });
  server.routes.set('/', String(server.routes.get('/')).replace('OTHER', `${server.otherOrigin}/`));
  const extension = browserOfFile();
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const popup = await openPopup(extension, tab);
  await popup.waitFor(
    () => document.querySelector('[data-unreachable]') && document.querySelectorAll('[data-row]').length > 8,
  );
  const shifts = await popup.evaluate(async () => {
    const values: number[] = [];
    const collect = (entries: PerformanceEntry[]) =>
      values.push(...entries.map((entry) => (entry as PerformanceEntry & { value: number }).value));
    const observer = new PerformanceObserver((list) => void collect(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    // The layout shifts so far are reported in a separate task.
    for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    collect(observer.takeRecords());
    return values;
  });
  assert.ok(
    shifts.reduce((sum, value) => sum + value, 0) < 0.02,
    `Cumulative Layout Shift: ${shifts.join(' + ')}`,
  );

  await t.test('a part of the bar lists its kind, and again all', async () => {
    const listed = () => document.querySelectorAll('[data-row]').length;
    const all = await popup.evaluate(listed);
    await popup.click('.segment[data-kind="image"]');
    await popup.waitFor(() => document.querySelector('.segment[aria-pressed="true"]'));
    const kinds = await popup.evaluate(() => [
      ...new Set([...document.querySelectorAll('[data-row] .type')].map(({ textContent }) => textContent)),
    ]);
    assert.deepEqual(kinds, ['image/svg+xml']);
    await popup.click('.segment[aria-pressed="true"]');
    await popup.waitFor((wanted) => document.querySelectorAll('[data-row]').length === wanted, all);
  });

  await t.test('no tooltip of the bar covers a counter, and none is cut off', async () => {
    const faults = await popup.evaluate(() => {
      const style = new CSSStyleSheet();
      style.replaceSync('.segment > .tip { display: block !important }');
      document.adoptedStyleSheets.push(style);
      const counters = document.querySelector('.counters')!.getBoundingClientRect();
      const found = [...document.querySelectorAll('.segment > .tip')].flatMap((tip) => {
        const { top, bottom, left, right } = tip.getBoundingClientRect();
        const isCut = top < 0 || left < 0 || right > innerWidth;
        return bottom > counters.top || isCut ? [`${tip.textContent}: ${top} to ${bottom}`] : [];
      });
      document.adoptedStyleSheets.pop();
      return found;
    });
    assert.deepEqual(faults, []);
  });

  await t.test('forced colors tell edges and what is on apart', async () => {
    assert.deepEqual(await forcedColors(popup), distinguishable);
  });

  await t.test('the list, its menu and a detail are accessible in both themes and directions', async () => {
    assert.deepEqual(await violationsIn(popup), []);
    await popup.click('[data-action="more"]');
    assert.deepEqual(await violationsIn(popup), []);
    await popup.press('Escape');
    await openDetail(popup, 'data:image/png;base64,AA*A');
    await popup.waitFor(() => document.querySelector('.legend') && !document.querySelector('[data-waiting]'));
    assert.deepEqual(await violationsIn(popup), []);
  });

  await t.test('is 440 pixels wide, and follows where there is less', async () => {
    assert.equal(await popup.evaluate(() => innerWidth), 440);
    await popup.close();
    // The surface is as narrow as in Firefox's overflow menu, or as when zoomed in.
    const narrow = await extension.openPage('popup.html');
    await tab.bringToFront();
    await narrow.setViewportSize({ width: 320, height: 256 });
    await narrow.reload();
    await narrow.locator('[data-row]').first().waitFor();
    const fits = () => narrow.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    assert.ok(await fits());
    // Nothing is cut off in a small surface: the page scrolls instead.
    await narrow.locator('[data-row]', { hasText: 'Broken' }).click();
    await narrow.locator('.legend').waitFor();
    assert.ok(await fits());
    assert.equal(
      await narrow.locator('.detail-head').evaluate((head) => getComputedStyle(head).position),
      'static',
    );
    await narrow.close();
  });
});

testInFull('the chosen theme and the direction of texts are there before anything is painted', async (t) => {
  const extension = await launch(t, { colorScheme: 'light', language: 'ar' });
  const options = await extension.openPage('options.html');
  await options.check('input[value="dark"]');
  await options.waitForSelector('html[data-theme="dark"]');
  const page = await extension.newPage();
  await page.addInitScript(() => {
    // The parser adds the placeholders for rows before any module runs.
    new MutationObserver((_, observer) => {
      if (!document.querySelector('.skeleton-row')) return;
      observer.disconnect();
      const { dataset, dir } = document.documentElement;
      Object.assign(globalThis, { first: `${dataset.theme} ${dir}` });
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${extension.origin}/popup.html`);
  assert.equal(await page.evaluate(() => (globalThis as unknown as { first: string }).first), 'dark rtl');
  await page.close();

  await t.test('in Arabic, codes among the texts keep their order', async () => {
    await using server = await serve({
      routes: {
        '/': `<script src="data:text/javascript,1"></script><p><a href="data:image/png;base64,AA*A">x</a></p>`,
      },
    });
    const tab = await extension.newPage();
    await tab.goto(server.url('/'));
    const popup = await openPopup(extension, tab);
    assert.deepEqual(await popup.evaluate(turnedCodes), []);
    await openDetail(popup, 'base64,AA*A');
    await popup.waitFor(() => document.querySelector('.legend') && document.querySelector('.selector'));
    assert.deepEqual(await popup.evaluate(turnedCodes), []);
    await popup.close();
  });
});

testInFull('how old the Report is goes on being said, and a rescan makes it new', async () => {
  await using server = await serve({ routes: { '/': page, '/sheet.css': '' } });
  const extension = browserOfFile();
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const popup = await openPopup(extension, tab);
  const id = await popup.evaluate(async () => (await browser.tabs.query({ active: true }))[0]?.id);
  const inspector = await extension.newPage();
  await inspector.clock.install();
  await inspector.goto(`${extension.origin}/inspector.html?tab=${id}`);
  const age = inspector.locator('.tab-header time', { hasText: 'now' });
  await age.waitFor();
  const readAt = await age.getAttribute('datetime');
  assert.match(readAt ?? '', /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  assert.match((await age.getAttribute('title')) ?? '', /^Scanned at \w{3} \d+, \d{4}, \d+:\d\d:\d\d/);
  await inspector.clock.fastForward('02:10');
  await inspector.locator('.tab-header time', { hasText: /^2 minutes ago$/ }).waitFor();
  await inspector.clock.fastForward('03:00:00');
  await inspector.locator('.tab-header time', { hasText: /^3 hours ago$/ }).waitFor();
  await inspector.click('[data-action="rescan"]');
  await inspector.locator(`.tab-header time:not([datetime="${readAt}"])`).waitFor();
  await inspector.click('[data-action="watch"]');
  await inspector.locator('.tab-header time').waitFor({ state: 'detached' });
});

test('that none can run, or that there are no findings, is only said where it is certain', async () => {
  const page = (body: string) => `<!doctype html><html lang="en"><title>All clear</title>${body}`;
  const program = `data:application/pdf;base64,${Buffer.from(`MZ${'\0'.repeat(58)}\x40\0\0\0PE\0\0L\x01`, 'latin1').toString('base64')}`;
  const hello = 'data:text/html,Hello';
  const unstored = '<link rel="stylesheet" href="/unstored.css">';
  const pages: [body: string, said: string][] = [
    [`<img src="${hello}">`, 'none can run'],
    // A script may use what the page only quotes.
    [`<img src="${hello}"><p data-src="${hello}?">`, 'none found that can run'],
    [`<img src="${hello}"><script>const quoted = '${hello}?'</script>`, 'none found that can run'],
    // A program runs when the file is opened.
    [`<img src="${hello}"><a download="setup.exe" href="${program}">Setup</a>`, ''],
    // The rows of the popup have the first places only.
    [`${`<img src="${hello}">`.repeat(70)}<iframe src="${hello}"></iframe>`, ''],
    [`<img src="${gif}">`, 'No findings'],
    // A URL may have been dropped in the sheet.
    [`${unstored}<img src="${gif}">`, 'No findings in the scanned parts'],
  ];
  const routes = {
    ...Object.fromEntries(pages.map(([body], at) => [`/${at}`, page(body)])),
    '/unstored.css': { type: 'text/css', body: 'b{}', headers: { 'cache-control': 'no-store' } },
  };
  await using server = await serve({ routes });
  const extension = browserOfFile();
  const tab = await extension.newPage();
  for (const [at, [body, said]] of pages.entries()) {
    await tab.goto(server.url(`/${at}`));
    const popup = await openPopup(extension, tab);
    const clear = await popup.waitFor(() => {
      const counters = document.querySelector('.counters');
      return counters && [counters.querySelector('[data-filter="can-run"], .calm')?.textContent ?? ''];
    });
    assert.deepEqual(clear, [said], body.slice(-100));
    const titles = () => Array.from(document.querySelectorAll('.row-finding'), (each) => each.textContent);
    // The danger of the program explains why its type is disallowed.
    if (body.includes(program)) assert.ok((await popup.evaluate(titles)).includes('Disguised content'));
    await popup.close();
  }
});

test('dropped CSS keeps its place in view; what was not checked says what to do; a ZIP file says what it has', async () => {
  const dropped = svg.replaceAll('"', '');
  const drawn = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='24' height='24'/>";
  const sized = base64Url(
    'image/png',
    pngImage(24, 24, () => [0, 0, 0, 255]),
  );
  const routes = {
    '/': `<!doctype html><link rel="stylesheet" href="/unstored.css"><style>.tile{background:url(${dropped})}</style><img src="${gif}">
      <img alt="Part" style="width: 146px; height: 40px" src="${sized}">
      <img alt="Drawing" style="width: 146px; height: 40px" src="${drawn}">
      <script>const made = new CSSStyleSheet(); made.replaceSync('b{color:red}'); document.adoptedStyleSheets = [made]</script>`,
    '/unstored.css': { type: 'text/css', body: 'b{}', headers: { 'cache-control': 'no-store' } },
  };
  await using server = await serve({ routes });
  const extension = browserOfFile();
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const popup = await openPopup(extension, tab);
  const said = await popup.waitFor(() => {
    const row = [...document.querySelectorAll('[data-row]')].find((each) =>
      each.textContent?.includes('URL dropped by browsers'),
    );
    const place = row?.querySelector('.place');
    const unread = document.querySelector('[data-unread-sheets]');
    if (!row || !place || !unread) return undefined;
    return {
      marks: row.querySelectorAll('.mark').length,
      isCut: place.scrollWidth > place.clientWidth,
      unread: [...unread.querySelectorAll('p, li')].map((each) => each.textContent),
    };
  });
  assert.deepEqual([said.marks, said.isCut], [0, false]);
  // The size at which the page shows the picture leaves space for the place.
  const place = await popup.waitFor(() => {
    const row = [...document.querySelectorAll('[data-row]')].find(
      (each) => each.querySelector('.name')?.textContent === 'Part',
    );
    const [size, place] = ['[data-measured="true"]', '.place'].map((each) => row?.querySelector(each));
    if (!size || !place) return undefined;
    const isShown = place.getBoundingClientRect().top < size.getBoundingClientRect().bottom;
    return [size.textContent, place.textContent, isShown && place.scrollWidth <= place.clientWidth];
  });
  assert.deepEqual(place, ['24×24 → 146×40', 'img src', true]);
  // An SVG image has no pixels.
  const drawing = await popup.evaluate(
    () =>
      [...document.querySelectorAll('[data-row]')]
        .find((row) => row.querySelector('.name')?.textContent === 'Drawing')
        ?.querySelector('.dimensions')?.textContent,
  );
  assert.equal(drawing, '24×24');
  assert.deepEqual(said.unread, [
    'DevTools may have their text: open DevTools, then reload the page.',
    `Style sheet: ${server.url('/unstored.css')} only its parsed rules are accessible`,
    'Style sheet: created by scripts, or beyond the first 5,000',
  ]);
  await popup.click('[data-action="export"]');
  await popup.waitFor(() => document.querySelector('[data-action="export-zip"]'));
  await popup.click('[data-action="export-zip"]');
  await popup.waitFor(() =>
    document
      .querySelector('[data-status]')
      ?.textContent?.includes('.zip · 4 images as a ZIP archive (without duplicates)'),
  );
  await popup.close();
});

test('a state yields to the type and the charset, which lose not even a fraction of a pixel', async () => {
  const routes = {
    '/': '<!doctype html><script type="text/template" src="data:text/javascript,template()"></script>',
  };
  await using server = await serve({ routes });
  const extension = browserOfFile();
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const popup = await openPopup(extension, tab);
  const cut = await popup.waitFor(() => {
    const facts = document.querySelector('[data-row] .row-facts');
    if (!facts?.querySelector('.mark')) return undefined;
    return ['.type', '.charset', '.mark'].map((selector) => {
      const element = facts.querySelector(selector)!;
      const text = document.createRange();
      text.selectNodeContents(element);
      const { right } = element.getBoundingClientRect();
      return text.getBoundingClientRect().right > right - parseFloat(getComputedStyle(element).paddingRight);
    });
  });
  // Even a small fraction would replace letters by an ellipsis.
  assert.deepEqual(cut, [false, false, true]);
  await popup.close();
});

test('a finding about the CSP leads to its view; the headline has exact bytes; the keys name what they do', async () => {
  const routes = {
    '/': `<!doctype html><meta http-equiv="content-security-policy" content="img-src 'self'"><img alt="Logo" src="${gif}">`,
  };
  await using server = await serve({ routes });
  const extension = browserOfFile();
  const tab = await extension.newPage();
  await tab.goto(server.url('/'));
  const popup = await openPopup(extension, tab);
  assert.equal(
    await popup.waitFor(() => document.querySelector<HTMLElement>('.verdict > span')?.title),
    `${gif.length} bytes on the page`,
  );
  await fromMenu(popup, 'shortcuts');
  await popup.waitFor(() =>
    document.querySelector('dialog.shortcuts dl')?.textContent?.includes('Open the popup'),
  );
  await popup.click('dialog.shortcuts [data-action="close"]');
  await openDetail(popup, 'Logo');
  const [view] = await Promise.all([
    extension.context.waitForEvent('page', (page) => page.url().startsWith(extension.origin)),
    popup.click('[data-finding="csp-blocks"] [data-action="to-csp"]'),
  ]);
  await view.locator('[data-csp] [name=csp]').waitFor();
  // Directives after the one that decides are not named.
  const decided = view.locator('[data-decision="blocks"] .csp-decision');
  assert.equal(await decided.textContent(), "img-src 'self' ");
  await view.fill('[name=csp]', "default-src 'self'");
  await decided.filter({ hasText: "img-src → default-src 'self'" }).waitFor();
  await popup.close();
});
