/** The texts of findings and rules, where they are translated. */
import { countIn, formatArgument } from '../format-numbers.ts';
import { type Language, snake } from '../language.ts';
import type { Finding } from '../report/report.ts';
import { visibleText } from '../report/visible-text.ts';
import { directionsOf } from './direction.ts';

export function findingTextsOf(language: Language) {
  const { locale, message, messageOfCount } = language;
  const { isolated } = directionsOf(language);

  /** A rule's title, reason and remedy; those of `large-inline` are `rule_large_inline_…` in `_locales`. */
  function ruleText(id: string): { title: string; why: string; fix: string } {
    const name = snake(id);
    return {
      title: message(`rule_${name}_title`),
      why: message(`rule_${name}_why`),
      fix: message(`rule_${name}_fix`),
    };
  }

  /** People know rules by their titles; that of a rule of another version is unknown. */
  function ruleName(id: string): string {
    const { title } = ruleText(id);
    return title.startsWith('rule_') ? visibleText(id) : title;
  }

  /** Arguments may be text of the page. */
  function argumentText(name: string, value: string | number): string {
    if (typeof value === 'number') return formatArgument(name, value, locale());
    if (name === 'source' && value === 'header without cookies') return message('headerWithoutCookies');
    if (name === 'why') return message(`danger_${value.split(' ', 1)[0]!.toLowerCase()}`);
    if (name === 'rule') return isolated(ruleName(value));
    if (name === 'destination') return message(`usage_${value}`);
    return isolated(visibleText(value));
  }

  /**
   * `disallowed-declared` is `finding_disallowed_declared` in `_locales`, or a plural form of it; its arguments are in
   * the order of their names.
   */
  function findingText({
    messageId,
    args,
    message: english,
  }: Pick<Finding, 'messageId' | 'args' | 'message'>): string {
    const key = `finding_${snake(messageId)}`;
    const values = Object.keys(args)
      .sort()
      .map((name) => argumentText(name, args[name] ?? ''));
    const text = messageOfCount(key, countIn(args), ...values) ?? message(key, ...values);
    // A saved report may be of another version, with a message unknown to this one.
    return text === key ? visibleText(english) : text;
  }

  return { findingText, ruleText };
}
