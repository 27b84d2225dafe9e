/** Why an entity of mail names nothing that could be fetched. */
import { refusalCodes } from '../../src/payload/message-external-body.ts';
import type { Problem } from '../../src/problem.ts';
import { message, snake } from '../platform/i18n.ts';
import { isolated } from '../ui/text/direction.ts';
import { visibleText } from '../ui/text/format.ts';

/** The reason in the user's language; in English where it is another. */
export function refusalText({ code, args, message: english }: Problem): string {
  const found = refusalCodes.find((each) => each === code);
  if (found === undefined) return visibleText(english);
  const values = Object.values(args).map((value) => isolated(visibleText(String(value).slice(0, 100))));
  return message(`refusal_${snake(found)}`, ...values);
}
