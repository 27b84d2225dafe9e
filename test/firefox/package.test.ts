/** The package, installed as a file like the store's, on real pages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportOf } from '../../extension/build/drivers/popup-report.ts';
import { packageFor } from '../support/packages.ts';
import { assertHolds, serveRealPages } from '../support/real-pages.ts';
import { launch } from './firefox.ts';

test('the package for Firefox works on real pages', { timeout: 600_000 }, async (t) => {
  const real = await serveRealPages();
  if (!real) return;
  await using server = real.server;
  const { file, folder } = await packageFor(t, 'firefox');
  const firefox = await launch(t, { extensionDir: folder, packed: file });
  await firefox.grantHosts('<all_urls>');
  for (const page of real.pages) {
    await t.test(page.file, async () => {
      await firefox.navigate(server.url(`/${page.file}`));
      const popup = await firefox.openPopup();
      const report = await reportOf(popup);
      await popup.close();
      // A lazy frame outside the viewport; Chromium loads it sooner.
      if (page.file === 'sfc-001.html') {
        const notLoaded = report.unreachable.filter(({ reason }) => reason === 'not-loaded');
        assert.deepEqual(
          notLoaded.map(({ kind, url }) => [kind, url]),
          [['frame', 'about:srcdoc']],
        );
      } else assertHolds(report, page);
    });
  }
});
