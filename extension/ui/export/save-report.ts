/** Exports a Report, or its listed part, in each format. Loaded when an export is requested. */

import { csvOf } from '../../../src/report/csv.ts';
import { bodyFile, reportName } from '../../../src/report/file-names.ts';
import style from '../../../src/report/html-report.css' with { type: 'text' };
import { htmlReport } from '../../../src/report/html-report.ts';
import { markdownOf } from '../../../src/report/markdown.ts';
import { partOf } from '../../../src/report/partial-report.ts';
import type { Part, Report } from '../../../src/report/report.ts';
import { jsonTextsOf } from '../../../src/report/report-json.ts';
import { sarifOf } from '../../../src/report/sarif.ts';
import { blobOf } from '../../../src/report/text-blob.ts';
import { zipOf } from '../../../src/report/zip-of-bodies.ts';
import { addEnglish } from '../../../src/rules/add-english.ts';
import { htmlTextsIn } from '../../../src/texts/html-report-text.ts';
import { browser } from '../../platform/browser.ts';
import { anyMessage, formatNumber, message } from '../../platform/i18n.ts';
import type { ExportFormat } from '../../platform/limits.ts';
import type { Row } from '../../platform/surface-updates.ts';
import { saveBlob } from '../parts/save.ts';
import type { ReportClient, ReportState } from '../report-client.ts';
import { createSourceLocator } from '../source-locator.ts';
import { familyOf } from '../text/kind.ts';
import { reportPictures } from './report-pictures.ts';

/** The listed rows, with the search and filters that select them. */
export interface Listed extends Pick<Part, 'query' | 'filters'> {
  ids: readonly string[];
}

interface Source {
  client: ReportClient;
  state: ReportState;
}

/**
 * Saves a Report as a file, and returns the result in words.
 *
 * @param listed the part to save; null for the whole Report
 */
export async function saveReport(
  format: ExportFormat,
  listed: Listed | null,
  source: Source,
): Promise<string> {
  // Creating the file fails if the Report is too large for the format.
  const file = await fileOf(format, listed, source).catch(() => null);
  if (!file) return message('reportFile_no_answer');
  saveBlob(file.blob, file.name);
  return [message('savedAs', file.name), ...file.contents].join(' · ');
}

interface ReportFile {
  blob: Blob;
  name: string;
  /** The contents of a ZIP file, in words; empty for other files. */
  contents: string[];
}

/** Creates the file of a Report. The result is null if the worker no longer has the Report. */
async function fileOf(
  format: ExportFormat,
  listed: Listed | null,
  { client, state }: Source,
): Promise<ReportFile | null> {
  const json = await client.ask({ type: 'report' });
  if (!(json instanceof Blob)) return null;
  const [whole]: Report[] = JSON.parse(await json.text());
  if (!whole) return null;
  addEnglish(whole);
  await addPositions(whole, client);
  const report = listed === null ? whole : partOf(whole, new Set(listed.ids), listed);
  const { part, totals } = report;
  const share = part ? { listed: totals.dataUrls, all: part.page.dataUrls } : null;
  const contents: string[] = [];
  const blob = await blobIn(format, report, client, state, contents);
  return { blob, name: nameOf(format, report.page.url, share), contents };
}

/** Adds the positions in the documents' sources, where these are available. */
async function addPositions({ dataUrls }: Report, client: ReportClient): Promise<void> {
  const locate = createSourceLocator(client);
  for (const dataUrl of dataUrls)
    for (const [at, position] of (await locate(dataUrl)).entries())
      if (position) Object.assign(dataUrl.occurrences[at]!, position, { inSource: true });
}

const nameOf = (format: ExportFormat, page: string, part: { listed: number; all: number } | null): string =>
  reportName(page, format === 'markdown' ? 'md' : format, new Date(), part);

/** @param contents receives the contents of a ZIP file, in words */
async function blobIn(
  format: ExportFormat,
  report: Report,
  client: ReportClient,
  { rows, readAt }: ReportState,
  contents: string[],
): Promise<Blob> {
  const { version } = browser.runtime.getManifest();
  switch (format) {
    case 'json':
      return blobOf(jsonTextsOf(report), 'application/json');
    case 'markdown':
      return blobOf(markdownOf([report]), 'text/markdown;charset=utf-8');
    case 'csv':
      return blobOf(csvOf([report]), 'text/csv;charset=utf-8;header=present');
    case 'sarif': {
      const { ruleDocs } = await import('../../../src/rules/docs.ts');
      return blobOf(sarifOf([report], { rules: ruleDocs, version }), 'application/sarif+json');
    }
    case 'zip': {
      const saved = new Set<string>();
      const blob = await zipOf(report, async ({ sha256: id }) => {
        const body = await client.ask({ type: 'body', id });
        if (!(body instanceof Blob)) return null;
        saved.add(id);
        return body;
      });
      const savedRows = rows.filter(({ sha256 }) => saved.has(sha256));
      const isOfImages = saved.size > 0 && savedRows.every((row) => familyOf(row) === 'image');
      contents.push(message(`export_${isOfImages ? 'images' : 'zip'}`, saved.size, formatNumber(saved.size)));
      const files = new Set(report.dataUrls.filter(({ sha256 }) => saved.has(sha256)).map(bodyFile));
      const repeated = report.dataUrls.filter((each) => files.has(bodyFile(each))).length - saved.size;
      if (repeated > 0) contents.push(message('bytesRepeated', repeated, formatNumber(repeated)));
      return blob;
    }
    case 'html': {
      const pictures = await reportPictures(rowsIn(report, rows), client);
      const options = {
        style,
        styleHash: await hashOf(style),
        pictures,
        at: readAt ?? Date.now(),
        version,
        texts: htmlTextsIn(anyMessage),
      };
      return blobOf(htmlReport(report, options), 'text/html;charset=utf-8');
    }
  }
}

/** The rows of the data: URLs in a Report. */
function rowsIn({ dataUrls }: Report, rows: readonly Row[]): Row[] {
  const ids = new Set(dataUrls.map(({ sha256 }) => sha256));
  return rows.filter(({ sha256 }) => ids.has(sha256));
}

/** Computes the SHA-256 of a text, as base64. */
async function hashOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(hash)));
}
