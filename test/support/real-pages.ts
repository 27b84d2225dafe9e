/** Real saved pages whose data: URLs were counted independently. The pages are not part of the project. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { scanFile } from '../../src/cli/scan-file.ts';
import { emptyPolicy, mergePolicies } from '../../src/policy/policy.ts';
import type { DataUrl, Report } from '../../src/report/report.ts';
import { isWeak } from '../../src/vocabulary.ts';
import { type Served, serve } from './serve.ts';
import { readJson, sharedFolder } from './shared.ts';

/** A policy that prevents scripts from changing the saved page. */
export const servedPolicy =
  "default-src 'none'; script-src 'none'; style-src 'unsafe-inline' data:; img-src data:; font-src data:; frame-src 'self'";

export interface RealPage {
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

/** Counts equal lines, so that differences are readable. */
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

/** Returns the occurrences in a Report that a browser and a file parser find in the same way, one per line. */
const placesOf = ({ dataUrls }: Report): string[] =>
  dataUrls
    .flatMap((url) =>
      url.occurrences
        .filter((each) => !isWeak(each))
        // Without a browser, a frame's document has no URL, so its selector begins with the frame's element.
        .map(({ selector, ...each }) =>
          [line(url, each), each.destination, selector.replace(/^.* >>> (?=:root )/, ''), each.rule].join(
            ' ',
          ),
        ),
    )
    .sort();

/**
 * Compares a browser's Report of a page with the Report of the page's file: all occurrences must agree, except those
 * that are only quoted.
 */
export function assertAgree(inBrowser: Report, ofFile: Report): void {
  assert.deepEqual(placesOf(ofFile), placesOf(inBrowser));
}

/** Scans a saved page's file, and returns the Report. */
export async function scanRealPage(file: string): Promise<Report> {
  const policy = mergePolicies({ user: emptyPolicy }, 'file:');
  const named = path.join(sharedFolder('pages') ?? '', file);
  const report = await scanFile(named, { policy, isNamed: true, isBare: false, note: () => undefined });
  assert.ok(report, file);
  return report;
}

/** Serves the pages. Prints a notice and returns null if the pages are missing. */
export async function serveRealPages(): Promise<{ server: Served; pages: RealPage[] } | null> {
  const folder = sharedFolder('pages');
  if (!folder) return null;
  const pages: RealPage[] = readJson(folder, 'expected.json');
  assert.equal(pages.length, 28);
  return { server: await serve({ folder, headers: { 'content-security-policy': servedPolicy } }), pages };
}

/** Compares the Report of a page with the independent counts. */
export function assertHolds(report: Report, { file, dataUrls }: RealPage): void {
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
    url.occurrences.filter((place) => !isWeak(place)).map((place): [string, number] => [line(url, place), 1]),
  );
  assert.deepEqual(count(found), count(expected));
  // In quoted text, the end of a URL is a guess, but its existence is not.
  const quoted = dataUrls.filter(({ occurrences }) => occurrences.some(({ weak }) => weak));
  const weak = new Set(
    report.dataUrls.filter(({ occurrences }) => occurrences.some(isWeak)).map(({ sha256 }) => sha256),
  );
  assert.deepEqual(
    quoted.filter(({ sha256 }) => !weak.has(sha256)).map(({ length }) => length),
    [],
  );
  // Ordinary icons, fonts and placeholders must not be reported as errors; documents in frames must be.
  const errors = report.dataUrls.filter(({ findings }) =>
    findings.some(({ severity }) => severity === 'error'),
  );
  assert.deepEqual(
    errors.map(({ essence }) => essence),
    file === 'fzd-001.html' ? ['text/html'] : [],
  );
}
