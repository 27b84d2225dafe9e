/** All rules with their texts, for surfaces, exports and documentation, but not for the worker. */
import { rules } from './index.ts';

import { pageRules } from './page/index.ts';
import type { RuleHead } from './rule.ts';
import { type RuleTexts, ruleTexts } from './rule-texts.ts';

/** A rule as people read about it. */
export interface RuleDocs extends RuleHead, RuleTexts {}

/** Every rule with its texts, page rules included. */
export const ruleDocs: readonly RuleDocs[] = [...rules, ...pageRules].map(
  ({ id, category, severity, messageIds }) => ({
    ...{ id, category, severity, messageIds },
    ...ruleTexts[id as keyof typeof ruleTexts],
  }),
);

/** All ids of findings' messages, which surfaces translate. */
export const messageIds: readonly string[] = [
  ...new Set([...ruleDocs.flatMap((rule) => rule.messageIds), 'rule-crashed']),
];
