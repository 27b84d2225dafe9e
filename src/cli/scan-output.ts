/** The output of `npm run scan` for each finding: a line as linters print it, or an annotation of a GitHub workflow. */
import { countText } from '../count-text.ts';
import type { Policy } from '../policy/policy-types.ts';
import { type PlacedFinding, placedFindings } from '../report/placed-findings.ts';
import { printable } from '../report/printable.ts';
import type { DataUrl, Finding, Report } from '../report/report.ts';
import { judge, verdictKey } from '../rules/index.ts';
import { type Occurrence, type Severity, severities, severityNames } from '../vocabulary.ts';
import { isElsewhere, repositoryPath } from './repository-path.ts';
import type { Shell } from './shell.ts';

/** A finding at one position in a file. */
export interface Reported {
  file: string;
  line: number;
  column: number;
  severity: Severity;
  message: string;
  rule: string;
}

/** The findings of a file, each at the position of each of its occurrences, in the order of the file. */
export function reportedIn(report: Report, placed: readonly PlacedFinding[]): Reported[] {
  const all = placed.flatMap(({ finding, occurrences }) =>
    occurrences.length > 0
      ? occurrences.map((occurrence) => reported(finding, occurrence))
      : [reported(finding, { ...positionIn(finding), frame: report.page.url })],
  );
  // A data: URL in the body of another often has the same finding.
  const distinct = new Map(all.map((each) => [JSON.stringify(each), each]));
  return [...distinct.values()].sort((a, b) => a.line - b.line || a.column - b.column);
}

const positionIn = ({ line, column }: Finding) =>
  line === undefined || column === undefined ? {} : { line, column };

const reported = (
  { severity, message, rule }: Pick<Finding, 'severity' | 'message' | 'rule'>,
  { frame, line = 1, column = 1 }: Pick<Occurrence, 'frame' | 'line' | 'column'>,
): Reported => ({ file: frame, line, column, severity, message, rule });

/** A file's findings with their occurrences; for one on the whole file, the first of a data: URL it names. */
export function* placedInFile(report: Report, policy: Policy): Generator<PlacedFinding, void, void> {
  const judges = new Map<DataUrl, Judge>();
  for (const placed of placedFindings(report)) {
    const { finding, path } = placed;
    const [outer] = path;
    if (outer) {
      const judgeAt = judges.get(outer) ?? judgeByUse(outer, policy);
      judges.set(outer, judgeAt);
      yield* placedByUse(placed, judgeAt);
    } else {
      const named = report.dataUrls.find(({ sha256 }) => finding.dataUrls?.includes(sha256));
      yield { ...placed, occurrences: named?.occurrences.slice(0, 1) ?? [] };
    }
  }
}

/** The findings that a data: URL has at one occurrence. */
type Judge = (occurrence: Occurrence) => readonly Finding[];

function judgeByUse(dataUrl: DataUrl, policy: Policy): Judge {
  const byUse = new Map<string, Finding[]>();
  return (occurrence) => {
    const use = verdictKey(occurrence);
    const known = byUse.get(use);
    if (known) return known;
    const own = withNested(judge({ inspection: dataUrl, occurrences: [occurrence], policy }));
    byUse.set(use, own);
    return own;
  };
}

/**
 * Judges each occurrence on its own: a data: URL may be used in one and only quoted in another. A finding
 * that needs all of them gets the first.
 */
function* placedByUse(placed: PlacedFinding, judgeAt: Judge): Generator<PlacedFinding, void, void> {
  const { finding, occurrences } = placed;
  const bySeverity = new Map<Severity, Occurrence[]>();
  for (const occurrence of occurrences) {
    const own = judgeAt(occurrence).find(
      ({ rule, messageId }) => rule === finding.rule && messageId === finding.messageId,
    );
    if (!own) continue;
    const same = bySeverity.get(own.severity);
    if (same) same.push(occurrence);
    else bySeverity.set(own.severity, [occurrence]);
  }
  if (bySeverity.size === 0) yield { ...placed, occurrences: occurrences.slice(0, 1) };
  for (const [severity, own] of bySeverity)
    yield { ...placed, finding: { ...finding, severity }, occurrences: own };
}

/** The findings of a data: URL and of those in its body, which have the same position. */
const withNested = ({ findings, nested }: Pick<DataUrl, 'findings' | 'nested'>): Finding[] => [
  ...findings,
  ...nested.flatMap(withNested),
];

/** A file that could not be scanned, as an error at its beginning. */
export const failureAt = (file: string, reason: string): Reported => ({
  ...{ file, line: 1, column: 1, severity: 'error', rule: 'not-scanned' },
  message: `Not scanned: ${reason}.`,
});

/** `file:line:column severity message rule`, which the problem matchers of editors read. */
export const lineOf = ({ file, line, column, severity, message, rule }: Reported): string =>
  `${printable(file)}:${line}:${column} ${severity} ${oneLine(message)} ${rule}\n`;

const oneLine = (text: string): string => printable(text.replaceAll(/\s+/g, ' '));

const commands: Record<Severity, string> = { error: 'error', warning: 'warning', info: 'notice' };

/** A workflow command: https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands */
const annotationOf = ({ file, line, column, severity, message, rule }: Reported, shell: Shell): string =>
  command(commands[severity], message, {
    file: isElsewhere(file) ? file : repositoryPath(file, shell),
    ...{ line, col: column, title: rule },
  });

function command(name: string, message: string, properties: Record<string, string | number>): string {
  const listed = Object.entries(properties).map(([key, value]) => `${key}=${property(String(value))}`);
  return `::${name} ${listed.join(',')}::${data(oneLine(message))}\n`;
}

/**
 * Annotations that GitHub shows of one step: 10 errors, 10 warnings and 10 notices, of which one gives the number of the
 * others. https://github.com/actions/toolkit/blob/main/docs/problem-matchers.md#limitations and, without notices,
 * https://docs.github.com/en/rest/checks/runs#update-a-check-run
 */
const maxAnnotations: Record<Severity, number> = { error: 10, warning: 10, info: 9 };

/** Prints as many annotations as GitHub shows; further findings are lines of the log. */
export interface Annotator {
  textOf(findings: readonly Reported[]): string;
  /** A notice with the number of the findings that are only in the log; empty for none. */
  rest(): string;
}

export function annotator(shell: Shell): Annotator {
  const counts: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  const one = (reported: Reported): string =>
    ++counts[reported.severity] <= maxAnnotations[reported.severity]
      ? annotationOf(reported, shell)
      : logLine(reported);
  return {
    textOf: (findings) => findings.map(one).join(''),
    rest() {
      const more = severities.flatMap((severity) => {
        const count = counts[severity] - maxAnnotations[severity];
        return count > 0 ? [countText(count, `more ${severityNames[severity]}`)] : [];
      });
      if (more.length === 0) return '';
      const message = `GitHub shows 10 annotations of a kind for each step. The log has ${more.join(', ')}.`;
      return command('notice', message, { title: 'data: URLs' });
    },
  };
}

/** A line that GitHub's runner can't take for a command, whatever a file or its text is called. */
const logLine = (reported: Reported): string => `also ${lineOf(reported).replaceAll('##[', '#\\u{23}[')}`;

const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string =>
  data(printable(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
