/** The texts of a rule, in the user's language. */
import type { RuleId } from '../../../src/rules/docs.ts';
import { message, snake } from '../../platform/i18n.ts';

/** A rule's title, reason and remedy; those of `large-inline` are `rule_large_inline_…` in `_locales`. */
export function ruleText(id: string): { title: string; why: string; fix: string } {
  // A saved report may be of another version, with a rule unknown to this one.
  const name = snake(id as RuleId);
  return {
    title: message(`rule_${name}_title`),
    why: message(`rule_${name}_why`),
    fix: message(`rule_${name}_fix`),
  };
}
