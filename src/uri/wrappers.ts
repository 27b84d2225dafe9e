/**
 * Delimiters that people and formats put around a URL: quotes, angle brackets, url(), and quotes and brackets as
 * character references.
 */

export interface Wrapper {
  kind: 'double-quotes' | 'single-quotes' | 'backticks' | 'typographic-quotes' | 'angle-brackets' | 'url()';
  /** The start of the opening delimiter, including the backslashes before it. */
  start: number;
  close: string;
  /** Number of backslashes before the opening quote: 0; in nested strings, 1, 3, or 7. */
  level: number;
  /** Whether the delimiter is written as a character reference of HTML. */
  entity: boolean;
  /** Whether the delimiter is in url(), src() or image-set(), or after @import. */
  inCss: boolean;
}

type Kind = Wrapper['kind'];

const QUOTES: Record<string, [Kind, string]> = {
  '"': ['double-quotes', '"'],
  "'": ['single-quotes', "'"],
  '`': ['backticks', '`'],
  '\u201c': ['typographic-quotes', '\u201d'],
  '\u201e': ['typographic-quotes', '\u201c'],
  '\u2018': ['typographic-quotes', '\u2019'],
  '\u00ab': ['typographic-quotes', '\u00bb'],
};

const ENTITY_KINDS: Record<string, Kind> = {
  '&quot;': 'double-quotes',
  '&#34;': 'double-quotes',
  '&#x22;': 'double-quotes',
  '&apos;': 'single-quotes',
  '&#39;': 'single-quotes',
  '&#x27;': 'single-quotes',
  '&lt;': 'angle-brackets',
  '&#60;': 'angle-brackets',
};

/** The wrapper that opens directly before `index`; in angle brackets and url(), whitespace may come in between. */
export function opening(input: string, index: number): Wrapper | undefined {
  const near = input.slice(Math.max(0, index - 6), index);
  const entity = /&(?:quot|apos|lt|#34|#39|#60|#x22|#x27);$/i.exec(near)?.[0];
  if (entity !== undefined) {
    const start = index - entity.length;
    const kind = ENTITY_KINDS[entity.toLowerCase()]!;
    const close = kind === 'angle-brackets' ? (entity.startsWith('&#') ? '&#62;' : '&gt;') : entity;
    return { kind, start, close, level: 0, entity: true, inCss: isCss(input, start) };
  }
  const quote = Object.hasOwn(QUOTES, near.at(-1) ?? '') ? QUOTES[near.at(-1)!] : undefined;
  if (quote !== undefined) {
    let start = index - 1;
    while (start > 0 && index - 1 - start < 8 && input[start - 1] === '\\') start--;
    const level = index - 1 - start;
    // Two, four, or more backslashes are themselves escaped. More than 7 do not occur.
    if (![0, 1, 3, 7].includes(level)) return undefined;
    return { kind: quote[0], start, close: quote[1], level, entity: false, inCss: isCss(input, start) };
  }
  let before = index;
  while (before > 0 && index - before < 100 && isSpace(input.charCodeAt(before - 1))) before--;
  if (input[before - 1] === '<') {
    return {
      kind: 'angle-brackets',
      start: before - 1,
      close: '>',
      level: 0,
      entity: false,
      inCss: false,
    };
  }
  if (isCss(input, before) && input[before - 1] === '(') {
    return { kind: 'url()', start: before - 1, close: ')', level: 0, entity: false, inCss: true };
  }
  return undefined;
}

/** Whether `url(`, `src(`, `image-set(` or `@import`, and possibly whitespace, come directly before `index`. */
function isCss(input: string, index: number): boolean {
  return /(?:url\([ \t\r\n]{0,9}|@import[ \t\r\n]{1,9}|(?:image-set|src)\([ \t\r\n]{0,9})$/i.test(
    input.slice(Math.max(0, index - 20), index),
  );
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
}

interface Surroundings {
  /** Whether this is an HTML attribute, in which a backslash is not an escape. */
  isAttribute: boolean;
  /** Whether lines begin with ">" because they are quoted from another mail. */
  quotedLines: boolean;
  /** For each wrapper, the position up to which it is known not to close, so that no text is searched twice. */
  unclosed: Map<string, number>;
}

/**
 * The index where the wrapper closes; undefined if the paragraph ends before that. Takes linear time over all calls.
 */
export function closing(
  input: string,
  from: number,
  wrapper: Wrapper,
  { isAttribute, quotedLines, unclosed }: Surroundings,
): number | undefined {
  const key = `${wrapper.close}${wrapper.level}${isAttribute}`;
  if ((unclosed.get(key) ?? 0) > from) return undefined;
  const isAngle = wrapper.kind === 'angle-brackets';
  const escapes = !wrapper.entity && !isAngle && !isAttribute;
  const first = wrapper.close.charCodeAt(0);
  let i = from;
  for (; i < input.length; i++) {
    const unit = input.charCodeAt(i);
    if (escapes && unit === 0x5c) {
      let end = i + 1;
      while (input.charCodeAt(end) === 0x5c) end++;
      const count = end - i;
      const isClose = input.startsWith(wrapper.close, end);
      if (isClose && wrapper.level > 0 && count === wrapper.level) return i;
      // A quote with fewer backslashes ends an outer string, so the search stops.
      if (isClose && count < wrapper.level) break;
      // Each pair is an escaped backslash. An unpaired backslash escapes the next character.
      i = wrapper.level > 0 && isClose ? end : count % 2 === 0 ? end - 1 : end;
    } else if (unit === first && input.startsWith(wrapper.close, i)) {
      if (wrapper.level > 0) break;
      if (!(isAngle && quotedLines && isAtLineStart(input, i))) return i;
    } else if (isAngle && unit === 0x3c) {
      // A URI cannot contain "<", so this bracket was not a wrapper.
      return undefined;
    } else if (unit === 0x0a && isBlankLine(input, i + 1)) {
      break;
    }
  }
  unclosed.set(key, i);
  return undefined;
}

/** Whether the line that begins at `index` consists only of whitespace; false for a long run of spaces. */
function isBlankLine(input: string, index: number): boolean {
  return /^[ \t]{0,80}\r?\n/.test(input.slice(index, index + 83));
}

function isAtLineStart(input: string, index: number): boolean {
  return /(?:^|\n)[ \t>]{0,20}$/.test(input.slice(Math.max(0, index - 21), index));
}
