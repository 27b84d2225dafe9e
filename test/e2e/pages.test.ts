/** Tests real saved pages whose data: URLs were counted independently, and pages that were made to hide theirs. */
import assert from 'node:assert/strict';
import type { Report } from '../../src/report/report.ts';
import { isWeak } from '../../src/vocabulary.ts';
import { launchForFile } from '../support/chromium.ts';
import { popupReport } from '../support/popup.ts';
import { assertAgree, assertHolds, scanRealPage, serveRealPages } from '../support/real-pages.ts';
import { some, testInFull } from '../support/seed.ts';
import { serve } from '../support/serve.ts';
import { readJson, sharedFolder } from '../support/shared.ts';

const browser = launchForFile();

/** Returns the Report of a page, scanned when the page has reached the given age. */
async function reportOf(url: string, ageMs = 0): Promise<Report> {
  const page = await browser().newPage();
  await page.goto(url);
  await page.waitForFunction((least) => performance.now() >= least, ageMs, { polling: 100 });
  const report = await popupReport(browser(), page);
  await page.close();
  return report;
}

interface Hidden {
  id: string;
  tier: string;
  place: string;
  needs?: string[];
  rawSha256: string;
  decoded?: { ok: boolean; type?: string; bytes?: number; sha256?: string };
}

/** Techniques that only a later version of the product will cover. */
const later = new Set(['fetch', 'dynamic-import', 'worker', 'detached-element']);
const laterNeeds = new Set(['early-observer', 'snapshot-before:1500', 'network-or-api-hook']);

testInFull(
  'pages made to hide their data: URLs give up those of ordinary places',
  {
    timeout: 600_000,
  },
  async (t) => {
    const folder = sharedFolder('adversarial');
    if (!folder) return;
    await using server = await serve({ folder });
    const { pages } = readJson(folder, 'manifest.json') as {
      pages: { file: string; settleMs?: number; expect: Hidden[]; decoys?: { text: string }[] }[];
    };
    for (const { file, settleMs = 0, expect, decoys = [] } of pages) {
      await t.test(file, async () => {
        const report = await reportOf(server.url(`/${file}`), settleMs);
        const found = new Map(report.dataUrls.map((url) => [url.sha256, url]));
        const wanted = expect.filter(
          ({ place, needs = [], id }) =>
            !later.has(place) && !needs.some((need) => laterNeeds.has(need)) && id !== 'a04-canvas',
        );
        assert.deepEqual(
          wanted.filter(({ rawSha256 }) => !found.has(rawSha256)).map(({ id }) => id),
          [],
        );
        for (const { id, rawSha256, decoded } of wanted) {
          const url = found.get(rawSha256);
          if (!decoded || !url) continue;
          assert.equal(url.problem === null, decoded.ok, id);
          if (decoded.ok)
            assert.deepEqual(
              [url.mimeType, url.size, url.bodySha256],
              [decoded.type, decoded.bytes, decoded.sha256],
              id,
            );
        }
        const fakes = decoys.map(({ text }) => text.slice(0, 100));
        assert.deepEqual(
          report.dataUrls
            .filter(
              ({ head, occurrences }) =>
                fakes.includes(head) && !occurrences.every((each) => isWeak(each) || each.dropped),
            )
            .map(({ head }) => head),
          [],
        );
      });
    }
  },
);

testInFull(
  'real pages hold exactly what was counted in them, in the browser and in their files',
  {
    timeout: 600_000,
  },
  async (t) => {
    const real = await serveRealPages();
    if (!real) return;
    await using server = real.server;
    await browser().grantHosts();
    for (const page of some(real.pages, 8)) {
      await t.test(page.file, async () => {
        const report = await reportOf(server.url(`/${page.file}`));
        assertHolds(report, page);
        assertAgree(report, await scanRealPage(page.file));
      });
    }
  },
);
