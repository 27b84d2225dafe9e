/** Turns verdicts into findings, with the severity by the policy; a rule that throws becomes a finding. */
import type { Policy } from '../policy/policy-types.ts';
import type { Finding } from '../report/report.ts';
import { severityRank } from '../vocabulary.ts';
import { englishText } from './messages.ts';
import type { RuleHead, Verdict } from './rule.ts';

const settingOf = ({ id }: RuleHead, { rules }: Policy) => (Object.hasOwn(rules, id) ? rules[id] : undefined);

/** Whether a rule is turned off. */
export const isOff = (rule: RuleHead, policy: Policy): boolean => settingOf(rule, policy) === 'off';

/**
 * The findings of one rule.
 *
 * @param length code units of the subject; a finding about a crash covers all of them
 */
export function findingsOf(
  rule: RuleHead,
  check: () => Verdict[],
  policy: Policy,
  length: number,
): Finding[] {
  const setting = settingOf(rule, policy);
  if (setting === 'off') return [];
  const common = { rule: rule.id, severity: rule.severity, category: rule.category };
  const help = `#${rule.id}`;
  try {
    const verdicts = check();
    const changed = setting === undefined ? {} : { severity: setting };
    return verdicts.map((verdict) => ({ ...common, ...verdict, ...changed, help }));
  } catch (error) {
    const args = { rule: rule.id, error: String(error) };
    const messageId = 'rule-crashed';
    const message = englishText(messageId, args);
    return [{ ...common, severity: 'info', messageId, args, message, start: 0, end: length, help }];
  }
}

/** Sorted by severity, the most severe first, and then by the order of the rules. */
export function gravestFirst(findings: readonly Finding[], by: readonly RuleHead[]): Finding[] {
  if (findings.length < 2) return [...findings];
  const order = new Map(by.map(({ id }, at) => [id, at]));
  const orderOf = ({ rule }: Finding) => order.get(rule) ?? by.length;
  return findings.toSorted(
    (a, b) => severityRank[b.severity] - severityRank[a.severity] || orderOf(a) - orderOf(b),
  );
}
