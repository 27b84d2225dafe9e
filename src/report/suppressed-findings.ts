/** Findings that a comment in the file suppresses, with the reason in the comment. */
import type { Occurrence } from '../vocabulary.ts';
import type { PlacedFinding } from './placed-findings.ts';
import type { Finding, Report, Suppression } from './report.ts';

/**
 * The findings of a Report, with the reason for each that is suppressed. If only some occurrences of a finding are
 * suppressed, the finding is split.
 *
 * @returns the findings, and the suppressions that suppress nothing
 */
export function suppressIn(
  { suppressions = [] }: Pick<Report, 'suppressions'>,
  placed: Iterable<PlacedFinding>,
): { placed: Iterable<PlacedFinding>; unused: Suppression[] } {
  if (suppressions.length === 0) return { placed, unused: [] };
  const used = new Set<Suppression>();
  const keyOf = (rule: string, line: number | undefined) => `${rule} ${line ?? ''}`;
  // Of equal suppressions, the first counts; the others are unused.
  const byKey = new Map(suppressions.toReversed().map((each) => [keyOf(each.rule, each.of), each]));
  const reasonAt = ({ rule }: Finding, line: number | undefined): string | undefined => {
    const found = byKey.get(keyOf(rule, line)) ?? byKey.get(keyOf(rule, undefined));
    if (found) used.add(found);
    return found?.reason;
  };
  const split = (one: PlacedFinding): PlacedFinding[] => {
    const { finding, occurrences } = one;
    const mark = (suppression: string | undefined) => suppression !== undefined && { suppression };
    if (occurrences.length === 0) return [{ ...one, ...mark(reasonAt(finding, finding.line)) }];
    const byReason = new Map<string | undefined, Occurrence[]>();
    for (const occurrence of occurrences) {
      const reason = reasonAt(finding, occurrence.line);
      const same = byReason.get(reason);
      if (same) same.push(occurrence);
      else byReason.set(reason, [occurrence]);
    }
    return Array.from(byReason, ([reason, own]) => ({ ...one, occurrences: own, ...mark(reason) }));
  };
  const all = Array.from(placed).flatMap(split);
  return { placed: all, unused: suppressions.filter((each) => !used.has(each)) };
}
