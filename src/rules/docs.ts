/** All rules with their texts, for surfaces, exports, and documentation, but not for the worker. */
import { lintTexts } from '../data-url/lints/lint-texts.ts';
import type { Text } from '../format-numbers.ts';
import type { Severity } from '../vocabulary.ts';
import { crashTexts } from './findings.ts';
import { type AnyRule, rules } from './index.ts';
import { type AnyPageRule, pageRules } from './page/index.ts';
import type { MessageIdOf, RuleHead } from './rule.ts';
import { severityOf } from './severity.ts';
import type { RuleTexts } from './texts.ts';

/** A rule as documented for users. */
export interface RuleDocs extends Pick<RuleHead, 'id' | 'category' | 'effect' | 'isCertain'>, RuleTexts {
  /**
   * The severity of the rule's findings, unless their effect differs from the rule's, both browsers refuse the URL, or
   * the policy sets another severity.
   */
  severity: Severity;
}

/** Every rule with its texts, including page rules. */
export const ruleDocs: readonly RuleDocs[] = [...rules, ...pageRules].map((rule) => ({
  id: rule.id,
  category: rule.category,
  effect: rule.effect,
  ...(rule.isCertain === false && { isCertain: false }),
  severity: severityOf(rule),
  ...rule.texts,
}));

/** The id of a rule or page rule. */
export type RuleId = (AnyRule | AnyPageRule)['id'];

/** The id of the message of a finding, a lint, or a problem. It is stable, and the key for translations. */
export type MessageId = MessageIdOf<AnyRule | AnyPageRule> | keyof typeof lintTexts | keyof typeof crashTexts;

/** The texts of all messages. */
export const messageTexts = Object.assign(
  {},
  ...ruleDocs.map(({ messages }) => messages),
  lintTexts,
  crashTexts,
) as Record<MessageId, Text>;

/** Arguments that are not shown in a message's text. */
const unshownArguments: Partial<Record<MessageId, readonly string[]>> = {
  'base64-leftover-bits': ['character'],
};

/** The form of a text for numbers other than one; the text itself if it has no plural forms. */
export const otherForm = (text: Text): string => (typeof text === 'string' ? text : text.other);

/** The names of the arguments that a text shows, in the order of their appearance. */
export const shownIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)),
];

/** The names of a message's arguments in alphabetical order, which determines their numbers in translations. */
export const argumentNames = (id: MessageId): string[] =>
  [...new Set([...shownIn(otherForm(messageTexts[id])), ...(unshownArguments[id] ?? [])])].sort();
