import { type MessageFunction, snake } from '../message.ts';
import { type CommandReason, isPageReason, type UnreachableReason } from '../report/unreachable-reasons.ts';
import { visibleText } from '../report/visible-text.ts';

/** The reason why a part of the page was not scanned. Reasons of commands, for example for files, stay in English. */
export const reasonTextIn =
  (message: MessageFunction) =>
  (reason: UnreachableReason | CommandReason): string =>
    isPageReason(reason) ? message(`reason_${snake(reason)}`) : visibleText(reason);
