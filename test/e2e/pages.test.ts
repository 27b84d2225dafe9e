/** Real pages, saved, whose data: URLs were counted by other means; and pages made to hide theirs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspectPage } from '../../extension/build/inspect-page.ts';
import { type DataUrl, isWeak, type Report } from '../../src/report/report.ts';
import { type Extension, launch } from '../support/chromium.ts';
import { serve } from '../support/serve.ts';
import { readJson, sharedFolder } from '../support/shared.ts';

/** So that no script changes what was saved. */
const policy =
  "default-src 'none'; script-src 'none'; style-src 'unsafe-inline' data:; img-src data:; font-src data:; frame-src 'self'";

const timeout = 120_000;

async function reportOf(
  extension: Extension,
  url: string,
  settled: () => boolean | Promise<boolean> = () => true,
): Promise<Report> {
  const page = await extension.newPage();
  await page.goto(url);
  while (!(await settled()))
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  const report = await inspectPage(extension, page, performance.now() + timeout);
  await page.close();
  return report;
}

interface Expected {
  file: string;
  dataUrls: {
    sha256: string;
    length: number;
    decodes: boolean;
    mimeType?: string;
    size?: number;
    bodySha256?: string;
    occurrences: {
      weak: boolean;
      place: string;
      element: string;
      name: string;
      inert: boolean;
      count: number;
    }[];
  }[];
}

/** One line a place, so that a difference can be read. */
function count(lines: Iterable<[line: string, count: number]>): Record<string, number> {
  const counted: Record<string, number> = {};
  for (const [line, times] of lines) counted[line] = (counted[line] ?? 0) + times;
  return Object.fromEntries(Object.entries(counted).sort());
}

type Known = Pick<DataUrl, 'sha256' | 'length' | 'mimeType' | 'size' | 'bodySha256'>;
const line = (
  url: Known,
  { place, element, name, inert }: { place: string; element: string; name: string; inert: boolean },
) => [url.sha256, url.length, url.mimeType, url.size, url.bodySha256, place, element, name, inert].join(' ');

test('real pages hold exactly what was counted in them', { timeout: 600_000 }, async (t) => {
  const folder = sharedFolder('pages');
  if (!folder) return;
  await using server = await serve({ folder, headers: { 'content-security-policy': policy } });
  const extension = await launch(t);
  await extension.grantHosts();
  const pages: Expected[] = readJson(folder, 'expected.json');
  assert.equal(pages.length, 28);
  for (const { file, dataUrls } of pages) {
    await t.test(file, async () => {
      const report = await reportOf(extension, server.url(`/${file}`));
      const expected = dataUrls.flatMap((url) =>
        url.occurrences
          .filter(({ weak }) => !weak)
          .map((place): [string, number] => [
            line(
              {
                ...url,
                mimeType: url.mimeType ?? null,
                size: url.size ?? null,
                bodySha256: url.bodySha256 ?? null,
              },
              place,
            ),
            place.count,
          ]),
      );
      const found = report.dataUrls.flatMap((url) =>
        url.occurrences
          .filter((place) => !isWeak(place))
          .map((place): [string, number] => [line(url, place), 1]),
      );
      assert.deepEqual(count(found), count(expected));
      // Where a quoted one ends is a guess there, but that something is quoted is not.
      const quoted = dataUrls.filter(({ occurrences }) => occurrences.some(({ weak }) => weak));
      const weak = new Set(
        report.dataUrls.filter(({ occurrences }) => occurrences.some(isWeak)).map(({ sha256 }) => sha256),
      );
      assert.deepEqual(
        quoted.filter(({ sha256 }) => !weak.has(sha256)).map(({ length }) => length),
        [],
      );
      // Ordinary icons, fonts and placeholders are no errors; a document in a frame is one.
      const errors = report.dataUrls.filter(({ findings }) =>
        findings.some(({ severity }) => severity === 'error'),
      );
      assert.deepEqual(
        errors.map(({ essence }) => essence),
        file === 'fzd-001.html' ? ['text/html'] : [],
      );
    });
  }
});

interface Hidden {
  id: string;
  tier: string;
  place: string;
  needs?: string[];
  rawSha256: string;
  decoded?: { ok: boolean; type?: string; bytes?: number; sha256?: string };
}

/** What only a later part of the product looks into. */
const later = new Set(['fetch', 'dynamic-import', 'worker', 'detached-element']);
const laterNeeds = new Set(['early-observer', 'snapshot-before:1500', 'network-or-api-hook']);

test('pages made to hide their data: URLs give up those of ordinary places', {
  timeout: 600_000,
}, async (t) => {
  const folder = sharedFolder('adversarial');
  if (!folder) return;
  await using server = await serve({ folder });
  const extension = await launch(t);
  const { pages } = readJson(folder, 'manifest.json') as {
    pages: { file: string; settleMs?: number; expect: Hidden[]; decoys?: { text: string }[] }[];
  };
  for (const { file, settleMs = 0, expect, decoys = [] } of pages) {
    await t.test(file, async () => {
      const start = performance.now();
      const report = await reportOf(
        extension,
        server.url(`/${file}`),
        () => performance.now() - start >= settleMs,
      );
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
          .filter(({ head, occurrences }) => fakes.includes(head) && !occurrences.every(isWeak))
          .map(({ head }) => head),
        [],
      );
    });
  }
});
