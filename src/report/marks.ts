/** The marks in a written URL: findings with a position, and lints that no finding reports. */
import type { DataUrl, Finding } from './report.ts';

/** Maximum number of marks in one written URL; more would be hard to distinguish. */
const maxMarks = 100;

export interface Mark extends Pick<Finding, 'messageId' | 'args' | 'message' | 'start' | 'end'> {
  /** The index of the finding; null for a lint. */
  finding: number | null;
}

/** The marks in a written URL, those of findings first. A finding about the whole URL gets no mark. */
export function marksOf({ findings, payload, length }: DataUrl): Mark[] {
  const ofFindings = findings.flatMap((finding, n) =>
    finding.start > 0 || finding.end < length ? [{ ...placed(finding), finding: n }] : [],
  );
  const reported = new Set(findings.map(({ messageId }) => messageId));
  const ofLints = (payload?.lints ?? []).flatMap(({ code, group, ...lint }) => {
    if (reported.has(code)) return [];
    const mark = placed({ ...lint, messageId: code });
    // A URL that is too long is marked where its excess begins, not over its whole length.
    return [{ ...mark, end: group === 'length' ? mark.start : mark.end, finding: null }];
  });
  return [...ofFindings, ...ofLints].slice(0, maxMarks);
}

const placed = ({ messageId, args, message, start, end }: Omit<Mark, 'finding'>) => ({
  messageId,
  args,
  message,
  start,
  end,
});
