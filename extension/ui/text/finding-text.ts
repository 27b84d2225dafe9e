/** The text of a finding, in the user's language where it is translated. */

import { countIn, figureText } from '../../../src/figures.ts';
import type { Danger } from '../../../src/policy/dangers.ts';
import type { Finding } from '../../../src/report/report.ts';
import type { MessageId } from '../../../src/rules/docs.ts';
import type { Destination } from '../../../src/vocabulary.ts';
import { locale, message, messageOfCount, snake } from '../../platform/i18n.ts';
import { isolated } from './direction.ts';
import { visibleText } from './format.ts';
import { ruleText } from './rule-text.ts';

/**
 * `disallowed-declared` is `finding_disallowed_declared` in `_locales`, or a plural form of it; its arguments are in
 * the order of their names.
 */
export function findingText({
  messageId,
  args,
  message: english,
}: Pick<Finding, 'messageId' | 'args' | 'message'>): string {
  const key = `finding_${snake(messageId as MessageId)}` as const;
  const values = Object.keys(args)
    .sort()
    .map((name) => argumentText(name, args[name] ?? ''));
  const text = messageOfCount(key, countIn(args), ...values) ?? message(key, ...values);
  // A saved report may be of another version, with a message unknown to this one.
  return text === key ? visibleText(english) : text;
}

/** People know rules by their titles; that of a rule of another version is unknown. */
function ruleName(id: string): string {
  const { title } = ruleText(id);
  return title.startsWith('rule_') ? visibleText(id) : title;
}

/** Arguments may be text of the page. */
function argumentText(name: string, value: string | number): string {
  if (typeof value === 'number') return figureText(name, value, locale());
  if (name === 'source' && value === 'header without cookies') return message('headerWithoutCookies');
  if (name === 'why') return message(`danger_${value.split(' ', 1)[0]!.toLowerCase() as Danger}`);
  if (name === 'rule') return isolated(ruleName(value));
  if (name === 'destination') return message(`usage_${value as Destination}`);
  return isolated(visibleText(value));
}
