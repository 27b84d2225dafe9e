/** Tests the panel in Firefox's own DevTools. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DocumentGoneError } from '../../src/cli/drivers/marionette.ts';
import { poll } from '../../src/cli/drivers/wait.ts';
import { expectedInChromium, requestsPage, requestsScript } from '../support/requests-page.ts';
import { serve } from '../support/serve.ts';
import { launch } from './firefox.ts';

interface Har {
  entries: { request: { url: string } }[];
}
declare const chrome: { devtools: { network: { getHAR(callback: (har: Har) => void): void } } };

test('the panel in Firefox', async (t) => {
  await using server = await serve({ routes: { '/': requestsPage, '/requests.js': requestsScript } });
  const firefox = await launch(t);
  await firefox.navigate(server.url('/'));
  const panel = await firefox.openDevToolsPanel();
  /**
   * Waits until the panel lists the matching data: URLs from Firefox's own log, and a number of other URLs that only
   * the page contains. Returns the rows' texts. A busy Firefox loses requests, so some worker or frame may never appear
   * in its log.
   */
  const rows = (logged: string, inPage = 0): Promise<string[]> =>
    panel.waitFor(
      async (pattern, besides) => {
        const har = await new Promise<Har>((resolve) => chrome.devtools.network.getHAR(resolve));
        const urls = har.entries.map(({ request }) => request.url).filter((url) => url.startsWith('data:'));
        const matching = [...new Set(urls)].filter((url) => new RegExp(pattern).test(url));
        const table = document.querySelector<HTMLElement>('[role=grid]');
        const texts = [...document.querySelectorAll<HTMLElement>('[data-row]')].map(
          ({ textContent }) => textContent ?? '',
        );
        // The header is one of the rows.
        const size = Number(table?.getAttribute('aria-rowcount') ?? 1) - 1;
        return urls.length > 0 && size === matching.length + besides ? texts : null;
      },
      logged,
      inPage,
    );

  const search = (text: string) =>
    panel.evaluate((query) => {
      const input = document.querySelector<HTMLInputElement>('[name=query]');
      if (!input) throw new Error('There is no search box.');
      input.value = query;
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }, text);

  const statusTime = () =>
    panel.evaluate(() => document.querySelector('.status-line time')?.textContent ?? '');

  await t.test('says what it cannot know, and offers to read the site', async () => {
    await panel.waitFor(() => document.querySelector('[data-failure="needs-click"] [data-action="grant"]'));
    await panel.waitFor(() =>
      document
        .querySelector('[data-unreachable]')
        ?.textContent?.includes('requests from before DevTools opened'),
    );
  });

  await t.test('lists what is requested after a reload, each URL once', async () => {
    await firefox.navigate(server.url('/?again'));
    await rows('');
    // DevTools was already open when this page started to load.
    await panel.waitFor(() => {
      const text = document.querySelector('[data-unreachable]')?.textContent ?? '';
      return text.includes('images and style sheets') && !text.includes('from before');
    });
    for (const query of ['data:text/plain,fetch', 'data:text/plain,xhr', '/*worker*/']) {
      await search(query);
      await rows(query.replaceAll('*', '\\*'));
    }
    await search('destination:script');
    await rows('^data:text/javascript');
    await search('');
  });

  await t.test("looks like Firefox's own tools: their font, bars and rows", async () => {
    const look = await panel.evaluate(() => {
      const own = document.body.appendChild(document.createElement('p'));
      own.style.font = 'message-box';
      const family = getComputedStyle(own).fontFamily;
      own.remove();
      const { fontFamily, fontSize, backgroundColor, color } = getComputedStyle(document.body);
      const { theme, tools } = document.documentElement.dataset;
      const heights = ['.panel-bar', '.table-header', '[data-row]'].map(
        (each) => document.querySelector<HTMLElement>(each)?.offsetHeight,
      );
      return [tools, theme, fontFamily === family, fontSize, backgroundColor, color, ...heights];
    });
    const colors = ['rgb(255, 255, 255)', 'rgb(12, 12, 13)'];
    assert.deepEqual(look, ['firefox', 'light', true, '12px', ...colors, 28, 24, 24]);
  });

  await t.test('brings them together with what the page holds', async () => {
    // A panel cannot request access, so the click opens the inspector tab for the same tab, which requests it. A second
    // click shows that inspector tab again.
    await panel.click('[data-action="grant"]');
    await firefox.switchTo(`${firefox.origin}/inspector.html?tab=`);
    await panel.click('[data-action="grant"]');
    await firefox.switchTo(`${firefox.origin}/inspector.html?tab=`);
    const isOffered = () =>
      document.querySelector('[data-failure="needs-click"] [data-action="grant"]') !== null || undefined;
    // The second click may reload the tab.
    await poll('the offer', 60_000, () =>
      firefox.inPage(isOffered).catch((error) => {
        if (error instanceof DocumentGoneError) return undefined;
        throw error;
      }),
    );
    await firefox.grantHosts('http://127.0.0.1/*');
    await panel.waitFor(() => document.querySelector('main[data-state="done"]'));
    // Firefox seldom reports the fetch of a broken URL, an image that a script creates, or an EventSource.
    const inPage = expectedInChromium.filter(({ onlyRequested }) => !onlyRequested).length;
    assert.match(await statusTime(), /^Scanned at \d+:\d\d:\d\d/);
    const shown = await rows('plain,(fetch|xhr)|!fetch|import\\(\\)|worker|x=new|event-stream', inPage);
    assert.ok(shown.some((row) => /not loaded/.test(row)) === false, 'it reports nothing of images');
    assert.equal(await firefox.countTabs('/inspector.html?tab='), 1);
  });

  await t.test("has the lines of elements in the page's source, which is in the log", async () => {
    await search('"x=img;"');
    await panel.waitFor(() => {
      const [row, ...others] = document.querySelectorAll('[data-row]');
      return others.length === 0 && row?.querySelector('.place')?.textContent?.includes('(index):11:20 ');
    });
  });
});
