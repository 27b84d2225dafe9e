/** Tests the package that the stores distribute, on real pages. */
import { inspectPage } from '../../src/cli/inspect-page.ts';
import { launch } from '../support/chromium.ts';
import { packageFor } from '../support/packages.ts';
import { assertHolds, serveRealPages } from '../support/real-pages.ts';
import { testInFull } from '../support/seed.ts';

const timeout = 120_000;

/** Blogs, an organization, a tutorial and a press page, with inlined images, fonts and style sheets. */
const five = new Set(['sfc-001.html', 'sfc-003.html', 'rgg-003.html', 'tra-111.html', 'rdb-058.html']);

testInFull('the package for Chromium works on five real pages', { timeout: 600_000 }, async (t) => {
  const real = await serveRealPages();
  if (!real) return;
  await using server = real.server;
  const { folder } = await packageFor(t, 'chromium');
  const extension = await launch(t, { extensionDir: folder });
  await extension.grantHosts();
  for (const page of real.pages.filter(({ file }) => five.has(file))) {
    await t.test(page.file, async () => {
      const tab = await extension.newPage();
      await tab.goto(server.url(`/${page.file}`));
      assertHolds(await inspectPage(extension, tab, performance.now() + timeout), page);
      await tab.close();
    });
  }
});
