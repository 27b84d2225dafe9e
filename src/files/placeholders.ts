/**
 * Placeholders in source files: text in a data: URL, or code around the URL, that a template engine, a preprocessor, or
 * a program replaces. Their syntaxes are in `template-syntaxes.ts`. Pages in a browser contain none.
 */
import type { Span } from '../problem.ts';
import { formattedLiterals } from './formatted-literals.ts';
import { mayOpen, type Syntax, type TemplateSyntax } from './template-syntaxes.ts';

/** Maximum length, in code units, of a placeholder. A longer one doesn't count. */
const maxPlaceholderLength = 1 << 14;
/** Maximum number of code units, in a whole text, that are searched in vain for closing brackets. */
const maxVainSearch = 1 << 20;
/** Maximum length, in code units, of a type with placeholders. */
const maxHead = 1 << 10;
/** Maximum number of code units after "data:" that are searched if no quote ends the URL. */
const maxUnclosed = 1 << 12;

/** A noncharacter that replaces each code unit of a placeholder: no finder ends or changes a URL there. */
export const filler = '\ufdd0';
const fillers = /\ufdd0+/g;

/** Replaces each placeholder of a text with a value. */
export const filledBy = (text: string, value: string): string => text.replace(fillers, value);

const closers: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/**
 * The index after the bracket that closes the one before `from`; -1 if there is none. Strings in between are skipped.
 */
function balancedEnd(text: string, from: number): number {
  const open = [text[from - 1]];
  const last = Math.min(text.length, from + maxPlaceholderLength);
  for (let at = from; at < last; at++) {
    const c = text[at]!;
    if (c === '"' || c === "'" || c === '`') {
      const string = text.slice(at + 1, last).search(/["'`\n\r<>]/);
      // Otherwise, the character is an apostrophe or the quotation mark around the whole URL.
      if (text[at + 1 + string] === c) at += 1 + string;
    } else if (c === '(' || c === '[' || c === '{') open.push(c);
    else if (closers[c] !== undefined) {
      if (open.pop() !== closers[c]) return -1;
      if (open.length === 0) return at + 1;
    }
  }
  return -1;
}

/** The end of the names, calls, and indexes after "@" in Razor: `@Convert.ToBase64String(Model.B)`. */
function expressionEnd(text: string, from: number): number {
  const name = /\w*/y;
  let at = from;
  for (;;) {
    name.lastIndex = at;
    name.test(text);
    at = name.lastIndex;
    while (text[at] === '(' || text[at] === '[') {
      const end = balancedEnd(text, at + 1);
      if (end < 0) return at;
      at = end;
    }
    if (text[at] !== '.' || !/[A-Za-z_]/.test(text[at + 1] ?? '')) return at;
    at++;
  }
}

const syntaxOf = (match: RegExpExecArray, { all }: TemplateSyntax): Syntax =>
  all[match.slice(1).findIndex((group) => group !== undefined)] as Syntax;

/** Returns a function that finds the end of the placeholder that a match begins; -1 if it is not closed. */
function endFinder(text: string, syntax: TemplateSyntax): (match: RegExpExecArray) => number {
  /** For each closing text, its first position at or after those searched so far. */
  const ends = new Map<string, number>();
  let quota = maxVainSearch;
  const balanced = (from: number) => {
    const end = quota > 0 ? balancedEnd(text, from) : -1;
    if (end < 0) quota -= maxPlaceholderLength;
    return end;
  };
  return (match) => {
    const { 0: whole, index } = match;
    const { end } = syntaxOf(match, syntax);
    const from = index + whole.length;
    if (end === 'matched') return from;
    if (end === 'balanced') return /[([{]$/.test(whole) ? balanced(from) : expressionEnd(text, from);
    let at = ends.get(end.text) ?? -1;
    if (at < from) {
      at = text.indexOf(end.text, from);
      if (at < 0) at = Number.POSITIVE_INFINITY;
      ends.set(end.text, at);
    }
    return at - from <= maxPlaceholderLength ? at + end.text.length : -1;
  };
}

/**
 * Returns a function that finds the first placeholder that begins in a range. Ranges must ascend. The text between them
 * is not searched, because most of a page is outside of its URLs.
 */
function openFinder(
  text: string,
  { open }: TemplateSyntax,
): (at: number, end: number) => RegExpExecArray | null {
  const candidates = new RegExp(mayOpen);
  const here = new RegExp(open, 'y');
  const candidateFrom = (at: number): number => {
    candidates.lastIndex = at;
    return candidates.exec(text)?.index ?? text.length;
  };
  let next = -1;
  return (at, end) => {
    if (next < at) next = candidateFrom(at);
    for (; next < end; next = candidateFrom(next + 1)) {
      here.lastIndex = next;
      const match = here.exec(text);
      if (match) return match;
    }
    return null;
  };
}

/** The regular expression that finds the end of a URL at `start`, chosen by the text before the URL. */
function enderOf(text: string, start: number): RegExp {
  const before = text.slice(Math.max(0, start - 8), start).trimEnd();
  const entity = /&(?:quot|apos|#34|#39|#x22|#x27);$/i.exec(before)?.[0];
  if (entity !== undefined) return new RegExp(entity, 'gi');
  const last = before.at(-1) ?? '';
  const isEscaped = before.at(-2) === '\\';
  if (last === '"' || last === "'" || last === '`')
    return new RegExp(isEscaped ? last : `(?<!\\\\)${last}`, 'g');
  if (last === '(') return /[)\s"']/g;
  // Spaces between ";base64," and a placeholder belong to the body.
  return /(?<!;base64,[ \t]{0,8})\s|["'`<>]/gi;
}

/** Whether a position in a URL is in its type or in base64, where a brace is always a placeholder. */
const cannotHaveBraces = (text: string, start: number, at: number): boolean =>
  /^[^,]*$|^[^,]{0,200};base64,/i.test(text.slice(start, Math.min(at, start + maxHead)));

/** Matches the end of a literal and the beginning of the next one, which some languages append: `"a" f"b"`. */
const adjacentLiteral = /["']\s{0,200}(?:\\\s{1,200})?[bfru]{0,2}["'](?!\s*data:)/iy;

/** The placeholders in data: URLs of a text, in order; adjacent ones are merged. */
function spansIn(text: string, syntax: TemplateSyntax): Span[] {
  const spans: Span[] = [];
  const endOf = endFinder(text, syntax);
  const openIn = openFinder(text, syntax);
  const isFormatted = formattedLiterals(text);
  const scheme = /data:/gi;
  for (let found = scheme.exec(text); found; found = scheme.exec(text)) {
    let ender = enderOf(text, found.index);
    let at = scheme.lastIndex;
    let close = -1;
    let literal = found.index;
    /** Whether a script's template literal is open in the URL's body. The literal's "${" is not a placeholder. */
    let isInLiteral = false;
    for (;;) {
      if (close < at) {
        ender.lastIndex = at;
        close = ender.exec(text)?.index ?? Math.min(text.length, at + maxUnclosed);
      }
      const match = openIn(at, close);
      if (!match) {
        const quote = text[close];
        adjacentLiteral.lastIndex = close;
        const next = quote === text[found.index - 1] && adjacentLiteral.exec(text);
        if (!next) break;
        literal = at = adjacentLiteral.lastIndex;
        ender = enderOf(text, at);
        isInLiteral = false;
        continue;
      }
      if (text.slice(at, match.index).split('`').length % 2 === 0) isInLiteral = !isInLiteral;
      const isOther =
        (isInLiteral && match[0].startsWith('$')) ||
        (syntaxOf(match, syntax).needsProof === true &&
          !cannotHaveBraces(text, found.index, match.index) &&
          !isFormatted(literal));
      const end = isOther ? -1 : endOf(match);
      at = end < 0 ? match.index + 1 : end;
      if (end < 0) continue;
      const last = spans.at(-1);
      if (last?.end === match.index) last.end = end;
      else spans.push({ start: match.index, end });
    }
    scheme.lastIndex = Math.max(close, at, scheme.lastIndex);
  }
  return spans;
}

/** Matches the start of a PHP block, or a whole block of ERB, EJS, or JSP. */
const block = /<\?(?:php\b|=)|<%(?!@)[\s\S]*?%>/g;
/**
 * Matches the end of a PHP block, or a literal or comment in the block, because it may contain text that looks like the
 * end.
 */
const inPhp =
  /\?>|(["'])(?:(?!\1)[^\\\n\r]|\\.){0,400}\1|\/\*[\s\S]*?(?:\*\/|$)|(?:\/\/|#)[^\n\r]*?(?=\?>|[\n\r]|$)/g;

/** Finds the blocks of code between the markup. */
function* blocksIn(text: string): Generator<Span, void, void> {
  const start = new RegExp(block);
  const part = new RegExp(inPhp);
  for (let found = start.exec(text); found; found = start.exec(text)) {
    if (found[0].startsWith('<?')) {
      part.lastIndex = start.lastIndex;
      let own = part.exec(text);
      while (own && own[0] !== '?>') own = part.exec(text);
      start.lastIndex = own ? part.lastIndex : text.length;
    }
    yield { start: found.index, end: start.lastIndex };
  }
}

/** A text without its placeholders, and their positions. */
export interface Unfilled {
  /** The text with fillers. Its length and lines are the same as in the file's text. */
  text: string;
  /** Spans of code: the placeholders, and blocks between the markup. */
  code: readonly Span[];
  /** Restores a URL of `text` to its form in the file, with its placeholders. */
  restored<Each extends FoundUrl>(found: Each): Omit<Each, 'isString'>;
}

/** A URL that a finder has found. */
export interface FoundUrl {
  written: string;
  start: number;
  end: number;
  placeholders?: readonly Span[];
  /** The attribute, property, or kind of comment that contains it. */
  name?: string;
  /** Whether the URL is malformed, but not a pattern that matches URLs. */
  meant?: true;
  /** Whether the URL contains fillers and is the whole content of a script's string that isn't in backticks. */
  isString?: true;
}

const byStart = (a: Span, b: Span): number => a.start - b.start;

/** The spans that don't begin within any of the others. Both lists must be in order. */
function outside(spans: readonly Span[], others: readonly Span[]): Span[] {
  let at = 0;
  return spans.filter(({ start }) => {
    while (at < others.length && others[at]!.end <= start) at++;
    return at === others.length || others[at]!.start >= start;
  });
}

/**
 * Replaces the placeholders of a text with fillers.
 *
 * @param hasMarkup whether the file is markup, which may contain blocks of code anywhere
 */
export function withoutPlaceholders(text: string, syntax: TemplateSyntax, hasMarkup: boolean): Unfilled {
  const found = hasMarkup && syntax.hasBlocks ? [...blocksIn(text)] : [];
  const within = spansIn(text, syntax);
  const begun = new Set(within.map(({ start }) => start));
  const blocks = outside(found, within).filter(({ start }) => !begun.has(start));
  const spans = outside(within, blocks);
  if (spans.length + blocks.length === 0) return { text, code: [], restored: (each) => each };
  const isBlock = new Set(blocks.map(({ start }) => start));
  const code = [...spans, ...blocks].sort(byStart);
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of code) {
    const own = text.slice(start, end);
    parts.push(text.slice(from, start));
    parts.push(isBlock.has(start) ? own.replace(/[^\n\r]/g, ' ') : filler.repeat(own.length));
    from = end;
  }
  parts.push(text.slice(from));
  return { text: parts.join(''), code, restored: (each) => restoredIn(text, spans, syntax, each) };
}

function restoredIn<Each extends FoundUrl>(
  text: string,
  spans: readonly Span[],
  { isScript }: TemplateSyntax,
  { isString, ...found }: Each,
): Omit<Each, 'isString'> {
  if (!found.written.includes(filler)) return found;
  let [next, high] = [0, spans.length];
  while (next < high) {
    const middle = (next + high) >> 1;
    if (spans[middle]!.end <= found.start) next = middle + 1;
    else high = middle;
  }
  const placeholders: Span[] = [];
  const written = found.written.replace(fillers, (run, start: number) => {
    const own = spans[next++];
    const from = own && own.start < found.end ? own.start : found.start;
    const source = text.slice(from, from + run.length);
    const isText = isScript && isString && source.startsWith('${');
    if (!isText) placeholders.push({ start, end: start + run.length });
    return source;
  });
  return { ...found, written, ...(placeholders.length > 0 && { placeholders }) };
}

/** Matches the end of a comment for a source map, as opposed to the end of a literal. */
const endOfMap = /^\s*(?:\*\/|<\/|$)|^[ \t]*[\r\n]/;

/** Whether a body is obviously only a beginning: it is empty, or markup whose first tag does not end. */
const isBegun = (body: string): boolean => body === '' || (/^(?:<|%3C)/i.test(body) && !/>|%3E/i.test(body));

/**
 * Marks a URL in code to which the program appends text: its body is only a beginning, or an operator follows the
 * literal. Returns null for a pattern that matches URLs.
 *
 * @param text the text that contains the URL from `start` to `end`
 */
export function continued<Each extends FoundUrl>(
  found: Each,
  text: string,
  { join }: TemplateSyntax,
): Each | null {
  // A head without a comma, to which a program appends the comma and the data.
  if (/^[^,]*;base64$/i.test(found.written)) return null;
  if (found.meant)
    return found.written.includes(',') && isJoined(text, found.end, join) ? filledAtEnd(found) : found;
  const { written, start, end, placeholders = [] } = found;
  const joined = joinedIn(written, placeholders, join);
  if (joined.length > 0) return withJoined(found, joined);
  const head = written.slice(0, written.indexOf(',') + 1 || undefined);
  if (text[start - 1] === '^' || (placeholders.length === 0 && /[()[\]|*?\\^]/.test(head))) return null;
  const body = written.slice(head.length).trim();
  const isOpen =
    !(found.name === 'sourceMappingURL' && endOfMap.test(text.slice(end, end + 10))) &&
    placeholders.length === 0 &&
    head.trim().endsWith(',') &&
    isBegun(body) &&
    !isQuotedInside(text, start, end) &&
    !(body === '' && !/;\s*base64\s*,$/i.test(head) && isWholeArgument(text, start, end));
  return isOpen || isJoined(text, end, join) ? filledAtEnd(found) : found;
}

/** Match CSS or a tag up to the quotation mark before a URL, in any literal. */
const inCss = /:[^;{}"'`]{0,100}\burl\(\s{0,9}\\*["']$/i;
const inTag =
  /<[a-z][\w-]{0,30}(?:\s{1,9}[\w:-]{1,50}(?:=\\*["'][^"'<>\\]{0,200}\\*["'])?){0,20}\s{1,9}[\w:-]{1,50}=\\*["']$/i;

/** Whether a URL is between two quotes of CSS or markup, so that no literal of the program ends with it. */
function isQuotedInside(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - maxMarkup), start).trimEnd();
  const quote = /\\*["']$/.exec(before)?.[0];
  if (quote === undefined || !text.startsWith(quote, end)) return false;
  return inCss.test(before) || inTag.test(before);
}

/** Maximum length, in code units, of the markup before a URL that is searched for its tag. */
const maxMarkup = 300;

/**
 * Matches the code before a literal that uses the literal as a URL: an assignment to a property such as `src`, or a
 * call.
 */
const ofUrl =
  /(?:\.\s*(?:href|src|data|action|poster|location)\s*=|\blocation\s*=|\b(?:fetch|open|URL|Worker|import|assign|goto|navigate\w*|load\w*Url?|get)\s*\()\s*["'`]$/i;

/** Matches a statement that appends to such a property. */
const appends = /\.\s*(?:href|src|data|action|poster|location)\s*\+=/i;
/** Maximum number of code units after a literal that are searched for a statement that appends to the property. */
const maxStatements = 2000;

/** Whether a literal that contains only a type is used as a URL without anything joined to it. */
const isWholeArgument = (text: string, start: number, end: number): boolean =>
  ofUrl.test(text.slice(Math.max(0, start - 50), start)) &&
  text[end] === text[start - 1] &&
  !appends.test(text.slice(end, end + maxStatements)) &&
  /^\s*(?:[;,)}]|$)|^[ \t]*[\r\n]\s*(?![\s+.?[(&|<])/.test(text.slice(end + 1, end + 100));

/**
 * Finds the code between two literals of a program that quote markup with base64: `'<img src="data:…;base64,' + a +
 * '">'`. Base64 contains no quotation marks, except in a placeholder.
 */
function joinedIn(written: string, placeholders: readonly Span[], join: RegExp): Span[] {
  const data = /^[^,]{0,200};base64,/i.exec(written)?.[0].length;
  if (data === undefined) return [];
  const spans: Span[] = [];
  const ends = Array.from(written.slice(data).matchAll(/["'`]/g), ({ index }): Span => {
    const end = data + index + 1;
    return { start: end, end };
  });
  for (const { start: from } of outside(ends, placeholders)) {
    if (from <= (spans.at(-1)?.end ?? 0)) continue;
    const behind = written.slice(from, from + 100);
    if (!join.test(behind) && !/^\s*,\s*[\w$(]/.test(behind)) continue;
    spans.push({ start: from - 1, end: written.indexOf(written[from - 1]!, from) + 1 || written.length });
  }
  return spans;
}

/**
 * Matches operators that join literals in quoted code of any language. A dot before a call may also precede a method's
 * name.
 */
const anyJoin = /^\s*(?:\+|<<|&(?!\w+;)|\.\s*\$|(?<=\s)\.\s+[\w:\\]{1,100}\()/;

/** Marks a URL in prose as continued if quoted code joins the URL's string literal with others. */
export function continuedInProse<Each extends FoundUrl>(found: Each, text: string): Each {
  const { written, placeholders = [] } = found;
  const joined = joinedIn(written, placeholders, anyJoin);
  if (joined.length > 0) return withJoined(found, joined);
  // If quotation marks are missing, markup is parsed only up to the first space.
  const isCut =
    begunMarkup.test(written.slice(0, maxBegun)) && isBegun(written.slice(written.indexOf(',') + 1));
  return isCut || isJoined(text, found.end, anyJoin) ? filledAtEnd(found) : found;
}

/**
 * Matches the mark of an interpolated literal (C#, F#, Visual Basic; Python) and its quotation mark, perhaps with the
 * tags of highlighted code.
 */
const interpolatedBefore =
  /(?:\$@?|@\$|(?<![\w.])(?:[fF][rR]?|[rR][fF]))(?:<[^<>]{0,100}>){0,4}(?:\\*"|&(?:quot|#34|#x22);)$/i;

/** Finds the placeholders of a program's literal that a text of another kind quotes, as in documentation. */
export function interpolatedIn<Each extends FoundUrl>(found: Each, text: string): Each {
  const { written, start } = found;
  if (!written.includes('{') || !interpolatedBefore.test(text.slice(Math.max(0, start - maxMarkup), start)))
    return found;
  const spans = Array.from(written.matchAll(/\{[^{}]*\}/g), ({ 0: { length }, index }) => ({
    start: index,
    end: index + length,
  }));
  return spans.length > 0 ? withJoined(found, spans) : found;
}

/** Matches a URL with markup whose first tag is visible. */
const begunMarkup = /^data:[^,]*,(?:<|%3C)/i;
/** Maximum number of code units between the beginning of a URL and that of its markup. */
const maxBegun = 200;

const withJoined = <Each extends FoundUrl>(found: Each, joined: readonly Span[]): Each => ({
  ...found,
  placeholders: [...outside(found.placeholders ?? [], joined), ...joined].sort(byStart),
});

/** Whether a literal ends at a position and is followed by an operator. */
function isJoined(text: string, end: number, join: RegExp): boolean {
  const behind = /^\\*["'`]/.exec(text.slice(end, end + 8))?.[0].length;
  return behind !== undefined && join.test(text.slice(end + behind, end + behind + 100));
}

/** Adds a placeholder at the end of a URL. */
function filledAtEnd<Each extends FoundUrl>(found: Each): Each {
  const { written, placeholders = [] } = found;
  const at = written.length;
  const isKnown = placeholders.at(-1)?.start === at;
  return isKnown ? found : { ...found, placeholders: [...placeholders, { start: at, end: at }] };
}
