/**
 * The URLs in CSS text, found through its tokens (`css-tokens.ts`), never by matching patterns in the text.
 *
 * Only possible URLs are decoded; everything else is skipped. Linear in the length of the text: every code unit is
 * read once.
 */

import { clip } from '../../truncate.ts';
import type { DropCause } from '../../vocabulary.ts';
import { isAsciiWhitespace } from '../../whitespace.ts';
import { maxPreludeLength, maxRuleDepth } from '../limits.ts';
import { looksLikeDataUrl } from '../quoted-data-urls.ts';
import { countLines } from './css-lines.ts';
import {
  ASTERISK,
  AT,
  BACKSLASH,
  badUrlEnd,
  CLOSE,
  CLOSE_CURLY,
  CLOSE_SQUARE,
  COLON,
  COMMA,
  decodeCssEscapes,
  decodedEscapes,
  endOfContent,
  HASH,
  HYPHEN,
  identEnd,
  isDigit,
  isNewline,
  isQuote,
  LESS_THAN,
  notInApostrophes,
  notInQuotes,
  numberEnd,
  OPEN,
  OPEN_CURLY,
  OPEN_SQUARE,
  QUOTE,
  SEMICOLON,
  SOLIDUS,
  startsIdent,
  unquotedUrl,
} from './css-tokens.ts';
import type { CssDrop, CssLocation, CssText, CssUrl } from './css-types.ts';
import { type FaceDescriptor, faceText, isFaceDescriptor } from './font-face.ts';

/** Maximum length, in code units, of a descriptor's value in the facts; a family's name is shorter. */
const maxDescriptorLength = 100;

/**
 * Maximum length, in code units, of a CSS name as written: more than the longest known name with all letters escaped.
 */
const maxCssNameLength = 2048;

/** A syntax error at a position in the style sheet. */
type Fault = Pick<CssDrop, 'cause' | 'at' | 'line' | 'column'>;

/** An open block, or the whole text. */
interface Level {
  /** Its at-rule; '' if the block belongs to no at-rule. */
  atRule: string;
  /** The span of its prelude, in code units. */
  start: number;
  end: number;
  /** The error that drops the rule as a whole. */
  fault: Fault | null;
  /**
   * The property of the enclosing statement, and the start of the property's value. The statement continues after a
   * block in brackets.
   */
  property: string;
  valueStart: number;
  /**
   * Whether the block may contain declarations. A style sheet may not; a group of rules may only within a style rule.
   */
  isOfDeclarations: boolean;
  /** The preludes of the open blocks up to this one, computed on demand. */
  rules?: string[] | undefined;
  /** Dropped URLs, held until it is known whether the block contains a fallback for them. */
  dropped?: CssUrl[] | undefined;
  /** The properties for which the block contains a valid declaration. */
  sound?: Set<string>;
}

type CssString = CssLocation & Pick<CssText, 'text' | 'name' | 'start' | 'end'>;

/** Code units between two yields; if they are all rules, these take half a millisecond. */
const cssStride = 1 << 12;

/** Functions whose bare string argument is a URL: css-values-4 `src()`, css-images-4 `image()` and `image-set()`. */
const stringIsUrl = new Set(['url', 'src', 'image', 'image-set', '-webkit-image-set']);

/** css-values-5, "arbitrary substitution functions": they may be replaced by their arguments. */
const substitutions = new Set(['var', 'env', 'attr', 'if', 'inherit', 'first-valid', 'random-item']);
const isSubstitution = (name: string) => substitutions.has(name) || name.startsWith('--');

/**
 * Finds every URL in a style sheet, or in the declarations of a `style` attribute. Comments, `content` strings,
 * selectors, `@supports` and `@namespace` are not included. Overridden declarations are included, and so are those
 * that CSS Syntax 3 drops, with the reason: bad-url and bad-string tokens (4.3.5, 4.3.6, 4.3.14), unmatched brackets
 * (5), and the grammars of `url()` and `cursor`. The `written` text of a bad token ends where its author probably
 * meant it to end.
 *
 * @param css any text
 * @param reportText called with text that is not a URL but may quote one
 * @param isSheet whether declarations outside of rules are dropped
 * @yields the URLs in order, except that dropped ones and fonts come at the end of their block; and now and then
 *   `null`, so that the caller may pause
 */
export function* findCssUrls(
  css: string,
  reportText?: (text: CssText) => void,
  isSheet = false,
): Generator<CssUrl | null, void, void> {
  const length = css.length;
  /** Open brackets: `{`, `(`, `[` or the name of a function. */
  const open: string[] = [];
  let statementStart = 0;
  const positionOf = countLines(css);
  let expectsStatement = true;
  let property = '';
  let atRule = '';
  let i = 0;
  /**
   * The descriptors of the open `@font-face`, and the URLs of its fonts, which are held because descriptors may
   * follow.
   */
  let face: Partial<Record<FaceDescriptor, string>> = {};
  let fonts: CssUrl[] = [];
  let valueStart = 0;
  /**
   * The URLs of the current statement, and the errors in it. `grammarFault` is an error that may disappear when
   * functions such as `var()` are substituted.
   */
  let held: CssUrl[] = [];
  let fault: Fault | null = null;
  let grammarFault: Fault | null = null;
  let isSubstituted = false;
  /** The error of a semicolon between rules, which becomes part of the next rule's selector. */
  let preludeFault: Fault | null = null;
  /**
   * Lost brackets: the number of brackets that were still open at the end of a block, so that for a browser they
   * contain everything after it; and the error in their statement.
   */
  let lost = 0;
  let swallowed: Fault | null = null;
  /**
   * The property that contains the first lost bracket, the number of its enclosing levels that are still open, and the
   * levels that were closed in the meantime.
   */
  let lostProperty = '';
  let lostDepth = 0;
  let lostLevels: Level[] = [];
  /** The levels: the text, and the open `{` blocks. */
  const levels: Level[] = [
    { atRule: '', start: 0, end: 0, fault: null, property: '', valueStart: 0, isOfDeclarations: !isSheet },
  ];
  const isFace = () => levels.at(-1)!.atRule === '@font-face';
  /** The end of the last bad string. Rules in the string may be scanned, although for browsers they are part of it. */
  let badEnd = 0;
  /**
   * Strings that may not be real: after an unpaired quote, the text between two strings looks like a string, and each
   * string like text. Only the end of the text shows whether a quote is unpaired. A declaration or the end of a block
   * between these strings proves that they are real.
   */
  let inverted: CssString[] = [];
  /** The end of the last text that was meant as a URL, and the position up to which no such end was found. */
  let meantEnd = 0;
  let searchedTo = 0;

  const endDescriptor = (end: number) => {
    if (isFace() && isFaceDescriptor(property)) {
      face[property] = css.slice(valueStart, Math.min(end, valueStart + maxDescriptorLength));
    }
  };
  const endFace = (): CssUrl[] => {
    const withFace = fonts.map((font) => ({ ...font, face: faceText(face) }));
    fonts = [];
    face = {};
    return withFace;
  };
  const haveSoundStrings = () => {
    for (const each of inverted) reportText?.({ kind: 'string', ...each });
    inverted = [];
  };
  const startStatement = () => {
    expectsStatement = true;
    property = '';
    atRule = '';
    fault = null;
    grammarFault = null;
    isSubstituted = false;
  };
  function* faultAt(cause: DropCause, at: number): Generator<null, Fault, void> {
    return { cause, at, ...(yield* positionOf(at)) };
  }
  /** Records the first error of the current statement. */
  function* fail(cause: DropCause, at = i - 1): Generator<null, void, void> {
    fault ??= yield* faultAt(cause, at);
  }
  function* failGrammar(cause: DropCause, at = i - 1): Generator<null, void, void> {
    grammarFault ??= yield* faultAt(cause, at);
  }
  /** Gives up the open brackets of the current block; for a browser, they contain everything that follows. */
  const loseBrackets = (count: number) => {
    if (count > 0 && lost === 0) {
      swallowed = fault;
      lostProperty = property;
      lostDepth = levels.length;
    }
    lost += count;
  };
  /** When the last lost bracket is closed, reopens the blocks that, for a browser, never ended. */
  const reopen = () => {
    fault ??= swallowed;
    swallowed = null;
    property ||= lostProperty;
    for (const level of lostLevels.reverse()) {
      open.push('{');
      levels.push(level);
    }
    lostLevels = [];
  };
  const isInBrackets = () => open.length > 0 && open.at(-1) !== '{';
  /** The error that drops the current statement. */
  const faultNow = (): Fault | null =>
    levels.at(-1)!.fault ??
    swallowed ??
    fault ??
    (isSubstituted || property.startsWith('--') ? null : grammarFault);
  const noteSound = () => {
    if (property === '' || faultNow()) return;
    const level = levels.at(-1)!;
    level.sound = (level.sound ?? new Set()).add(property);
  };
  /** Ends a declaration, a source of a font, or an at-rule; without URLs, `noteSound` does the same. */
  function* endValue(end: number): Generator<CssUrl | null, void, void> {
    const level = levels.at(-1)!;
    if (property !== '' && held.length > 0) {
      if (property === 'cursor' && !endsWithKeyword(css.slice(valueStart, end)))
        yield* failGrammar('no-keyword', end);
      if (!level.isOfDeclarations) yield* fail('outside', end);
    }
    const why = faultNow();
    noteSound();
    if (why && held.length > 0) level.dropped ??= [];
    for (const url of held) {
      if (why) level.dropped?.push({ ...url, dropped: dropOf(css, url, why) });
      // Later descriptors of its `@font-face` may still complete the font's description.
      else if (url.role === 'font') fonts.push(url);
      else yield property === '' ? url : { ...url, value: { start: valueStart, end } };
    }
    held = [];
  }
  function* endLevel(): Generator<CssUrl, void, void> {
    const { dropped = [], sound } = levels.pop() as Level;
    for (const url of dropped) {
      if (sound?.has(url.name) && url.dropped) url.dropped.hasFallback = true;
      yield url;
    }
  }
  function* locationOf(start: number): Generator<null, CssLocation, void> {
    const inner = levels.at(-1)!;
    inner.rules ??= levels
      .slice(Math.max(1, levels.length - maxRuleDepth))
      .map((level) => clip(css.slice(level.start, level.end), maxPreludeLength));
    return { rules: inner.rules, ...(yield* positionOf(start)) };
  }
  /**
   * The end of the prelude before `end`. Computed once, because each URL in the block would search the same
   * whitespace.
   */
  const trimmedEnd = (end: number) => {
    let at = end;
    while (at > statementStart && isAsciiWhitespace(css.charCodeAt(at - 1))) at--;
    return at;
  };
  const roleOf = (): CssUrl['role'] | null => {
    if (atRule === '@import' && open.length <= 1) return 'import';
    // The default of a parameter (css-mixins-1). The values in other preludes are not used.
    if (property === '') return atRule === '@function' ? 'value' : null;
    return property === 'src' && isFace() ? 'font' : 'value';
  };
  const atEndOf = (start: number) => (/["']/.test(css[start - 1] ?? '') ? '' : '\uFFFD');
  /** Holds a text as a URL of the current statement. @returns false if the statement cannot contain a URL there */
  function* hold(start: number, end: number): Generator<null, boolean, void> {
    const role = roleOf();
    if (role === null) return false;
    const written = yield* decodedEscapes(css.slice(start, end), atEndOf(start));
    const name = role === 'import' ? '@import' : property || atRule;
    held.push({ written, start, end, name, role, ...(yield* locationOf(start)) });
    return true;
  }
  const nameAt = (start: number, end: number) =>
    decodeCssEscapes(css.slice(start, Math.min(end, start + maxCssNameLength)));

  /** Handles the content of a string or url token, which may be a URL. */
  function* token(
    start: number,
    end: number,
    mayBeUrl: boolean,
    known?: CssLocation,
  ): Generator<CssUrl | null, void, void> {
    // This is part of an earlier URL as the author intended it.
    if (end <= meantEnd) return;
    if (mayBeUrl && start >= meantEnd && (yield* hold(start, end))) {
      // Only the first string of `@import` is its URL.
      if (atRule === '@import') atRule = '@import ';
      return;
    }
    const isOdd = atEndOf(start) === '' && css[end] !== css[start - 1];
    const text = decodeCssEscapes(css.slice(start, end), atEndOf(start));
    const isUrl = looksLikeDataUrl(text);
    const isUnclosed = isOdd && end === length && !isUrl;
    const why = faultNow() ?? (isUnclosed ? yield* faultAt('unclosed-string', start - 1) : null);
    const location = known ?? (yield* locationOf(start));
    const string = { text, name: property === '' ? atRule : property, start, end, ...location };
    if (why && isOdd) {
      for (const each of inverted) yield* rulesIn(css, each, why, reportText);
      inverted = [];
    }
    if (why && !isUrl) yield* rulesIn(css, string, why, reportText);
    else if (!why && /[{}]/.test(text)) inverted.push(string);
    else
      reportText?.({
        kind: 'string',
        ...string,
        ...(why && { dropped: dropOf(css, { ...string, written: text }, why) }),
      });
  }

  /**
   * Handles a bad string, which ends at a newline (4.3.5). The intended URL ends at the parenthesis that closes the
   * function or, without one, at the next quote; for a browser, the enclosing bracket remains open.
   *
   * @returns the position where scanning continues
   */
  function* badString(start: number, end: number): Generator<null, number, void> {
    let last = end;
    while (last > start && /[\s;}]/.test(css[last - 1] as string)) last--;
    const closing = (yield* badUrlEnd(css.slice(0, last), start, true)) - 1;
    whitespace.lastIndex = end;
    whitespace.test(css);
    let isUnclosed = true;
    let next = end;
    if (closing < last || css.charCodeAt(last - 1) === CLOSE) {
      last = Math.min(closing, last - 1);
      next = last;
    } else if (css.charCodeAt(whitespace.lastIndex) === CLOSE) last = end;
    else {
      const quote = css[start - 1] as string;
      const at = end < searchedTo ? -1 : indexOfClosing(css, quote, end, open.at(-1) === 'url');
      isUnclosed = at < 0;
      if (isUnclosed) searchedTo = length;
      else {
        last = at;
        next = at + 1;
      }
    }
    const isUrl = isInBrackets();
    // The URL is held before the error is recorded, because the error's position is after the URL.
    if (isUrl) yield* hold(start, last);
    yield* fail(isUnclosed ? 'unclosed-string' : 'line-break', end);
    if (!isUrl) return end;
    badEnd = end;
    if (next !== end) loseBrackets(1);
    return next;
  }

  /** Reads a string, whose quote is at `i`. */
  function* readString(quote: number): Generator<CssUrl | null, void, void> {
    const start = i + 1;
    const context = open.at(-1);
    const mayBeUrl =
      context === undefined || context === '{' ? atRule === '@import' : stringIsUrl.has(context);
    const isMeant = mayBeUrl && i >= meantEnd;
    const end = yield* endOfContent(css, start, quote === QUOTE ? notInQuotes : notInApostrophes);
    const isBad = isNewline(css.charCodeAt(end));
    i = isBad ? end : end + 1;
    if (!isBad) yield* token(start, end, mayBeUrl);
    else if (isMeant) i = yield* badString(start, end);
    else {
      const location = yield* locationOf(start);
      yield* fail('line-break', end);
      yield* token(start, end, false, location);
    }
  }
  /** Reads the beginning of a function, or a whole unquoted `url()`; `i` is after the opening parenthesis. */
  function* readFunction(name: string): Generator<CssUrl | null, void, void> {
    if (name !== 'url') {
      const outer = open.at(-1) ?? '';
      if (isSubstitution(name)) isSubstituted = true;
      open.push(isSubstitution(name) && stringIsUrl.has(outer) ? outer : name);
      return;
    }
    let at = i;
    while (isAsciiWhitespace(css.charCodeAt(at))) at++;
    const quote = css.charCodeAt(at);
    if (isQuote(quote)) {
      open.push('url');
      i = at;
      yield* readString(quote);
      return;
    }
    const { contentEnd, end, bad } = yield* unquotedUrl(css, at);
    i = end;
    if (bad === null) {
      yield* token(at, contentEnd, true);
      return;
    }
    if (at >= meantEnd) {
      meantEnd = end < searchedTo ? end : yield* badUrlEnd(css, contentEnd, true);
      if (meantEnd > length) {
        searchedTo = length;
        meantEnd = end;
      }
      yield* hold(at, meantEnd - 1);
    }
    yield* fail(bad, contentEnd);
  }
  function* openBlock(): Generator<CssUrl | null, void, void> {
    if (held.length > 0 && atRule === '' && !property.startsWith('--')) yield* fail('brace');
    if (isInBrackets() && !property.startsWith('--')) yield* fail('unclosed');
    const own = preludeFault;
    preludeFault = null;
    const why = atRule !== '@media' || isInBrackets() ? faultNow() : levels.at(-1)!.fault;
    if (held.length > 0) yield* endValue(i - 1);
    else noteSound();
    const isOfDeclarations = !groupOfRules.test(atRule) || levels.at(-1)!.isOfDeclarations;
    levels.push({
      atRule,
      start: statementStart,
      end: trimmedEnd(i - 1),
      fault: own ?? why,
      property,
      valueStart,
      isOfDeclarations,
    });
    open.push('{');
    startStatement();
  }
  function* closeBlock(): Generator<CssUrl | null, void, void> {
    haveSoundStrings();
    if (isInBrackets()) yield* fail('unclosed');
    else if (levels.length === 1) {
      yield* fail('stray');
      if (atRule === '') preludeFault ??= fault;
    }
    endDescriptor(i - 1);
    if (held.length > 0) yield* endValue(i - 1);
    else noteSound();
    if (isFace()) yield* endFace();
    if (levels.length === 1) {
      // The block is part of the enclosing statement.
      property = '';
      expectsStatement = atRule === '';
      return;
    }
    /*
     * In CSS, a closing brace does not close other brackets. Here it does, so that the rules after it are recognized.
     * There is no search without an open block, because repeated searches would not be linear.
     */
    const first = open.lastIndexOf('{');
    loseBrackets(open.length - first - 1);
    open.length = first;
    const level = levels.at(-1)!;
    if (level.dropped) yield* endLevel();
    else levels.pop();
    if (lost > 0 && levels.length < lostDepth) {
      lostDepth--;
      lostLevels.push({ ...level, dropped: undefined, rules: undefined });
    }
    startStatement();
    // 5.4.8: in brackets, the block is part of the enclosing value or prelude.
    if (isInBrackets()) ({ fault, property, valueStart } = level);
  }
  /** Ends the statement at the semicolon before `i`. */
  function* endStatement(): Generator<CssUrl | null, void, void> {
    if (isInBrackets()) {
      yield* failGrammar('unclosed');
      return;
    }
    if (open.length === 0 && atRule === '') preludeFault ??= yield* faultAt('stray', i - 1);
    endDescriptor(i - 1);
    yield* endValue(i - 1);
    startStatement();
  }

  /** The first identifier of a statement. It is the property if a colon follows. */
  let candidate = '';
  let pause = cssStride;
  while (i < length) {
    if (i >= pause) {
      pause = i + cssStride;
      yield null;
    }
    const c = css.charCodeAt(i);
    if (isAsciiWhitespace(c)) {
      i++;
      continue;
    }
    if (c === SOLIDUS && css.charCodeAt(i + 1) === ASTERISK) {
      const start = i + 2;
      const closing = css.indexOf('*/', start);
      const end = closing < 0 ? length : closing;
      reportText?.({ kind: 'comment', text: css.slice(start, end), name: '', start, end });
      i = end + 2;
      continue;
    }
    const mark = c === HYPHEN ? '-->' : c === LESS_THAN ? '<!--' : '';
    if (mark !== '' && css.startsWith(mark, i)) {
      i += mark.length;
      continue;
    }
    const isStart = expectsStatement;
    if (isStart) statementStart = i;
    const before = candidate;
    candidate = '';
    expectsStatement = false;
    // Modifiers after the string aren't checked, because browsers differ in which ones they support.
    if (open.at(-1) === 'url' && c !== CLOSE && !startsIdent(css, i)) yield* failGrammar('after-string', i);

    if (isQuote(c)) yield* readString(c);
    else if (startsIdent(css, i)) {
      const end = identEnd(css, i);
      const name = nameAt(i, end);
      i = end;
      if (css.charCodeAt(end) === OPEN) {
        i++;
        yield* readFunction(name.toLowerCase());
      } else if (isStart) candidate = name.startsWith('--') ? name : name.toLowerCase();
    } else if (c === AT && startsIdent(css, i + 1)) {
      const end = identEnd(css, i + 1);
      if (isStart) atRule = `@${nameAt(i + 1, end).toLowerCase()}`;
      i = end;
    } else if (isDigit(c) || c === HASH) {
      i = numberEnd(css, i);
    } else {
      i++;
      switch (c) {
        case COLON:
          if (before !== '') {
            haveSoundStrings();
            property = before;
            valueStart = i;
          }
          break;
        case COMMA:
          // CSS Fonts 4, 11.1: sources are parsed one by one.
          if (property === 'src' && open.at(-1) === '{' && isFace()) {
            yield* endValue(i - 1);
            fault = null;
            grammarFault = null;
          }
          break;
        case SEMICOLON:
          // Nearly all declarations contain no URL. For them, two generators would take longer than everything else.
          if (held.length > 0 || isInBrackets() || levels.length === 1) yield* endStatement();
          else {
            endDescriptor(i - 1);
            noteSound();
            startStatement();
          }
          break;
        case OPEN_CURLY:
          yield* openBlock();
          break;
        case CLOSE_CURLY:
          yield* closeBlock();
          break;
        case BACKSLASH:
          yield* failGrammar('stray');
          break;
        case OPEN:
          open.push('(');
          break;
        case OPEN_SQUARE:
          open.push('[');
          break;
        case CLOSE:
        case CLOSE_SQUARE:
          if (isInBrackets() && (open.at(-1) === '[') === (c === CLOSE_SQUARE)) open.pop();
          else if (lost === 0 || levels.length > lostDepth) yield* fail('stray');
          else if (i > badEnd && --lost === 0) reopen();
          break;
      }
    }
  }
  endDescriptor(length);
  yield* endValue(length);
  yield* endFace();
  while (levels.length > 0) yield* endLevel();
  haveSoundStrings();
}

/**
 * The URLs in rules that became part of a string because of an unpaired quote; if there are none, the string is
 * text.
 */
function* rulesIn(
  css: string,
  string: CssString,
  why: Fault,
  reportText: ((text: CssText) => void) | undefined,
): Generator<CssUrl | null, void, void> {
  let hasUrl = false;
  // The beginning of the string was meant as a value.
  const before = string.name.startsWith('@') ? '' : `${string.name}:`;
  const offset = string.start - before.length;
  for (const url of findCssUrls(before + css.slice(string.start, string.end))) {
    if (url) {
      const { value: _value, written } = url;
      hasUrl = true;
      yield {
        ...url,
        start: offset + url.start,
        end: offset + url.end,
        line: string.line + url.line - 1,
        column: (url.line === 1 ? string.column - 1 - before.length : 0) + url.column,
        dropped: { ...why, start: 0, end: written.length },
      };
    } else yield null;
  }
  if (!hasUrl) reportText?.({ kind: 'string', ...string });
}

/** Matches at-rules that may contain the same rules as their parent. */
const groupOfRules = /^@(?:media|supports|layer|container|starting-style)$/;

/** Matches optional whitespace. */
const whitespace = /\s*/y;

/**
 * The index of the next quote from `from` on; in a function, of the next quote before a closing parenthesis. -1 if
 * none.
 */
function indexOfClosing(css: string, quote: string, from: number, isInFunction: boolean): number {
  if (!isInFunction) return css.indexOf(quote, from);
  const closing = new RegExp(`${quote}\\s*\\)`, 'g');
  closing.lastIndex = from;
  return closing.exec(css)?.index ?? -1;
}

/**
 * CSS UI 4, 6.1.1: whether a value ends with a keyword, as the value of `cursor` must. Also true if it ends with a
 * comment, which may hide the keyword.
 */
const endsWithKeyword = (value: string): boolean =>
  /(?:[a-z]|\*\/)\s*(?:!\s*important\s*)?$/i.test(value.slice(-100));

/**
 * Describes how an error drops a URL.
 *
 * @param url a URL in the statement with the error
 */
function dropOf(css: string, url: Pick<CssUrl, 'written' | 'start' | 'end'>, fault: Fault): CssDrop {
  const { at } = fault;
  const isInside = at >= url.start && at <= url.end;
  const start = isInside ? decodeCssEscapes(css.slice(url.start, at)).length : 0;
  return { ...fault, start, end: isInside ? start + 1 : url.written.length };
}
