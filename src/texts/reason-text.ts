import { type MessageFunction, snake } from '../message.ts';
import { type CommandReason, isPageReason, type UnreachableReason } from '../report/unreachable-reasons.ts';
import { visibleText } from '../report/visible-text.ts';

/** Why a part of the page was not scanned. The commands have reasons of their own, in English, such as those of files. */
export const reasonTextIn =
  (message: MessageFunction) =>
  (reason: UnreachableReason | CommandReason): string =>
    isPageReason(reason) ? message(`reason_${snake(reason)}`) : visibleText(reason);
