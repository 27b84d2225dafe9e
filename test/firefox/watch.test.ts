import { test } from 'node:test';
import { fromMenu } from '../support/popup.ts';
import { serve } from '../support/serve.ts';
import { type FirefoxPopup, launch } from './firefox.ts';

/** Waits until the popup lists exactly these. */
const lists = (popup: FirefoxPopup, ...heads: string[]) =>
  popup.waitFor((wanted) => {
    const rows = [...document.querySelectorAll<HTMLElement>('[data-row] [data-head]')];
    return (
      rows
        .map((row) => row.dataset.head)
        .sort()
        .join() === wanted
    );
  }, heads.sort().join());

test('a page is watched in Firefox, whoever looks at it or not', async (t) => {
  await using server = await serve({
    routes: {
      '/': '<title>Watched</title><img id="first" src="data:,first"><p id="host"></p><style id="sheet"></style>',
      '/other': '<title>Other</title><img src="data:,other">',
    },
  });
  const firefox = await launch(t);
  await firefox.navigate(server.url('/'));
  let popup = await firefox.openPopup();
  await lists(popup, 'data:,first');
  await fromMenu(popup, 'watch');
  await popup.waitFor(() => document.querySelector('[data-watching]'));
  await popup.close();

  await t.test('lists what came while no surface was open, and what has gone', async () => {
    await firefox.inPage(() => {
      document.body.insertAdjacentHTML('beforeend', '<p id="added" style="background:url(data:,added)"></p>');
      const style = document.querySelector<HTMLStyleElement>('#sheet');
      style?.sheet?.insertRule('b{background:url(data:,rule)}');
      const shadow = document.querySelector('#host')?.attachShadow({ mode: 'closed' });
      if (shadow) shadow.innerHTML = '<img src="data:,closed">';
    });
    popup = await firefox.openPopup();
    await lists(popup, 'data:,first', 'data:,added', 'data:,rule', 'data:,closed');
    await firefox.inPage(() => document.querySelector('#added')?.remove());
    await popup.waitFor(() => {
      const marks = [...document.querySelectorAll('[data-row] .mark')];
      return marks.filter((mark) => mark.textContent?.startsWith('removed at')).length === 1;
    });
    await popup.close();
  });

  await t.test('goes on in a background page that was ended', async () => {
    await firefox.terminateBackground();
    await firefox.inPage(() => {
      document.body.insertAdjacentHTML('beforeend', '<img src="data:,later">');
    });
    popup = await firefox.openPopup();
    await lists(popup, 'data:,first', 'data:,rule', 'data:,closed', 'data:,later');
    await popup.waitFor(() => document.querySelector('[data-watching]'));
    await popup.close();
  });

  await t.test('ends when the page is left', async () => {
    await firefox.navigate(server.url('/other'));
    popup = await firefox.openPopup();
    await lists(popup, 'data:,other');
    await popup.waitFor(() => document.querySelector('.footnotes:not(:has([data-watching]))'));
    await popup.close();
  });
});
