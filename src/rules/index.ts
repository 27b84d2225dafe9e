/** All rules, and the judgement of one data: URL by them. */
import { problemCodes } from '../data-url/problems.ts';
import { type Disallowed, type Finding, type Severity, severityRank } from '../report/report.ts';
import { disallowedIn, disallowedType } from './disallowed-type.ts';
import { invalidDataUrl } from './invalid-data-url.ts';
import type { Rule, Subject } from './rule.ts';

export const rules: readonly Rule[] = [invalidDataUrl, disallowedType];

export interface Judgement {
  disallowed: Disallowed | null;
  /** Gravest first. */
  findings: Finding[];
}

/** All ids that a finding's message can have: what surfaces translate. */
export const messageIds: readonly string[] = [
  ...problemCodes,
  'disallowed-declared',
  'disallowed-detected',
  'rule-crashed',
];

/** Judges one data: URL by every rule; a rule that throws becomes a finding about itself. */
export function judge(subject: Subject, by: readonly Rule[] = rules): Judgement {
  const findings = by.flatMap((rule) => findingsOf(rule, subject));
  findings.sort((a, b) => severityRank[b.severity] - severityRank[a.severity]);
  const disallowed = disallowedIn(subject);
  return {
    disallowed: disallowed && {
      pattern: disallowed.pattern,
      destination: disallowed.destination,
      type: disallowed.type,
      by: disallowed.by,
    },
    findings,
  };
}

/** The gravest severity of some findings, or null if there are none. */
export function worstOf(findings: readonly Finding[]): Severity | null {
  return findings.reduce<Severity | null>(
    (worst, { severity }) =>
      worst === null || severityRank[severity] > severityRank[worst] ? severity : worst,
    null,
  );
}

/** A data: URL is flagged when something is wrong with it, not when something could be said about it. */
export const isFlagged = (findings: readonly Finding[]): boolean => {
  const worst = worstOf(findings);
  return worst === 'error' || worst === 'warning';
};

function findingsOf(rule: Rule, subject: Subject): Finding[] {
  const common = { rule: rule.id, category: rule.category, help: `#${rule.id}` };
  try {
    return rule.check(subject).map((verdict) => ({ ...common, severity: rule.severity, ...verdict }));
  } catch (error) {
    return [
      {
        ...common,
        severity: 'info',
        messageId: 'rule-crashed',
        args: { rule: rule.id, error: String(error) },
        message: `The rule ${rule.id} failed: ${String(error)}`,
        start: 0,
        end: subject.inspection.length,
      },
    ];
  }
}
