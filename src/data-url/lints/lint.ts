/** The type of a lint, and functions that all groups of lints share. */

import { hasEdits } from '../../has-english.ts';
import type { Problem, Span } from '../../problem.ts';
import { truncate } from '../../truncate.ts';
import { withoutPasswords } from '../../uri/web-authority.ts';
import { checkList, checkText } from '../../url-text.ts';
import { maxEditedLength, maxExcerptLength } from '../limits.ts';
import { readHead } from '../parse.ts';

/** Properties of a kind of lint. */
interface LintKind {
  /** The aspect of the URL that the lint is about. */
  group: 'meaning' | 'escapes' | 'characters' | 'base64' | 'interoperability' | 'charset' | 'length';
  /**
   * For lints that the rule `syntax` reports: whether browsers read the content that the author meant (`meant`) or
   * other content.
   */
  reading?: 'meant' | 'other';
  /**
   * Whether repairing the lint changes the MIME type or the bytes that browsers read; `unclear`: it is unknown which
   * were meant.
   */
  repair?: 'changes' | 'unclear';
  /** Whether the data may be base64 that browsers don't decode, or decode to bytes that were not meant. */
  mayBeBase64?: true;
}

/** All lints by their codes, which are stable: they are keys of translations. */
const kinds = {
  'double-slash': { group: 'meaning', reading: 'other', repair: 'changes' },
  slash: { group: 'meaning', reading: 'other', repair: 'changes' },
  'fragment-cuts-body': { group: 'meaning', reading: 'other', repair: 'changes' },
  'empty-body': { group: 'meaning' },
  'plus-for-space': { group: 'meaning', reading: 'other', repair: 'unclear' },
  'type-without-subtype': { group: 'meaning', reading: 'other', repair: 'changes' },
  'invalid-media-type': { group: 'meaning', reading: 'other', repair: 'changes' },
  'charset-without-name': { group: 'meaning', reading: 'meant', repair: 'changes' },
  'parameter-without-value': { group: 'meaning', reading: 'meant', repair: 'changes' },
  'parameter-without-name': { group: 'meaning', reading: 'meant' },
  'parameter-name': { group: 'meaning', reading: 'meant', repair: 'changes' },
  'duplicate-parameter': { group: 'meaning', reading: 'meant' },
  'quoted-parameter': { group: 'meaning' },
  'unclosed-quote': { group: 'meaning', reading: 'other' },
  'comma-in-quotes': { group: 'meaning', reading: 'other', repair: 'changes' },
  'empty-parameter': { group: 'meaning', reading: 'meant' },
  'base64-repeated': { group: 'meaning', reading: 'meant' },
  'base64-with-value': { group: 'meaning', reading: 'other', repair: 'changes', mayBeBase64: true },
  'base64-not-last': { group: 'meaning', reading: 'other', repair: 'changes', mayBeBase64: true },
  'base64-escaped': { group: 'meaning', reading: 'other', repair: 'changes', mayBeBase64: true },
  'base64-without-semicolon': { group: 'meaning', reading: 'other', repair: 'changes', mayBeBase64: true },
  'base64-after-comma': { group: 'meaning', reading: 'other', repair: 'changes', mayBeBase64: true },
  'base64-misspelled': { group: 'meaning', reading: 'other', repair: 'changes', mayBeBase64: true },
  'base64-plus': { group: 'meaning', reading: 'other', repair: 'changes', mayBeBase64: true },
  'escape-in-media-type': { group: 'meaning', repair: 'changes' },
  'malformed-escape': { group: 'escapes', reading: 'meant' },
  'double-escape': { group: 'escapes', reading: 'meant', repair: 'unclear' },
  'lowercase-escape': { group: 'escapes' },
  'needless-escape': { group: 'escapes' },
  'character-in-media-type': { group: 'characters', reading: 'other' },
  'unescaped-in-media-type': { group: 'characters' },
  'space-in-body': { group: 'characters' },
  'whitespace-removed': { group: 'characters' },
  'control-in-body': { group: 'characters', reading: 'meant' },
  'delimiter-in-body': { group: 'characters' },
  'unwise-in-body': { group: 'characters' },
  'non-ascii-in-body': { group: 'characters' },
  'lone-surrogate': { group: 'characters', reading: 'other' },
  'base64-whitespace': { group: 'base64' },
  'base64-escaped-characters': { group: 'base64' },
  'base64-url-safe': { group: 'base64' },
  'base64-mixed-alphabet': { group: 'base64' },
  'base64-missing-padding': { group: 'base64', reading: 'meant' },
  'base64-leftover-bits': { group: 'base64' },
  'surrounding-space': { group: 'interoperability' },
  'scheme-spelling': { group: 'interoperability' },
  'base64-case': { group: 'interoperability' },
  'base64-spaces': { group: 'interoperability' },
  'space-in-media-type': { group: 'interoperability', repair: 'changes' },
  'charset-on-binary': { group: 'charset', repair: 'changes' },
  'charset-unknown': { group: 'charset', reading: 'other' },
  'charset-bom': { group: 'charset', reading: 'meant', repair: 'changes' },
  'charset-missing': { group: 'charset', reading: 'other', repair: 'changes' },
  'charset-not-ascii': { group: 'charset', reading: 'other', repair: 'changes' },
  'charset-mismatch': { group: 'charset', reading: 'other' },
  'length-attribute': { group: 'length' },
  'length-tag': { group: 'length' },
} as const satisfies Record<string, LintKind>;

/** The code of a lint. It is stable, because translations and settings contain it. */
export type LintCode = keyof typeof kinds;
export type LintGroup = LintKind['group'];

/** The lints that the rule `syntax` reports. */
export type ReportedLint = {
  [Code in LintCode]: (typeof kinds)[Code] extends { reading: string } ? Code : never;
}[LintCode];

/** The properties of a problem's kind; empty if the problem is not a lint. */
const kindOf = (code: string): Partial<LintKind> =>
  Object.hasOwn(kinds, code) ? kinds[code as LintCode] : {};

export const isReportedLint = (code: LintCode): code is ReportedLint => kindOf(code).reading !== undefined;

/** Whether browsers read other content than the author of the URL meant. */
export const isMisread = (code: ReportedLint): boolean => kinds[code].reading === 'other';

/** Whether repairing a problem changes the MIME type or bytes that browsers read into the intended ones. */
export const isRepairedByChange = (code: string): boolean => kindOf(code).repair === 'changes';

/** Whether browsers read, certainly or possibly, a different MIME type or different bytes because of a problem. */
export const changesMeaning = (code: string): boolean => kindOf(code).repair !== undefined;

/**
 * Whether, because of a problem, the data may be base64 that browsers don't decode, or decode to bytes that were not
 * meant.
 */
export const mayBeBase64 = (code: string): boolean => kindOf(code).mayBeBase64 === true;

/** Lints of the last digits of base64: missing padding, and bits that encode no byte. */
export const base64EndLints: readonly string[] = [
  'base64-missing-padding',
  'base64-leftover-bits',
] satisfies LintCode[];

/**
 * An objection of a standard, or a probable mistake of the author. Repeated occurrences are one lint, with the span of
 * the first and their number in `args.count`.
 */
export interface Lint extends Problem {
  code: LintCode;
  group: LintGroup;
  /** The edits that repair this lint and nothing else; for URLs of up to `maxEditedLength` only. */
  readonly edits?: readonly Edit[] | undefined;
}

/** A change to the written URL: `text` replaces the text at the span. */
export interface Edit extends Span {
  text: string;
}

/**
 * Applies edits to a written URL.
 *
 * @param edits ordered by position, without overlap
 */
export function applyEdits(written: string, edits: readonly Edit[]): string {
  checkText(written, 'applyEdits');
  checkList(edits, "applyEdits's edits", 'a list of edits');
  let repaired = '';
  let at = 0;
  for (const { start, end, text } of edits) {
    repaired += written.slice(at, start) + text;
    at = end;
  }
  return repaired + written.slice(at);
}

/**
 * Removes a lint's edits if they would turn text into base64 or base64 into text, since only the decoded bytes can
 * prove that this was meant, or if they would add the default charset or turn a type into a path.
 */
export function withSafeEdits(each: Lint, written: string, base64: boolean): Lint {
  if (!hasEdits) return each;
  const { edits } = each;
  const head = edits === undefined ? null : readHead(applyEdits(written, edits));
  // Without its last parameter, a URL would get the default type, which has a charset.
  const isDefault = head?.defaulted && !readHead(written).defaulted;
  // Without a space before them, slashes would start a path or a host.
  const isPath = head?.hierarchical && !readHead(written).hierarchical;
  const isSafe = head === null || (head.base64 === base64 && !isDefault && !isPath);
  return isSafe ? each : { ...each, edits: undefined };
}

/** Computes edits on demand, because a URL may need one for each code unit; null if there are none. */
type Edits = () => readonly Edit[] | null;

/**
 * Creates a lint, to which `lintsOf` adds the message.
 *
 * @param args the arguments of the message
 */
export function lint(code: LintCode, args: Lint['args'], { start, end }: Span, edits?: Edits): Lint {
  const common = { code, group: kinds[code].group, args, message: '', start, end };
  if (!(hasEdits && edits)) return common;
  return {
    ...common,
    get edits() {
      const made = edits();
      return made?.length ? made : undefined;
    },
  };
}

/** An array of one edit; null if the edit would change nothing or the URL is too long. */
export function edited(written: string, start: number, end: number, text: string): Edit[] | null {
  const isEdited = written.length <= maxEditedLength && written.slice(start, end) !== text;
  return isEdited ? [{ start, end, text }] : null;
}

/** Removes a parameter and the `;` before it. */
export const withoutParameter = (written: string, { start, end }: Span): Edit[] | null =>
  edited(written, written.lastIndexOf(';', start), end, '');

/** Replaces every match of `pattern` (global) in a part of the URL; null if the URL is too long. */
export function replaced(
  written: string,
  { start, end }: Span,
  pattern: RegExp,
  by: string | ((match: string) => string),
): Edit[] | null {
  if (written.length > maxEditedLength) return null;
  const edits: Edit[] = [];
  for (const { 0: match, index } of written.slice(start, end).matchAll(pattern)) {
    const text = typeof by === 'string' ? by : by(match);
    if (text !== match) edits.push({ start: start + index, end: start + index + match.length, text });
  }
  return edits;
}

/** Maximum length, in code units, of a part of the URL that is searched for passwords. */
const excerptReach = 1 << 12;

/**
 * A few characters of the URL, or of another text, for a message, without a password. The result is copied, because a
 * plain slice would keep the whole text in memory.
 */
export function excerpt(written: string, { start, end }: Span = { start: 0, end: written.length }): string {
  const shown = withoutPasswords(written.slice(start, Math.min(end, start + excerptReach)));
  const isWhole = shown.length <= maxExcerptLength && end - start <= excerptReach;
  const text = isWhole ? shown : `${truncate(shown, maxExcerptLength - 1)}…`;
  return ` ${text}`.slice(1);
}
