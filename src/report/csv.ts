/**
 * A Report as CSV (RFC 4180): one line for each occurrence of a data: URL, nested ones included. A page's text may be
 * hostile to the spreadsheet that opens the file: unprintable characters are replaced by their code points, and an
 * apostrophe prevents text from being interpreted as a formula. The JSON form contains the exact text.
 */

import type { Occurrence } from '../vocabulary.ts';
import { printable } from './printable.ts';
import {
  charsetWord,
  highestSeverity,
  type Report,
  type StreamedReport,
  type StreamedUrl,
} from './report.ts';

type Value = string | number | boolean | null | undefined;

interface Line {
  page: string;
  dataUrl: StreamedUrl;
  /** The data: URL whose body contains this one. */
  within: StreamedUrl | null;
  occurrence: Occurrence | null;
}

/** The columns by name, in order; docs/export.md describes them. */
const columns: Record<string, (line: Line) => Value> = {
  page: ({ page }) => page,
  sha256: ({ dataUrl }) => dataUrl.sha256,
  within: ({ within }) => within?.sha256,
  length: ({ dataUrl }) => dataUrl.length,
  head: ({ dataUrl }) => dataUrl.head,
  mimeType: ({ dataUrl }) => dataUrl.mimeType,
  detectedType: ({ dataUrl }) => dataUrl.detectedType,
  charset: ({ dataUrl }) => charsetWord(dataUrl.charset),
  encoding: ({ dataUrl }) => dataUrl.encoding,
  size: ({ dataUrl }) => dataUrl.size,
  bodySha256: ({ dataUrl }) => dataUrl.bodySha256,
  problem: ({ dataUrl }) => dataUrl.problem?.code,
  disallowed: ({ dataUrl }) => dataUrl.disallowed?.pattern,
  disallowedBy: ({ dataUrl }) => dataUrl.disallowed?.by,
  severity: ({ dataUrl }) => highestSeverity(dataUrl.findings),
  effects: ({ dataUrl }) => [...new Set(dataUrl.findings.map(({ effect }) => effect))].join(' '),
  rules: ({ dataUrl }) => [...new Set(dataUrl.findings.map(({ rule }) => rule))].join(' '),
  messages: ({ dataUrl }) => dataUrl.findings.map(({ message }) => message).join(' | '),
  frame: ({ occurrence }) => occurrence?.frame,
  place: ({ occurrence }) => occurrence?.place,
  element: ({ occurrence }) => occurrence?.element,
  name: ({ occurrence }) => occurrence?.name,
  selector: ({ occurrence }) => occurrence?.selector,
  destination: ({ occurrence }) => occurrence?.destination,
  inert: ({ occurrence }) => occurrence?.inert,
  removedAt: ({ occurrence }) => occurrence?.removedAt,
  face: ({ occurrence }) => occurrence?.face,
  sheet: ({ occurrence }) => occurrence?.sheet,
  conditions: ({ occurrence }) => occurrence?.conditions?.join(' | '),
  rule: ({ occurrence }) => occurrence?.rule,
  line: ({ occurrence }) => occurrence?.line,
  column: ({ occurrence }) => occurrence?.column,
  inSource: ({ occurrence }) => occurrence?.inSource,
  cost: ({ occurrence }) => occurrence?.cost,
  state: ({ occurrence }) => occurrence?.state?.kind,
  stateBy: ({ occurrence }) => occurrence?.state?.by,
  stateReason: ({ occurrence }) => occurrence?.state?.directive ?? occurrence?.state?.reason,
  statePredicted: ({ occurrence }) => occurrence?.state?.predicted,
};

export const csvColumns: readonly string[] = Object.keys(columns);
const readers = Object.values(columns);

/**
 * Matches the positions where a formula could begin: at the start of a cell, and after characters at which some
 * spreadsheets split cells.
 */
const formulaStart = /(^|;)(?=[\s"]*[=+\-@＝＋－＠])/g;

/** Formats one field. Text is always quoted, so that no character needs special treatment. */
export function csvField(value: Value): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  return `"${printable(value).replaceAll(formulaStart, "$1'").replaceAll('"', '""')}"`;
}

const csvLine = (fields: readonly Value[]): string => `${fields.map(csvField).join(',')}\r\n`;

/** Lines of CSV for lists other than the Report's, made safe in the same way. */
export function* csvLines(header: readonly string[], rows: Iterable<readonly Value[]>): Generator<string> {
  yield csvLine(header);
  for (const row of rows) yield csvLine(row);
}

function* linesOf(page: string, dataUrl: StreamedUrl, within: StreamedUrl | null): Generator<Line> {
  let isEmpty = true;
  for (const occurrence of dataUrl.occurrences) {
    isEmpty = false;
    yield { page, dataUrl, within, occurrence };
  }
  if (isEmpty) yield { page, dataUrl, within, occurrence: null };
  for (const inner of dataUrl.nested) yield* linesOf(page, inner, dataUrl);
}

/** The values of each occurrence in a Report, in the order of `csvColumns`. */
export function* occurrenceValues({ page, dataUrls }: StreamedReport): Generator<Value[]> {
  for (const dataUrl of dataUrls)
    for (const line of linesOf(page.url, dataUrl, null)) yield readers.map((read) => read(line));
}

/** Reports as CSV, line by line: strings have a maximum length, but a page may contain any number of data: URLs. */
export function* csvOf(reports: Iterable<Report>): Generator<string> {
  yield csvLine(csvColumns);
  for (const report of reports) for (const values of occurrenceValues(report)) yield csvLine(values);
}
