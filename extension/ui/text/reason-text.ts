/** Why a part of the page was not scanned. */

import {
  type CommandReason,
  isPageReason,
  type UnreachableReason,
} from '../../../src/report/unreachable-reasons.ts';
import { message, snake } from '../../platform/i18n.ts';
import { visibleText } from './format.ts';

/** The reason in the user's language. The commands have reasons of their own, in English, such as those of files. */
export const reasonText = (reason: UnreachableReason | CommandReason): string =>
  isPageReason(reason) ? message(`reason_${snake(reason)}`) : visibleText(reason);
