import type { DataUrl, Finding } from '../report/report.ts';
import { type Severity, severityRank } from '../vocabulary.ts';
import { isPassive, type Rule, verdict } from './rule.ts';

/** Destinations that load even in a picture: an SVG image shows its own images and fonts. */
const loadsInImages = new Set(['image', 'font', 'style']);

/** The most severe finding of a nested data: URL; null for infos, and if the outer URL never loads it. */
function gravest(inner: DataUrl, isPicture: boolean): { finding: Finding; severity: Severity } | null {
  const [finding] = inner.findings;
  if (!finding || finding.severity === 'info') return null;
  const isIdle = isPicture && inner.occurrences.every(({ destination }) => !loadsInImages.has(destination));
  return isIdle ? null : { finding, severity: finding.severity };
}

export const nestedDataUrl: Rule = {
  id: 'nested-data-url',
  category: 'security',
  severity: 'warning',
  messageIds: ['nested-data-url'],
  yieldsTo: () => ['use-data-url'],
  check(subject) {
    const isPicture = isPassive(subject);
    const flagged = subject.nested.flatMap((inner) => {
      const found = gravest(inner, isPicture);
      return found ? [{ inner, ...found }] : [];
    });
    flagged.sort((a, b) => severityRank[b.severity] - severityRank[a.severity]);
    const [first] = flagged;
    if (!first) return [];
    const type = first.inner.essence ?? 'data:';
    const args = { count: flagged.length, type, rule: first.finding.rule };
    return [verdict(subject, 'nested-data-url', args, { severity: first.severity })];
  },
};
