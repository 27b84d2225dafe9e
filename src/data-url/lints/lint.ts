/** The type of a lint, and functions that all groups of lints share. */

import type { Problem, Span } from '../../problem.ts';
import { truncate } from '../../truncate.ts';
import { withoutPasswords } from '../../uri/web-authority.ts';
import { maxEditedLength, maxExcerptLength } from '../limits.ts';
import { readHead } from '../parse.ts';

/** All codes of lints, by their groups. The codes are stable: surfaces translate by them. */
const codes = {
  meaning: [
    'double-slash',
    'slash',
    'fragment-cuts-body',
    'empty-body',
    'plus-for-space',
    'type-without-subtype',
    'invalid-media-type',
    'charset-without-name',
    'parameter-without-value',
    'parameter-without-name',
    'parameter-name',
    'duplicate-parameter',
    'quoted-parameter',
    'unclosed-quote',
    'comma-in-quotes',
    'empty-parameter',
    'base64-repeated',
    'base64-with-value',
    'base64-not-last',
    'base64-escaped',
    'base64-without-semicolon',
    'base64-after-comma',
    'base64-misspelled',
    'base64-plus',
    'escape-in-media-type',
  ],
  escapes: ['malformed-escape', 'double-escape', 'lowercase-escape', 'needless-escape'],
  characters: [
    'character-in-media-type',
    'space-in-body',
    'whitespace-removed',
    'control-in-body',
    'delimiter-in-body',
    'unwise-in-body',
    'non-ascii-in-body',
    'lone-surrogate',
  ],
  base64: [
    'base64-whitespace',
    'base64-escaped-characters',
    'base64-url-safe',
    'base64-mixed-alphabet',
    'base64-missing-padding',
    'base64-leftover-bits',
  ],
  interoperability: [
    'surrounding-space',
    'scheme-spelling',
    'base64-case',
    'base64-spaces',
    'space-in-media-type',
  ],
  charset: [
    'charset-on-binary',
    'charset-unknown',
    'charset-bom',
    'charset-missing',
    'charset-not-ascii',
    'charset-mismatch',
  ],
  length: ['length-attribute', 'length-tag'],
} as const;
export type LintGroup = keyof typeof codes;
/** The code of a lint: stable, for translations and settings. */
export type LintCode = (typeof codes)[LintGroup][number];
export const lintGroups = Object.keys(codes) as LintGroup[];

const groups = new Map<LintCode, LintGroup>(
  lintGroups.flatMap((group) => codes[group].map((code) => [code, group] as const)),
);

/**
 * An objection of a standard, or a probable mistake of the author. Repeated occurrences make one lint: its span is the
 * first position, `args.count` their number.
 */
export interface Lint extends Problem {
  code: LintCode;
  group: LintGroup;
  /** The edits that repair this lint and nothing else; for URLs of up to `maxEditedLength` only. */
  readonly edits?: readonly Edit[] | undefined;
}

/** A change of the written URL: `text` replaces a part of it. */
export interface Edit extends Span {
  text: string;
}

/**
 * Applies edits to a written URL.
 *
 * @param edits in the order of their positions, without overlap
 */
export function applyEdits(written: string, edits: readonly Edit[]): string {
  let repaired = '';
  let at = 0;
  for (const { start, end, text } of edits) {
    repaired += written.slice(at, start) + text;
    at = end;
  }
  return repaired + written.slice(at);
}

/** Without edits that make base64 of text, or text of base64: only the bytes can prove that this was meant. */
export function withSafeEdits(each: Lint, written: string, base64: boolean): Lint {
  const { edits } = each;
  const isSafe = edits === undefined || readHead(applyEdits(written, edits)).base64 === base64;
  return isSafe ? each : { ...each, edits: undefined };
}

/** A lint, to which `lintsOf` adds its message. @param args the arguments of its text */
export function lint(
  code: LintCode,
  args: Lint['args'],
  { start, end }: Span,
  edits: readonly Edit[] | null | (() => readonly Edit[]) = null,
): Lint {
  const group = groups.get(code)!;
  const common = { code, group, args, message: '', start, end };
  if (edits === null) return common;
  if (typeof edits !== 'function') return { ...common, edits };
  return {
    ...common,
    get edits() {
      const made = edits();
      return made.length > 0 ? made : undefined;
    },
  };
}

/** One edit, or null where it would change nothing or the URL is too long. */
export function edited(written: string, start: number, end: number, text: string): Edit[] | null {
  const isEdited = written.length <= maxEditedLength && written.slice(start, end) !== text;
  return isEdited ? [{ start, end, text }] : null;
}

/** Removes a parameter and the `;` before it. */
export const withoutParameter = (written: string, { start, end }: Span): Edit[] | null =>
  edited(written, written.lastIndexOf(';', start), end, '');

/**
 * Replaces every match of `pattern` (global) in a part of the URL. The edits are made on demand: there may be as many
 * as code units.
 */
export function replaced(
  written: string,
  { start, end }: Span,
  pattern: RegExp,
  by: string | ((match: string) => string),
): (() => Edit[]) | null {
  if (written.length > maxEditedLength) return null;
  return () => {
    const edits: Edit[] = [];
    for (const { 0: match, index } of written.slice(start, end).matchAll(pattern)) {
      const text = typeof by === 'string' ? by : by(match);
      if (text !== match) edits.push({ start: start + index, end: start + index + match.length, text });
    }
    return edits;
  };
}

/** Code units of a part of the URL that are searched for passwords. */
const excerptReach = 1 << 12;

/**
 * A few characters of the URL for a message: never long, without a password, and not a slice that would keep the whole
 * URL in memory.
 */
export function excerpt(written: string, { start, end }: Span): string {
  const shown = withoutPasswords(written.slice(start, Math.min(end, start + excerptReach)));
  const isWhole = shown.length <= maxExcerptLength && end - start <= excerptReach;
  const text = isWhole ? shown : `${truncate(shown, maxExcerptLength - 1).text}…`;
  return ` ${text}`.slice(1);
}
