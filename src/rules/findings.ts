/** Applies a rule, and turns its verdicts into findings; an error that the rule throws becomes a finding, too. */
import { hasEnglish } from '../has-english.ts';
import type { Policy } from '../policy/policy-types.ts';
import type { Finding } from '../report/report.ts';
import { type Severity, severityRank } from '../vocabulary.ts';
import type { RuleHead, Verdict } from './rule.ts';
import { severityOf, type Use } from './severity.ts';
import { messageText } from './texts.ts';

const settingOf = ({ id }: Pick<RuleHead, 'id'>, { rules }: Policy) =>
  Object.hasOwn(rules, id) ? rules[id] : undefined;

/** Whether a rule is turned off. */
export const isOff = (rule: Pick<RuleHead, 'id'>, policy: Policy): boolean =>
  settingOf(rule, policy) === 'off';

/** The message about a rule that threw an error. */
export const crashTexts = hasEnglish && {
  'rule-crashed': 'Rule "{rule}" stopped with an error. Report this bug: {error}',
};

/** A verdict with its rule. */
export interface Judged {
  rule: RuleHead;
  verdict: Verdict;
}

/** The list is shared between calls, because most rules have no verdict on most URLs. */
const none: readonly Judged[] = [];

/**
 * The verdicts of one rule.
 *
 * @param length length of the subject in code units; if the rule crashes, the verdict about that covers all of it
 */
export function judgedBy(
  rule: RuleHead,
  check: () => readonly Verdict[],
  policy: Policy,
  length: number,
): readonly Judged[] {
  if (isOff(rule, policy)) return none;
  try {
    const verdicts = check();
    return verdicts.length === 0 ? none : verdicts.map((verdict) => ({ rule, verdict }));
  } catch (error) {
    const args = { rule: rule.id, error: String(error) };
    const verdict: Verdict = { messageId: 'rule-crashed', args, start: 0, end: length, effect: 'advice' };
    return [{ rule: { ...rule, texts: { ...rule.texts, messages: crashTexts } }, verdict }];
  }
}

/** The severity that the policy sets for the rule; otherwise the severity of the verdict's effect. */
export function severityIn({ rule, verdict }: Judged, policy: Policy, use: Use): Severity {
  const setting = settingOf(rule, policy);
  return setting === undefined || setting === 'off' ? severityOf({ ...rule, ...verdict }, use) : setting;
}

/** Turns a verdict into a finding. */
export function findingOf(judged: Judged, policy: Policy, as: Use = 'used'): Finding {
  const { id, category, texts } = judged.rule;
  const use = as === 'quoted' && judged.verdict.isMeant ? 'inert' : as;
  const { messageId, args, start, end, dataUrls, effect = judged.rule.effect } = judged.verdict;
  // If a page only quotes a URL, cost is its only effect.
  const ownEffect = use === 'quoted' && effect !== 'costs' ? 'advice' : effect;
  return {
    ...{ rule: id, severity: severityIn(judged, policy, use), category, effect: ownEffect, messageId, args },
    ...{ message: messageText(texts.messages, messageId, args), start, end },
    ...(dataUrls && { dataUrls }),
    help: `#${id}`,
  };
}

/** Sorts findings by severity, most severe first, then by the order of the rules. */
export function bySeverity(findings: readonly Finding[], by: readonly RuleHead[]): Finding[] {
  if (findings.length < 2) return [...findings];
  const orderOf = ({ rule }: Finding) => by.findIndex(({ id }) => id === rule);
  return findings.toSorted(
    (a, b) => severityRank[b.severity] - severityRank[a.severity] || orderOf(a) - orderOf(b),
  );
}
