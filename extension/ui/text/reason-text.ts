/** Why a part of the page was not scanned. */
import { message, snake } from '../../platform/i18n.ts';
import { unreachableReasons } from '../../platform/limits.ts';

/** The reason in the user's language; for one that has no text, only that the part was not scanned. */
export const reasonText = (reason: string): string =>
  message(`reason_${snake(unreachableReasons.find((each) => each === reason) ?? 'scan-error')}`);
