/**
 * Texts in the user's language about the mistakes in a mail's header, and the reasons why an entity doesn't identify
 * anything that can be fetched.
 */

import { headerMistakeCodes } from '../../../src/payload/external-body/header-mistake-codes.ts';
import { refusalCodes } from '../../../src/payload/external-body/message-external-body.ts';
import type { Problem } from '../../../src/problem.ts';
import { formatNumber, message, snake } from '../../platform/i18n.ts';
import { visibleText } from './format.ts';
import { findingText, isolated } from './row-texts.ts';

/**
 * Describes a problem in the user's language; in English if there is no text for its code.
 *
 * @param rejected the reason why browsers reject the data: URL, if they do
 */
export function mailProblemText(
  { code, args, message: english }: Pick<Problem, 'code' | 'args' | 'message'>,
  rejected?: Problem,
): string {
  const values = Object.values(args).map((value) =>
    typeof value === 'number' ? formatNumber(value) : isolated(visibleText(value.slice(0, 100))),
  );
  // These codes need other keys: a key that ends in a plural category such as "many" is a plural form.
  if (code === 'header-too-many') return message('mailFirstFields', ...values);
  if (code === 'parameter-too-many') return message('mailFirstParameters', ...values);
  const note = headerMistakeCodes.find((each) => each === code);
  if (note === 'external-body-data-unreadable' && rejected)
    return message('mailNote_external_body_data_unreadable', reasonText(rejected));
  if (note !== undefined) return message(`mailNote_${snake(note)}`, ...values);
  const refusal = refusalCodes.find((each) => each === code);
  return refusal === undefined ? visibleText(english) : message(`refusal_${snake(refusal)}`, ...values);
}

const reasonText = ({ code, args, message: english }: Problem): string =>
  findingText({ messageId: code, args, message: english });
