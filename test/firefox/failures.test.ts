/** The failure of a scan concerns only its document: no later document in the tab may show it. */

import assert from 'node:assert/strict';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import { testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { launch } from './firefox.ts';

testInFull('no page in Firefox shows the failure of an earlier page of its tab', async (t) => {
  await using server = await serve({ routes: { '/': '<img src="data:,x">' } });
  const restricted = new URL(server.otherOrigin).hostname;
  const firefox = await launch(t, { prefs: { 'extensions.webextensions.restrictedDomains': restricted } });
  for (const [url, failure] of [
    ['about:support', 'browser-page'],
    [server.otherOrigin, 'restricted-firefox'],
  ] as const) {
    await firefox.navigate(url);
    const popup = await firefox.openPopup();
    await popup.waitFor((why) => document.querySelector(`[data-failure="${why}"]`), failure);
    await popup.close();
    await firefox.navigate(server.url('/'));
    const panel = await firefox.openDevToolsPanel();
    await panel.waitFor(() => document.querySelector('[data-failure="needs-click"] [data-action="grant"]'));
  }
});

testInFull('Firefox lets the extension scan a tab at a data: URL', async (t) => {
  const firefox = await launch(t);
  await firefox.navigate('data:text/html,<img src="data:,held">');
  const popup = await firefox.openPopup();
  const { dataUrls } = await reportOf(popup);
  await popup.close();
  assert.deepEqual(
    dataUrls.map(({ head }) => head),
    ['data:,held'],
  );
});
