/** The translated text of a finding. */
import { countIn, formatArgument } from '../format-numbers.ts';
import { type MessageFunction, snake } from '../message.ts';
import type { Finding } from '../report/report.ts';
import { visibleText } from '../report/visible-text.ts';
import { isolatedIn } from './direction.ts';

/**
 * The text of a finding in the user's language. For `disallowed-declared`, the key in `_locales` is
 * `finding_disallowed_declared`, or a plural form of it. Arguments are in the alphabetical order of their names.
 */
export const findingTextIn =
  (message: MessageFunction) =>
  ({ messageId, args, message: english }: Pick<Finding, 'messageId' | 'args' | 'message'>): string => {
    const key = `finding_${snake(messageId)}`;
    const values = Object.keys(args)
      .sort()
      .map((name) => argumentText(message, name, args[name] ?? ''));
    const count = countIn(args);
    const text = message(key, ...(count === undefined ? [] : [count]), ...values);
    // A saved report may come from another version and contain messages that this version lacks.
    return text === key ? visibleText(english) : text;
  };

/** Formats an argument, which may be text from the page. */
function argumentText(message: MessageFunction, name: string, value: string | number): string {
  const isolated = isolatedIn(message);
  if (typeof value === 'number') return formatArgument(name, value, message('locale'));
  if (name === 'source' && value === 'header without cookies') return message('headerWithoutCookies');
  if (name === 'why') return message(`danger_${value.split(' ', 1)[0]!.toLowerCase()}`);
  if (name === 'rule') return isolated(ruleName(message, value));
  if (name === 'destination') return message(`usage_${value}`);
  if (name === 'holds')
    return value
      .split(', ')
      .map((each) => isolated(heldText(message, visibleText(each))))
      .join(', ');
  return isolated(visibleText(value));
}

/** Translates `onload handler` and the like. Other names from markup, such as `script`, stay unchanged. */
const heldText = (message: MessageFunction, held: string): string =>
  held.replace(/^(on\w+) handler$/, (_, name: string) => message('eventHandler', name));

/** The title by which people know a rule; the rule's id if it comes from another version. */
function ruleName(message: MessageFunction, id: string): string {
  const title = message(`rule_${snake(id)}_title`);
  return title.startsWith('rule_') ? visibleText(id) : title;
}
