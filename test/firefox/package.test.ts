/** Tests the package on real pages, installed from a file like that of the store. */
import assert from 'node:assert/strict';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import { packageFor } from '../support/packages.ts';
import { assertHolds, type RealPage, serveRealPages } from '../support/real-pages.ts';
import { testInFull } from '../support/seed.ts';
import { launch } from './firefox.ts';

/** A page with a lazy frame outside of the viewport. Chromium loads the frame earlier than Firefox. */
const lazy = 'sfc-001.html';

/**
 * Returns the pages that have a URL in a new place: in an element or attribute in which no earlier page has one. The
 * page with the most data: URLs comes first. test/e2e/pages.test.ts scans all pages in Chromium.
 */
function withNewPlaces(pages: readonly RealPage[]): RealPage[] {
  const seen = new Set<string>();
  return pages
    .toSorted((one, other) => other.dataUrls.length - one.dataUrls.length)
    .filter(({ file, dataUrls }) => {
      const before = seen.size;
      for (const { weak, place, element, name, inert } of dataUrls.flatMap(({ occurrences }) => occurrences))
        seen.add([weak, place, element, name, inert].join(' '));
      return seen.size > before || file === lazy;
    });
}

testInFull('the package for Firefox works on real pages', { timeout: 600_000 }, async (t) => {
  const real = await serveRealPages();
  if (!real) return;
  await using server = real.server;
  const { file, folder } = await packageFor(t, 'firefox');
  const firefox = await launch(t, { extensionDir: folder, packed: file });
  await firefox.grantHosts('<all_urls>');
  for (const page of withNewPlaces(real.pages)) {
    await t.test(page.file, async () => {
      await firefox.navigate(server.url(`/${page.file}`));
      const popup = await firefox.openPopup();
      const report = await reportOf(popup);
      await popup.close();
      if (page.file === lazy) {
        const notLoaded = report.unreachable.filter(({ reason }) => reason === 'not-loaded');
        assert.deepEqual(
          notLoaded.map(({ kind, url }) => [kind, url]),
          [['frame', 'about:srcdoc']],
        );
      } else assertHolds(report, page);
    });
  }
});
