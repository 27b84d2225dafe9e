/** The bytes that a fix saves or moves, in words. */
import { message } from '../../platform/i18n.ts';
import { formatBytes } from './format.ts';

/** The bytes that the fix of a rule saves or moves to files; empty where it does neither. */
export const gainText = ({ saved, moved }: { saved: number; moved: number }): string =>
  [
    ...(saved > 0 ? [message('saves', formatBytes(saved))] : []),
    ...(moved > 0 ? [message('moves', formatBytes(moved))] : []),
  ].join(' · ');
