import { hasEnglish } from '../has-english.ts';
import type { DataUrl, Finding } from '../report/report.ts';
import { severityRank } from '../vocabulary.ts';
import { isPassive, rule, verdict } from './rule.ts';

/** Destinations that load even within a picture. An SVG image shows its own images and fonts. */
const loadsInImages = new Set(['image', 'font', 'style']);

/**
 * The most severe finding of a nested data: URL; null if there is none above info, or if the outer URL never loads the
 * nested one.
 */
function findingToReport(inner: DataUrl, isPicture: boolean): Finding | null {
  const [finding] = inner.findings;
  if (!finding || finding.severity === 'info') return null;
  const isIdle = isPicture && inner.occurrences.every(({ destination }) => !loadsInImages.has(destination));
  return isIdle ? null : finding;
}

export const nestedDataUrl = rule({
  id: 'nested-data-url',
  category: 'security',
  effect: 'deceives',
  isCertain: false,
  texts: hasEnglish && {
    title: 'Nested data: URL with findings',
    why: 'Content stays dangerous or broken inside another data: URL, where fewer tools look.',
    fix: 'Open the nested data: URL and follow the advice there.',
    source: { name: 'MITRE ATT&CK, T1027', url: 'https://attack.mitre.org/techniques/T1027/' },
    messages: {
      'nested-data-url': {
        one: '{count} flagged nested data: URL: {type} ({rule}).',
        other: '{count} flagged nested data: URLs. Most severe: {type} ({rule}).',
      },
    },
    examples: {
      bad: '<iframe src="data:text/html,<a href=\'data:text/html,<form action=https://example.com/><input type=password></form>\'>Sign in</a>"></iframe>',
      good: '<iframe src="menu.html"></iframe>',
    },
  },
  yieldsTo: () => ['use-data-url'],
  check(subject) {
    const isPicture = isPassive(subject);
    const flagged = subject.nested.flatMap((inner) => {
      const finding = findingToReport(inner, isPicture);
      return finding ? [{ inner, finding }] : [];
    });
    flagged.sort((a, b) => severityRank[b.finding.severity] - severityRank[a.finding.severity]);
    const [first] = flagged;
    if (!first) return [];
    const type = first.inner.essence ?? 'data:';
    const args = { count: flagged.length, type, rule: first.finding.rule };
    // If the inner URL can run something, so can the outer one.
    const runs = flagged.some(({ finding }) => finding.effect === 'can-run');
    const isCertain = first.finding.severity === 'error';
    return [verdict(subject, 'nested-data-url', args, { isCertain, ...(runs && { effect: 'can-run' }) })];
  },
});
