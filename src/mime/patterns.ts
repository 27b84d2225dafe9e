/**
 * Patterns for MIME types, as listed in a policy. A pattern is either an essence in which `*` stands for a whole type
 * or subtype, or for everything in the subtype before its suffix (`+xml`); or it is `group:` and the name of one of the
 * MIME Sniffing Standard's groups.
 */

import { checkObject } from '../url-text.ts';
import {
  isInGroup,
  isToken,
  type MimeType,
  type MimeTypeGroup,
  mimeTypeGroups,
  parseMimeType,
} from './mime-type.ts';

export type Pattern =
  | { kind: 'group'; group: MimeTypeGroup }
  /** Null matches any value; `suffix` begins with `+`. */
  | { kind: 'essence'; type: string | null; subtype: string | null; suffix: string | null };

/**
 * Parses a pattern.
 *
 * @param text a pattern such as `image/png`, `image/*`, `image/*+xml`, `*` followed by `/*`, or `group:javascript`;
 *   case and surrounding whitespace do not matter
 * @returns null if the text is not a pattern, for example if it contains parameters
 */
export function parsePattern(text: string): Pattern | null {
  const pattern = text.trim().toLowerCase();
  if (pattern.startsWith('group:')) {
    const group = pattern.slice(6);
    return Object.hasOwn(mimeTypeGroups, group) ? { kind: 'group', group: group as MimeTypeGroup } : null;
  }
  const slash = pattern.indexOf('/');
  const type = pattern.slice(0, slash);
  const subtype = pattern.slice(slash + 1);
  // The asterisk is a token code point, too, but no type in use contains one.
  if (slash < 0 || !isPart(type)) return null;
  const anyType = type === '*' ? null : type;
  if (subtype === '*') return { kind: 'essence', type: anyType, subtype: null, suffix: null };
  if (subtype.startsWith('*+')) {
    const suffix = subtype.slice(1);
    return isToken(suffix) && suffix.length > 1 && !suffix.includes('*')
      ? { kind: 'essence', type: anyType, subtype: null, suffix }
      : null;
  }
  if (!isPart(subtype)) return null;
  return { kind: 'essence', type: anyType, subtype, suffix: null };
}

const isPart = (text: string) => text === '*' || (isToken(text) && !text.includes('*'));

/**
 * The pattern that matches exactly one essence.
 *
 * @returns null for an essence with an asterisk: a page may declare such an essence, and as a pattern, it would match
 *   many types
 */
export function patternFor(essence: string): string | null {
  const pattern = parsePattern(essence);
  return pattern?.kind === 'essence' && pattern.type !== null && pattern.subtype !== null ? essence : null;
}

/**
 * Whether a MIME type matches a pattern. The type may be a record or text; its parameters don't matter. An invalid MIME
 * type or pattern never matches.
 */
export function matchesPattern(mimeType: MimeType | string, pattern: Pattern | string): boolean {
  const p =
    typeof pattern === 'string'
      ? parsePattern(pattern)
      : checkObject(pattern, "matchesPattern's pattern", 'a pattern', 'kind');
  const m =
    typeof mimeType === 'string'
      ? parseMimeType(mimeType)
      : checkObject(mimeType, 'matchesPattern', 'a MIME type', 'essence');
  return p !== null && m !== null && isMatch(m, p);
}

/** Like `matchesPattern`, for a parsed type and pattern. */
export const isMatch = (m: MimeType, p: Pattern): boolean =>
  p.kind === 'group'
    ? isInGroup(m, p.group)
    : (p.type === null || p.type === m.type) &&
      (p.subtype === null || p.subtype === m.subtype) &&
      (p.suffix === null || m.subtype.endsWith(p.suffix));
