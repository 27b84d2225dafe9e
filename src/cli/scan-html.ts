/**
 * The HTML report of files: like the extension's, but a single one for all files, with pictures that the command
 * decodes itself.
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { countText } from '../count-text.ts';
import { decodeDataUrl } from '../data-url/decode.ts';
import { maxUnaskedMemory } from '../limits.ts';
import { isBitmap } from '../payload/formats.ts';
import { isDecodedUnasked, pictureOf } from '../picture.ts';
import type { Policy } from '../policy/policy-types.ts';
import { htmlReport, type ReportPicture } from '../report/html-report.ts';
import type { DataUrl, Inspection, Report } from '../report/report.ts';
import { totalsOf } from '../report/totals.ts';
import { judge, judgePage } from '../rules/index.ts';
import { htmlTextsIn } from '../texts/html-report-text.ts';
import { type Messages, messagesIn } from '../texts/locale-file.ts';
import { packageVersion, root } from './project.ts';

/** Formats ` and 2 more files`; empty for 0. */
const moreFiles = (count: number): string => (count === 0 ? '' : ` and ${countText(count, 'more file')}`);

/**
 * Combines the Reports of all files as if they were one page. A data: URL in several files appears once, with all its
 * occurrences.
 */
export function joinedReport(reports: readonly Report[], policy: Policy): Report {
  const byId = new Map<string, DataUrl>();
  for (const { dataUrls } of reports) {
    for (const dataUrl of dataUrls) {
      const known = byId.get(dataUrl.sha256);
      const occurrences = [...(known?.occurrences ?? []), ...dataUrl.occurrences];
      byId.set(dataUrl.sha256, { ...(known ?? dataUrl), occurrences });
    }
  }
  const dataUrls = Array.from(byId.values(), (dataUrl): DataUrl => {
    const { occurrences } = dataUrl;
    return { ...dataUrl, ...judge({ inspection: dataUrl, occurrences, policy }) };
  });
  const urls = reports.map(({ page }) => page.url);
  const [first = ''] = urls;
  const url = urls.length === 0 ? 'No files' : `${first}${moreFiles(urls.length - 1)}`;
  const title = urls.length === 1 ? (reports[0]?.page.title ?? '') : '';
  const page = { url, title, frames: urls.length };
  const findings = judgePage({ page, dataUrls, csp: [], policy });
  return {
    version: 2,
    page,
    unreachable: reports.flatMap(({ unreachable }) => unreachable),
    timing: { scanMs: 0, longestTaskMs: 0, totalMs: 0 },
    totals: totalsOf(dataUrls, findings),
    dataUrls,
    findings,
  };
}

/** Maximum size, in bytes, of a picture in the HTML file. */
const maxPictureSize = 64_000;

/**
 * Selects the pictures that the HTML file shows. Their total memory is limited, because a browser may decode all of
 * them at once.
 *
 * @returns null for other data, and for pictures that are too large to be shown
 */
export function pictureReader(): (inspection: Inspection, written: string) => ReportPicture | null {
  let memory = maxUnaskedMemory;
  return (inspection, written) => {
    const found = pictureIn(inspection, written, memory);
    memory -= found?.memory ?? 0;
    return found;
  };
}

function pictureIn(
  inspection: Inspection,
  written: string,
  memory: number,
): (ReportPicture & { memory: number }) | null {
  const { size, detectedType } = inspection;
  if (size === null || size > maxPictureSize || !isBitmap(detectedType ?? '')) return null;
  const picture = pictureOf(inspection);
  const decoded = decodeDataUrl(written);
  if (picture?.kind !== 'raster' || !isDecodedUnasked(picture, memory) || !decoded.ok) return null;
  const { width, height } = picture;
  if (width === null || height === null) return null;
  const source = `data:${detectedType};base64,${Buffer.from(decoded.body).toString('base64')}`;
  return { source, width, height, backdrop: 'any', memory: picture.memory ?? 0 };
}

/**
 * The HTML file, in parts.
 *
 * @param pictures the pictures, keyed by `sha256`
 * @param messages all English messages
 */
export function htmlOf(
  reports: readonly Report[],
  policy: Policy,
  pictures: ReadonlyMap<string, ReportPicture>,
  messages: Messages,
): Iterable<string> {
  const style = readFileSync(path.join(root, 'src/report/html-report.css'), 'utf8');
  const version = packageVersion();
  const styleHash = createHash('sha256').update(style).digest('base64');
  const report = joinedReport(reports, policy);
  // RFC 2397, section 6: a disallowed type must not be interpreted.
  const shown = report.dataUrls.flatMap(({ sha256, disallowed }) => {
    const picture = disallowed === null ? pictures.get(sha256) : undefined;
    return picture ? [[sha256, picture] as const] : [];
  });
  const texts = htmlTextsIn(messagesIn(messages));
  return htmlReport(report, { style, styleHash, pictures: new Map(shown), at: Date.now(), version, texts });
}
