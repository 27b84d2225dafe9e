/** What a lint is, and the tools that all groups of lints share. */

import type { Problem } from '../../problem.ts';
import { withoutPasswords } from '../../uri/passwords-in-text.ts';
import type { Span } from '../parse.ts';

export const lintGroups = [
  'meaning',
  'escapes',
  'characters',
  'base64',
  'interoperability',
  'charset',
  'length',
] as const;
export type LintGroup = (typeof lintGroups)[number];

/**
 * Something that a standard objects to, or that is not what its author seems to have meant. Repeats of one lint are
 * one: its span is the first place, `args.count` says how many there are.
 */
export interface Lint extends Problem {
  group: LintGroup;
  /** The written URL with this mended and nothing else changed; for URLs of up to `repairLimit` only. */
  readonly repaired?: string | undefined;
}

/** Code units up to which lints carry a repaired URL with them. `repairDataUrl` does any length. */
export const repairLimit = 1 << 16;

/** A change of the written URL. */
export interface Edit extends Span {
  text: string;
}

export function lint(
  group: LintGroup,
  code: string,
  args: Lint['args'],
  message: string,
  span: Span,
  repaired: string | null | (() => string | null) = null,
): Lint {
  const { start, end } = span;
  const plain = { code, group, args, message, start, end };
  if (typeof repaired !== 'function') return repaired === null ? plain : { ...plain, repaired };
  return {
    ...plain,
    get repaired() {
      return repaired() ?? undefined;
    },
  };
}

/** `written` with one edit, or null if it is too long to carry a copy around. */
export function edited(written: string, start: number, end: number, text: string): string | null {
  return written.length > repairLimit ? null : written.slice(0, start) + text + written.slice(end);
}

/** `written` without a parameter and the `;` in front of it. */
export const withoutParameter = (written: string, { start, end }: Span): string | null =>
  edited(written, written.lastIndexOf(';', start), end, '');

/**
 * `written` with every match of `pattern` (global) in a part of it replaced, made once it is asked for; null if it is too
 * long, or stays as it is.
 */
export function replaced(
  written: string,
  { start, end }: Span,
  pattern: RegExp,
  by: string | ((match: string) => string),
): (() => string | null) | null {
  if (written.length > repairLimit) return null;
  return () => {
    const part = written.slice(start, end);
    const mended = typeof by === 'string' ? part.replace(pattern, by) : part.replace(pattern, by);
    return mended === part ? null : written.slice(0, start) + mended + written.slice(end);
  };
}

/** Code units in which a password is looked for in front of what is shown. */
const excerptReach = 1 << 12;

/** A few characters of the URL for a message: never long, without a password, never a hidden reference to all of it. */
export function excerpt(written: string, { start, end }: Span): string {
  const shown = withoutPasswords(written.slice(start, Math.min(end, start + excerptReach)));
  const isWhole = shown.length <= 40 && end - start <= excerptReach;
  const text = isWhole ? shown : `${shown.slice(0, 39)}…`;
  return ` ${text}`.slice(1);
}

export const times = (count: number) => (count === 1 ? 'once' : `${count} times`);
