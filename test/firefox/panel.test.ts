/** The panel in Firefox's own DevTools. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestsPage, requestsScript } from '../support/requests-page.ts';
import { serve } from '../support/serve.ts';
import { launch } from './firefox.ts';

test('the panel in Firefox', async (t) => {
  await using server = await serve({ routes: { '/': requestsPage, '/requests.js': requestsScript } });
  const firefox = await launch(t);
  await firefox.navigate(server.url('/'));
  const panel = await firefox.openDevToolsPanel();
  /** Waits for so many rows and gives what they say, one after the other. */
  const rows = (wanted: number): Promise<string[]> =>
    panel.waitFor((least) => {
      const table = document.querySelector<HTMLElement>('[role=grid]');
      const all = [...document.querySelectorAll<HTMLElement>('[data-row]')];
      // The header is one of the rows.
      const size = Number(table?.getAttribute('aria-rowcount') ?? 1) - 1;
      return table !== null && size === least ? all.map(({ textContent }) => textContent ?? '') : null;
    }, wanted);

  const search = (text: string) =>
    panel.evaluate((query) => {
      const input = document.querySelector<HTMLInputElement>('[name=query]');
      if (!input) throw new Error('There is no search box.');
      input.value = query;
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }, text);

  await t.test('says what it cannot know, and offers to read the site', async () => {
    await panel.waitFor(() => document.querySelector('[data-failure="needs-click"] [data-action="grant"]'));
    await panel.waitFor(() =>
      document.querySelector('[data-unreachable]')?.textContent?.includes('doesn’t report requests'),
    );
  });

  await t.test('lists what is requested after a reload, each URL once', async () => {
    await firefox.navigate(server.url('/?again'));
    await rows(10);
    for (const query of ['data:text/plain,fetch', 'data:text/plain,xhr', '/*worker*/']) {
      await search(query);
      await rows(1);
    }
    await search('destination:script');
    await rows(4);
    await search('');
  });

  await t.test('brings them together with what the page holds', async () => {
    await firefox.grantHosts('http://127.0.0.1/*');
    await panel.waitFor(() => document.querySelector('main[data-state="done"]'));
    // Firefox tells nothing of a broken URL's fetch, of an image that a script makes, and of an EventSource.
    const shown = await rows(19);
    assert.ok(shown.some((row) => /not loaded/.test(row)) === false, 'of images it does not tell');
  });
});
