/**
 * Tests every place that can contain a data: URL, in Firefox: uses the table for Chromium with the declared
 * differences.
 */
import assert from 'node:assert/strict';
import { reportOf } from '../../src/cli/drivers/popup-report.ts';
import { expectedLines, inFirefox, linesOf, notReadInPages, pages, servePlaces } from '../support/places.ts';
import { testInFull } from '../support/seed.ts';
import { launch } from './firefox.ts';

testInFull(
  'each page holds what is listed of it, and nothing else, in Firefox',
  {
    timeout: 600_000,
  },
  async (t) => {
    await using server = await servePlaces();
    const firefox = await launch(t);
    for (const [file, rows] of Object.entries(pages)) {
      const { why = '', without = [], also = [], unreachable = [] } = inFirefox[file] ?? {};
      await t.test(`${file}${why && ` (${why})`}`, async () => {
        await firefox.navigate(server.url(`/${file}`));
        const popup = await firefox.openPopup();
        const report = await reportOf(popup);
        await popup.close();
        const expected = [...rows.filter(([written]) => !without.includes(written)), ...also];
        assert.deepEqual(linesOf(report), expectedLines(expected));
        assert.deepEqual(
          notReadInPages(report).map(({ url, reason }) => ({ url, reason })),
          unreachable,
        );
      });
    }
  },
);
