/** Tests Firefox's own context menu, and its own permission prompt. */
import assert from 'node:assert/strict';
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { type Firefox, launch } from './firefox.ts';

const gif = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** Returns the rows and the detail after the tab's page has been scanned and both are drawn. */
const shown = (firefox: Firefox) =>
  firefox.inPage(async () => {
    const isRead = () =>
      document.querySelector('[data-row]') &&
      document.querySelector('main[data-state="done"] [data-detail] .detail-title .type')?.textContent;
    while (!isRead()) await new Promise((resolve) => requestAnimationFrame(resolve));
    return {
      rows: document.querySelectorAll('[data-row]').length,
      detail: document.querySelector('[data-detail] .detail-title .type')?.textContent ?? null,
    };
  });

testInFull('the context menu in Firefox, and its own question for permissions', async (t) => {
  await using server = await serve({
    routes: {
      '/': `<img id="picture" src="${gif}" width="300" height="300"><a href="data:,link" id="link">link</a>`,
      '/framed': '<img src="data:,framed">',
    },
  });
  server.routes.set('/framing', `<img src="data:,here"><iframe src="${server.otherOrigin}/framed"></iframe>`);

  const firefox = await launch(t);

  await t.test('opens the image that was clicked in the inspector tab', async () => {
    await firefox.navigate(server.url('/'));
    await firefox.chooseInMenu('#picture', 'Inspect this image');
    await firefox.switchTo('inspector.html');
    const { rows, detail } = await shown(firefox);
    assert.equal(rows, 2);
    assert.match(detail ?? '', /image\/gif/);
  });

  await t.test('opens the link that was clicked', async () => {
    await firefox.navigate(server.url('/'));
    await firefox.chooseInMenu('#link', 'Inspect this data: URL');
    await firefox.switchTo('inspector.html');
    assert.match((await shown(firefox)).detail ?? '', /text\/plain/);
  });

  await firefox.navigate(server.url('/framing'));
  const heads = () =>
    Array.from(document.querySelectorAll('[data-row] [data-head]'), (row) => row.getAttribute('data-head'));
  const popup = await firefox.openPopup();
  await popup.waitFor(() => document.querySelector('[data-state="done"] [data-row]'));
  assert.deepEqual(await popup.evaluate(heads), ['data:,here']);

  await t.test('a no leaves all as it was', async () => {
    await popup.click('[data-action="grant"]');
    await firefox.answerPermissions(false);
    if (!(await popup.isOpen())) await firefox.openPopup();
    await popup.waitFor(() => document.querySelector('[data-state="done"] [data-row]'));
    assert.deepEqual(await popup.evaluate(heads), ['data:,here']);
  });

  await t.test('a yes lets the scan go on into frames of other sites', async () => {
    await popup.click('[data-action="grant"]');
    assert.match(await firefox.answerPermissions(true), /Data URL Inspector/);
    if (!(await popup.isOpen())) await firefox.openPopup();
    await popup.waitFor(() => document.querySelectorAll('[data-row]').length === 2);
    assert.deepEqual((await popup.evaluate(heads)).sort(), ['data:,framed', 'data:,here']);
  });
});
