/** Formats differences and savings, with their signs and in words. */
import { bytesText } from '../format-numbers.ts';
import type { MessageFunction } from '../message.ts';
import { isRightToLeft } from './direction.ts';

/** The bytes that fixing a rule's findings saves or moves to files; empty if there are none. */
export const gainTextIn =
  (message: MessageFunction) =>
  ({ saved, moved }: { saved: number; moved: number }): string =>
    [
      ...(saved > 0 ? [message('saves', bytesText(saved, message('locale')))] : []),
      ...(moved > 0 ? [message('moves', bytesText(moved, message('locale')))] : []),
    ].join(' · ');

/** A difference with its sign in front, even in right-to-left text, as Intl formats it. */
export const signedIn =
  (message: MessageFunction) =>
  (difference: number, format: (value: number) => string): string => {
    const mark = isRightToLeft(message) ? '\u200e' : '';
    if (difference === 0) return `${mark}±0`;
    return `${mark}${difference > 0 ? '+' : '−'}${format(Math.abs(difference))}`;
  };
