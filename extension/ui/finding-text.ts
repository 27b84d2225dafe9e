/** What a finding says, in the person's language where we have it. */

import type { Finding } from '../../src/report/report.ts';
import { messageIds } from '../../src/rules/index.ts';
import { message } from '../platform/i18n.ts';
import { visibleText } from './format.ts';

/** `disallowed-declared` is `finding_disallowed_declared` in `_locales`; its arguments come in the order of their names. */
export function findingText({
  messageId,
  args,
  message: english,
}: Pick<Finding, 'messageId' | 'args' | 'message'>): string {
  if (!messageIds.includes(messageId)) return visibleText(english);
  const key = `finding_${messageId.replaceAll('-', '_')}`;
  const values = Object.keys(args)
    .sort()
    .map((name) => String(args[name]));
  return visibleText(message(key, ...values));
}
