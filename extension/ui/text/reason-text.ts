/** Why a part of the page was not scanned. */
import { message, snake } from '../../platform/i18n.ts';
import { unreachableReasons } from '../../platform/limits.ts';
import { visibleText } from './format.ts';

/** The reason in the user's language. The commands have reasons of their own, in English, such as those of files. */
export function reasonText(reason: string): string {
  const known = unreachableReasons.find((each) => each === reason);
  return known === undefined ? visibleText(reason) : message(`reason_${snake(known)}`);
}
