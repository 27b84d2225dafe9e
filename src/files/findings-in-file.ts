/** Assigns the findings of a file to positions in the file. */
import type { Policy } from '../policy/policy-types.ts';
import { type PlacedFinding, placedFindings } from '../report/placed-findings.ts';
import type { DataUrl, FileRepair, Finding, Report } from '../report/report.ts';
import { droppedCss } from '../rules/dropped-css.ts';
import { judge, verdictKey } from '../rules/index.ts';
import { messageText } from '../rules/texts.ts';
import { type Occurrence, type Severity, severityRank } from '../vocabulary.ts';
import { literalJudgement } from './template-inspection.ts';

/** A finding at one position in a file. */
export interface Reported {
  file: string;
  line: number;
  column: number;
  severity: Severity;
  message: string;
  rule: string;
  /** The position of the fault in the data: URL, in code units from 1; absent if the finding concerns all of it. */
  position?: number;
  /** The repair of the data: URL, if it removes the cause of the finding. */
  repair?: FileRepair;
}

/**
 * The findings of a file, once per occurrence, in the order of the file. Findings on nested data: URLs name these, and
 * replace the one on the outer data: URL that counts them, unless that one is more severe.
 */
export function reportedIn(report: Report, placed: readonly PlacedFinding[]): Reported[] {
  /** The ranks of the most severe findings on nested data: URLs, by the outer data: URL and its occurrence. */
  const flagged = new Map<DataUrl | undefined, Map<Occurrence, number>>();
  for (const { finding, path, occurrences } of placed)
    for (const outer of finding.severity === 'info' ? [] : path.slice(0, -1)) {
      const known = flagged.get(outer) ?? new Map<Occurrence, number>();
      flagged.set(outer, known);
      for (const each of occurrences)
        known.set(each, Math.max(severityRank[finding.severity], known.get(each) ?? 0));
    }
  // A data: URL in the body of another often causes the same finding.
  const distinct = new Map<string, Reported>();
  for (const { finding, path, occurrences } of placed) {
    const dataUrl = path.at(-1);
    const counted = finding.rule === 'nested-data-url' ? flagged.get(dataUrl) : undefined;
    const places: Parameters<typeof reported>[1][] =
      occurrences.length > 0
        ? occurrences.filter((each) => (counted?.get(each) ?? 0) < severityRank[finding.severity])
        : [{ ...positionIn(finding), frame: report.page.url }];
    for (const place of places) {
      const each = reported(finding, place);
      if (path.length > 1) {
        if (distinct.has(JSON.stringify(each))) continue;
        each.message = `Nested ${dataUrl?.essence ?? 'data: URL'}: ${each.message}`;
      }
      const own = path.length === 1 ? positionAndRepair(finding, dataUrl) : {};
      distinct.set(JSON.stringify(each), { ...each, ...own });
    }
  }
  return [...distinct.values()].sort((a, b) => a.line - b.line || a.column - b.column);
}

/** The position of a finding that concerns the file as a whole, if there is one. */
export const positionIn = ({ line, column }: Finding): { line?: number; column?: number } =>
  line === undefined || column === undefined ? {} : { line, column };

const reported = (finding: Finding, place: Partial<Occurrence> & Pick<Occurrence, 'frame'>): Reported => {
  const { severity, rule } = finding;
  const { frame, line = 1, column = 1 } = place;
  return { file: frame, line, column, severity, message: messageAt(finding, place), rule };
};

function positionAndRepair({ start, messageId }: Finding, dataUrl: DataUrl | undefined): Partial<Reported> {
  const { repair, length = 0 } = dataUrl ?? {};
  return {
    ...(start > 0 && start < length && { position: start + 1 }),
    ...(repair?.removes.includes(messageId) && { repair }),
  };
}

/** The message of a finding at one occurrence: the finding itself has the position of the cause at the first one. */
export function messageAt({ messageId, message }: Finding, { dropped }: Partial<Occurrence>): string {
  if (!dropped || messageId !== `dropped-${dropped.cause}`) return message;
  const { cause, line, column } = dropped;
  return messageText(droppedCss.texts.messages, `dropped-${cause}`, { line, column });
}

/**
 * Assigns occurrences to a file's findings. A finding about the whole file is placed at the first occurrence of a data:
 * URL that it names.
 */
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

/** Returns the findings of a data: URL at one occurrence. */
type Judge = (occurrence: Occurrence) => readonly Finding[];

function judgeByUse(dataUrl: DataUrl, policy: Policy): Judge {
  const byUse = new Map<string, Finding[]>();
  return (occurrence) => {
    const { placeholders } = occurrence;
    const use = `${verdictKey(occurrence)} ${JSON.stringify(placeholders ?? null)}`;
    const known = byUse.get(use);
    if (known) return known;
    const judged = judge({ inspection: dataUrl, occurrences: [occurrence], policy });
    // The same text may be a whole URL elsewhere in the file.
    const own = withNested(placeholders ? literalJudgement(judged, placeholders) : judged);
    byUse.set(use, own);
    return own;
  };
}

/**
 * Judges each occurrence on its own, because a data: URL may be used in one and only quoted in another. A finding that
 * depends on all occurrences is placed at the first one.
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

/** The findings of a data: URL and of the data: URLs in its body, which share its position. */
const withNested = ({ findings, nested }: Pick<DataUrl, 'findings' | 'nested'>): Finding[] => [
  ...findings,
  ...nested.flatMap(withNested),
];
