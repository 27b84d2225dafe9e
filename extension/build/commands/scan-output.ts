/** The output of `npm run scan` for each finding: a line as linters print it, or an annotation of a GitHub workflow. */
import type { Policy } from '../../../src/policy.ts';
import { printable } from '../../../src/report/printable.ts';
import type { DataUrl, Finding, Report } from '../../../src/report/report.ts';
import { judge } from '../../../src/rules/index.ts';
import type { Occurrence, Severity } from '../../../src/vocabulary.ts';

/** A finding at one place of a file. */
export interface Reported {
  file: string;
  line: number;
  column: number;
  severity: Severity;
  message: string;
  rule: string;
}

/** The properties of an occurrence on which the verdict depends. */
const useOf = ({ destination, place, inert, element }: Occurrence): string =>
  `${destination} ${place} ${inert} ${element === 'use'}`;

/** All findings of a file, each at every place that it is about, in the order of the file. */
export function reportedIn(report: Report, policy: Policy): Reported[] {
  const { page, dataUrls } = report;
  const all = dataUrls.flatMap((dataUrl) => reportedFor(dataUrl, policy));
  for (const finding of report.findings) {
    const first = dataUrls.find(({ sha256 }) => finding.dataUrls?.includes(sha256))?.occurrences[0];
    all.push(reported(finding, first ?? { frame: page.url }));
  }
  // A data: URL in the body of another often has the same finding.
  const distinct = new Map(all.map((each) => [JSON.stringify(each), each]));
  return [...distinct.values()].sort((a, b) => a.line - b.line || a.column - b.column);
}

const reported = (
  { severity, message, rule }: Pick<Finding, 'severity' | 'message' | 'rule'>,
  { frame, line = 1, column = 1 }: Pick<Occurrence, 'frame' | 'line' | 'column'>,
): Reported => ({ file: frame, line, column, severity, message, rule });

/**
 * A data: URL may be used at one place and only quoted at another: each is judged on its own. A finding that needs all
 * of them stands at the first.
 */
function reportedFor(dataUrl: DataUrl, policy: Policy): Reported[] {
  const { occurrences, findings } = dataUrl;
  const byUse = new Map<string, Finding[]>();
  const ownOf = (occurrence: Occurrence): Finding[] => {
    const use = useOf(occurrence);
    const own =
      byUse.get(use) ?? withNested(judge({ inspection: dataUrl, occurrences: [occurrence], policy }));
    byUse.set(use, own);
    return own;
  };
  const all: Reported[] = [];
  for (const finding of withNested({ findings, nested: dataUrl.nested })) {
    let count = 0;
    for (const occurrence of occurrences) {
      const own = ownOf(occurrence).find(
        ({ rule, messageId }) => rule === finding.rule && messageId === finding.messageId,
      );
      if (!own) continue;
      count++;
      all.push(reported({ ...finding, severity: own.severity }, occurrence));
    }
    if (count === 0 && occurrences[0]) all.push(reported(finding, occurrences[0]));
  }
  return all;
}

/** The findings of a data: URL and of those in its body, which stand at the same place. */
const withNested = ({ findings, nested }: Pick<DataUrl, 'findings' | 'nested'>): Finding[] => [
  ...findings,
  ...nested.flatMap(withNested),
];

/** `file:line:column severity message rule`, which the problem matchers of editors read. */
export const lineOf = ({ file, line, column, severity, message, rule }: Reported): string =>
  `${printable(file)}:${line}:${column} ${severity} ${oneLine(message)} ${rule}\n`;

const oneLine = (text: string): string => printable(text.replaceAll(/\s+/g, ' '));

const commands: Record<Severity, string> = { error: 'error', warning: 'warning', info: 'notice' };

/** A workflow command: https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands */
export function annotationOf({ file, line, column, severity, message, rule }: Reported): string {
  const properties = { file: file.replace(/^\.\//, ''), line, col: column, title: rule };
  const listed = Object.entries(properties).map(([key, value]) => `${key}=${property(String(value))}`);
  return `::${commands[severity]} ${listed.join(',')}::${data(oneLine(message))}\n`;
}

const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
