/** The output of `scan` in each format. */

import { reportedIn } from '../files/findings-in-file.ts';
import type { Policy } from '../policy/policy-types.ts';
import type { PlacedFinding } from '../report/placed-findings.ts';
import { jsonOf } from '../report/printable.ts';
import type { Report, StreamedReport } from '../report/report.ts';
import { withoutReading, withoutRepair } from '../report/report-json-form.ts';
import type { Messages } from '../texts/locale-file.ts';
import { isNew } from './checks.ts';
import { annotator, failureAt, lineOf, linesOf, repairLines } from './finding-lines.ts';
import type { RunLines } from './ndjson-lines.ts';
import type { ScanArguments } from './scan-arguments.ts';
import type { ScanOptions } from './scan-file.ts';
import type { Shell } from './shell.ts';

/** A Report as printed in JSON, without the parts that only this process needs. */
export const inJson = (report: Report): Report => ({
  ...report,
  dataUrls: report.dataUrls.map((each) => withoutRepair(withoutReading(each))),
});

/** Returns the findings of a Report with their occurrences. */
type PlacedOf = (report: Report) => Iterable<PlacedFinding>;

/** The output of a format: its beginning, the text of each Report, and its end. */
export interface Printer {
  begin?: string;
  each?(report: Report, isFirst: boolean, placed: Iterable<PlacedFinding>): string | Iterable<string>;
  /** The text of a Report that need not be complete in memory. */
  streamed?(report: StreamedReport): Iterable<string>;
  /** Formats a file that could not be scanned, if the text differs from that of its Report. */
  failed?(file: string, reason: string): string;
  end?(reports: Report[], placed: PlacedOf, isComplete: boolean): Iterable<string>;
  /** The last line of a scan that was not interrupted. */
  last?(failures: number): string;
  /** Whether files in folders are printed even if there is nothing to report. */
  isOfAll?: boolean;
  /** The Reports that `end` needs: as printed in JSON, or complete. */
  keeps?: 'json' | 'all';
  onRead?: NonNullable<ScanOptions['onRead']>;
}

const newIn = (placed: Iterable<PlacedFinding>): PlacedFinding[] => [...placed].filter(isNew);

/** Creates the printer of a format. Code that only some formats need is loaded on demand. */
export async function printerOf(
  { format }: ScanArguments,
  policy: Policy,
  messages: () => Messages,
  beginRun: (format: 'ndjson' | 'rows') => RunLines,
  shell: Shell,
): Promise<Printer> {
  switch (format) {
    case 'lines':
      return {
        each: (report, _, placed) => linesOf(reportedIn(report, newIn(placed))),
        failed: (file, reason) => lineOf(failureAt(file, reason)),
      };
    case 'github': {
      const { textOf, rest } = annotator(shell);
      return {
        each: (report, _, placed) => textOf(reportedIn(report, newIn(placed))),
        failed: (file, reason) => textOf([failureAt(file, reason)]),
        end: () => [rest()],
      };
    }
    case 'repairs':
      return {
        each: (report, _, placed) => repairLines(reportedIn(report, newIn(placed))),
        failed: (file, reason) => lineOf(failureAt(file, reason)),
      };
    case 'ndjson':
    case 'rows': {
      const run = beginRun(format);
      return {
        begin: run.header(),
        each: (report) => run.reportLines(inJson(report)),
        streamed: run.reportLines,
        last: run.end,
        isOfAll: true,
      };
    }
    case 'json':
      return {
        begin: '[',
        each: (report, isFirst) => `${isFirst ? '' : ','}\n${jsonOf(inJson(report), 2)}`,
        end: () => ['\n]\n'],
      };
    case 'markdown':
      return { keeps: 'json', end: (await import('../report/markdown.ts')).markdownOf };
    case 'sarif': {
      const { sarifText } = await import('./sarif-output.ts');
      return {
        keeps: 'all',
        end: (reports, placed, isComplete) => sarifText(reports, placed, isComplete, shell),
      };
    }
    case 'html': {
      const { htmlOf, pictureReader } = await import('./scan-html.ts');
      const pictureIn = pictureReader();
      const pictures: Map<string, NonNullable<ReturnType<typeof pictureIn>>> = new Map();
      const onRead: Printer['onRead'] = (inspection, written) => {
        const picture = pictures.has(inspection.sha256) ? null : pictureIn(inspection, written);
        if (picture) pictures.set(inspection.sha256, picture);
      };
      return { keeps: 'all', onRead, end: (reports) => htmlOf(reports, policy, pictures, messages()) };
    }
  }
}
