import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { root } from '../../extension/build/build.ts';
import { serve } from '../support/serve.ts';
import { launch } from './firefox.ts';

test('the popup lists the data: URLs of a page in Firefox', async (t) => {
  await using server = await serve({ folder: path.join(root, 'test/pages') });
  const firefox = await launch(t);
  await firefox.navigate(server.url('/demo.html'));
  const popup = await firefox.openPopup();
  await popup.waitFor(() => document.querySelector('[data-surface="popup"][data-state="done"]'));
  const rows = await popup.waitFor(() => {
    const texts = [...document.querySelectorAll('[data-row]')].map((row) => row.textContent ?? '');
    return texts.length > 0 ? texts : null;
  });
  // The worst stand first; a row says type, size, charset and places.
  assert.ok(
    rows.some((row) => /text\/html.*496 bytes.*utf-8.*1 place/.test(row)),
    rows.join('\n'),
  );
  assert.match(await popup.evaluate(() => document.body.textContent ?? ''), /29 data: URLs/);
});

test('the popup reads the page again after the background page has ended', async (t) => {
  await using server = await serve({
    routes: { '/': '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">' },
  });
  const firefox = await launch(t);
  await firefox.navigate(server.url('/'));
  const first = await firefox.openPopup();
  await first.waitFor(() => document.querySelector('[data-state="done"] [data-row]'));
  await first.close();
  await firefox.terminateBackground();
  const second = await firefox.openPopup();
  await second.waitFor(() => document.querySelector('[data-state="done"] [data-row]'));
});
