/** What is marked in a written URL: findings that point to a place, and lints that no finding tells. */
import { maxMarks } from './limits.ts';
import type { DataUrl, Finding } from './report.ts';

export interface Mark extends Pick<Finding, 'messageId' | 'args' | 'message' | 'start' | 'end'> {
  /** Its number among the findings; null for a lint. */
  finding: number | null;
}

/** Those of findings first; what is said of the whole URL marks no place. */
export function marksOf({ findings, payload, length }: DataUrl): Mark[] {
  const ofFindings = findings.flatMap((finding, n) =>
    finding.start > 0 || finding.end < length ? [{ ...placed(finding), finding: n }] : [],
  );
  const reported = new Set(findings.map(({ messageId }) => messageId));
  const ofLints = (payload?.lints ?? []).flatMap(({ code, group, ...lint }) => {
    if (reported.has(code)) return [];
    const mark = placed({ ...lint, messageId: code });
    // What is too long is marked where that begins, not in all its length.
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
