/** What a finding says, in the person's language where we have it. */

import type { Finding } from '../../src/report/report.ts';
import { formatNumber, message } from '../platform/i18n.ts';
import { visibleText } from './format.ts';

/** `disallowed-declared` is `finding_disallowed_declared` in `_locales`; its arguments come in the order of their names. */
export function findingText({
  messageId,
  args,
  message: english,
}: Pick<Finding, 'messageId' | 'args' | 'message'>): string {
  const key = `finding_${messageId.replaceAll('-', '_')}`;
  const values = Object.keys(args)
    .sort()
    .map((name) => args[name])
    .map((value) => (typeof value === 'number' ? formatNumber(value) : String(value)));
  const text = message(key, ...values);
  // A text that nobody has translated has its key in its place.
  return visibleText(text === key ? english : text);
}
