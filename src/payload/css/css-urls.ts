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
import {
  atEndOf,
  endsWithKeyword,
  groupOfRules,
  indexOfClosing,
  nameIn,
  stringIsUrl,
  substitution,
} from './css-grammar.ts';
import { type CssString, dropOf, type Fault, type Level, type LostBrackets } from './css-levels.ts';
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
import type { CssLocation, CssText, CssUrl } from './css-types.ts';
import { type FaceDescriptor, faceText, isFaceDescriptor } from './font-face.ts';

/** Maximum length, in code units, of a descriptor's value in the facts; a family's name is shorter. */
const maxDescriptorLength = 100;

/** An open block within a value. */
const valueBlock = '{}';

/** Number of code units between two yields. If these are all rules, they take half a millisecond. */
const cssStride = 1 << 12;

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
export const findCssUrls = (
  css: string,
  reportText?: (text: CssText) => void,
  isSheet = false,
): Generator<CssUrl | null, void, void> => new CssReader(css, reportText, isSheet).read();

/** A step that may find a URL or pause. Steps that do neither are plain methods, which are faster. */
type Step<Result = void> = Generator<CssUrl | null, Result, void>;

/** Reads one text, from its beginning to its end. */
class CssReader {
  readonly #css: string;
  readonly #reportText: ((text: CssText) => void) | undefined;
  readonly #positionOf: ReturnType<typeof countLines>;
  /** The position of the next token. */
  #at = 0;
  /** Open brackets: `{`, `(`, `[`, `valueBlock` or the name of a function. */
  readonly #open: string[] = [];
  /** The levels: the text, and the open `{` blocks. */
  readonly #levels: Level[];
  #lost: LostBrackets | null = null;

  // The current statement.
  #expectsStatement = true;
  #statementStart = 0;
  /** The first identifier of a statement, until another token than a colon follows: with a colon, it is the property. */
  #candidate = '';
  #atRule = '';
  #property = '';
  #valueStart = 0;
  /** The URLs of the statement, which are held until the statement ends. */
  #held: CssUrl[] = [];
  /**
   * The first error in the statement, and the first one that may disappear when functions such as `var()` are
   * substituted.
   */
  #fault: Fault | null = null;
  #grammarFault: Fault | null = null;
  #isSubstituted = false;
  /** The error of a semicolon between rules, which becomes part of the next rule's selector. */
  #preludeFault: Fault | null = null;

  /**
   * The descriptors of the open `@font-face`, and the URLs of its fonts, which are held because descriptors may
   * follow.
   */
  #face: Partial<Record<FaceDescriptor, string>> = {};
  #fonts: CssUrl[] = [];
  /**
   * Strings that may not be real: after an unpaired quote, the text between two strings looks like a string, and each
   * string like text. Only the end of the text shows whether a quote is unpaired. A declaration or the end of a block
   * between these strings proves that they are real.
   */
  #inverted: CssString[] = [];
  /**
   * The end of the last bad string. Rules in that string may be scanned, although they are part of the string for
   * browsers.
   */
  #badEnd = 0;
  /** The end of the last text that was meant as a URL, and the position up to which no such end was found. */
  #meantEnd = 0;
  #searchedTo = 0;

  constructor(css: string, reportText: ((text: CssText) => void) | undefined, isSheet: boolean) {
    this.#css = css;
    this.#reportText = reportText;
    this.#positionOf = countLines(css);
    this.#levels = [{ atRule: '', start: 0, end: 0, fault: null, outer: null, isOfDeclarations: !isSheet }];
  }

  *read(): Step {
    const css = this.#css;
    let pause = cssStride;
    while (this.#at < css.length) {
      if (this.#at >= pause) {
        pause = this.#at + cssStride;
        yield null;
      }
      const c = css.charCodeAt(this.#at);
      if (isAsciiWhitespace(c)) this.#at++;
      else if (!this.#skipped(c)) {
        // Modifiers after the string aren't checked, because browsers differ in which ones they support.
        if (this.#inner() === 'url' && c !== CLOSE && !startsIdent(css, this.#at))
          yield* this.#failGrammar('after-string', this.#at);
        const step = this.#token(c);
        if (step) yield* step;
      }
    }
    this.#endDescriptor(css.length);
    yield* this.#endValue(css.length);
    yield* this.#endFace();
    while (this.#levels.length > 0) yield* this.#endLevel();
    this.#haveSoundStrings();
  }

  /** Skips a comment, or a mark of HTML's comments. @returns whether there was one */
  #skipped(c: number): boolean {
    const css = this.#css;
    const start = this.#at;
    if (c === SOLIDUS && css.charCodeAt(start + 1) === ASTERISK) {
      const closing = css.indexOf('*/', start + 2);
      const end = closing < 0 ? css.length : closing;
      const text = css.slice(start + 2, end);
      this.#reportText?.({ kind: 'comment', text, name: '', start: start + 2, end });
      this.#at = end + 2;
    } else if (c === HYPHEN && css.startsWith('-->', start)) this.#at += 3;
    else if (c === LESS_THAN && css.startsWith('<!--', start)) this.#at += 4;
    return this.#at > start;
  }

  /** Reads a token. */
  #token(c: number): Step | undefined {
    const css = this.#css;
    const start = this.#at;
    const isStart = this.#expectsStatement;
    if (isStart) this.#statementStart = start;
    const before = this.#candidate;
    this.#candidate = '';
    this.#expectsStatement = false;
    if (isQuote(c)) return this.#string(c);
    if (startsIdent(css, start)) {
      const end = identEnd(css, start);
      const name = nameIn(css, start, end);
      this.#at = end;
      if (css.charCodeAt(end) === OPEN) return this.#function(name.toLowerCase());
      if (isStart) this.#candidate = name.startsWith('--') ? name : name.toLowerCase();
    } else if (c === AT && startsIdent(css, start + 1)) {
      this.#at = identEnd(css, start + 1);
      if (isStart) this.#atRule = `@${nameIn(css, start + 1, this.#at).toLowerCase()}`;
    } else if (isDigit(c) || c === HASH) this.#at = numberEnd(css, start);
    else {
      this.#at++;
      return this.#delimiter(c, before);
    }
    return undefined;
  }

  /**
   * Handles a delimiter.
   *
   * @param before the identifier in front of the delimiter, which may be a property
   */
  #delimiter(c: number, before: string): Step | undefined {
    switch (c) {
      case COLON:
        if (!before || this.#property) return undefined;
        this.#haveSoundStrings();
        this.#property = before;
        this.#candidate = before;
        this.#valueStart = this.#at;
        return undefined;
      case COMMA:
        // CSS Fonts 4, 11.1: sources are parsed one by one.
        return this.#property === 'src' && this.#inner() === '{' && this.#isFace()
          ? this.#endSource()
          : undefined;
      case SEMICOLON:
        // Nearly all declarations contain no URL. For them, two generators would take longer than everything else.
        if (this.#held.length > 0 || this.#isInBrackets() || this.#levels.length === 1)
          return this.#endStatement();
        this.#endDescriptor();
        this.#noteSound();
        this.#startStatement();
        return undefined;
      case OPEN_CURLY:
        return this.#openBlock(before);
      case CLOSE_CURLY:
        return this.#closeBlock();
      case BACKSLASH:
        return this.#failGrammar('stray');
      case OPEN:
      case OPEN_SQUARE:
        this.#open.push(this.#css[this.#at - 1] as string);
        return undefined;
      case CLOSE:
      case CLOSE_SQUARE:
        return this.#closeBracket(c);
    }
    return undefined;
  }
  #closeBracket(c: number): Step | undefined {
    const lost = this.#lost;
    const inner = this.#inner();
    if (!inner.startsWith('{') && (inner === '[') === (c === CLOSE_SQUARE)) this.#open.pop();
    else if (!lost || this.#levels.length > lost.depth) return this.#fail('stray');
    else if (this.#at > this.#badEnd && --lost.count === 0) this.#reopen(lost);
    return undefined;
  }

  /** Reads a string, whose quote is the next code unit. */
  *#string(quote: number): Step {
    const start = this.#at + 1;
    const mayBeUrl = this.#isInBrackets() ? stringIsUrl.has(this.#inner()) : this.#atRule === '@import';
    const isMeant = mayBeUrl && this.#at >= this.#meantEnd;
    const end = yield* endOfContent(this.#css, start, quote === QUOTE ? notInQuotes : notInApostrophes);
    const isBad = isNewline(this.#css.charCodeAt(end));
    this.#at = isBad ? end : end + 1;
    if (!isBad) yield* this.#content(start, end, mayBeUrl);
    else if (isMeant) yield* this.#badString(start, end);
    else {
      const location = yield* this.#locationOf(start);
      yield* this.#fail('line-break', end);
      yield* this.#content(start, end, false, location);
    }
  }
  /** Reads the beginning of a function, or a whole unquoted `url()`, from the opening parenthesis on. */
  *#function(name: string): Step {
    const css = this.#css;
    let at = ++this.#at;
    if (name !== 'url') {
      const outer = this.#inner();
      const mayBeReplaced = substitution.test(name);
      if (mayBeReplaced) this.#isSubstituted = true;
      this.#open.push(mayBeReplaced && stringIsUrl.has(outer) ? outer : name);
      return;
    }
    while (isAsciiWhitespace(css.charCodeAt(at))) at++;
    const quote = css.charCodeAt(at);
    if (isQuote(quote)) {
      this.#open.push('url');
      this.#at = at;
      yield* this.#string(quote);
      return;
    }
    const { contentEnd, end, bad } = yield* unquotedUrl(css, at);
    this.#at = end;
    if (bad === null) {
      yield* this.#content(at, contentEnd, true);
      return;
    }
    if (at >= this.#meantEnd) {
      this.#meantEnd = end < this.#searchedTo ? end : yield* badUrlEnd(css, contentEnd, true);
      if (this.#meantEnd > css.length) {
        this.#searchedTo = css.length;
        this.#meantEnd = end;
      }
      yield* this.#hold(at, this.#meantEnd - 1);
    }
    yield* this.#fail(bad, contentEnd);
  }

  /** Handles the content of a string or url token, which may be a URL. */
  *#content(start: number, end: number, mayBeUrl: boolean, known?: CssLocation): Step {
    const css = this.#css;
    // This is part of an earlier URL as the author intended it.
    if (end <= this.#meantEnd) return;
    if (mayBeUrl && start >= this.#meantEnd && (yield* this.#hold(start, end))) {
      // Only the first string of `@import` is its URL.
      if (this.#atRule === '@import') this.#atRule = '@import ';
      return;
    }
    const atEnd = atEndOf(css, start);
    const lacksClosingQuote = atEnd === '' && css[end] !== css[start - 1];
    const text = decodeCssEscapes(css.slice(start, end), atEnd);
    const isUrl = looksLikeDataUrl(text);
    const isUnclosed = lacksClosingQuote && end === css.length && !isUrl;
    const why = this.#faultNow() ?? (isUnclosed ? yield* this.#faultAt('unclosed-string', start - 1) : null);
    const location = known ?? (yield* this.#locationOf(start));
    const name = this.#property || this.#atRule;
    const string = { text, name, start, end, ...location };
    if (why && lacksClosingQuote) {
      for (const each of this.#inverted) yield* rulesIn(css, each, why, this.#reportText);
      this.#inverted = [];
    }
    if (why && !isUrl) yield* rulesIn(css, string, why, this.#reportText);
    else if (!why && /[{}]/.test(text)) this.#inverted.push(string);
    else
      this.#reportText?.({
        kind: 'string',
        ...string,
        ...(why && { dropped: dropOf(css, { ...string, written: text }, why) }),
      });
  }

  /**
   * Handles a bad string, which ends at a newline (4.3.5). The intended URL ends at the parenthesis that closes the
   * function or, without one, at the next quote; for a browser, the enclosing bracket remains open.
   */
  *#badString(start: number, end: number): Step {
    const css = this.#css;
    let last = end;
    while (last > start && /[\s;}]/.test(css[last - 1] as string)) last--;
    const closing = (yield* badUrlEnd(css.slice(0, last), start, true)) - 1;
    closingParenthesis.lastIndex = end;
    let isUnclosed = true;
    let next = end;
    if (closing < last || css.charCodeAt(last - 1) === CLOSE) {
      last = Math.min(closing, last - 1);
      next = last;
    } else if (closingParenthesis.test(css)) last = end;
    else {
      const quote = css[start - 1] as string;
      const at = end < this.#searchedTo ? -1 : indexOfClosing(css, quote, end, this.#inner() === 'url');
      isUnclosed = at < 0;
      if (isUnclosed) this.#searchedTo = css.length;
      else {
        last = at;
        next = at + 1;
      }
    }
    const isUrl = this.#isInBrackets();
    // The URL is held before the error is recorded, because the error's position is after the URL.
    if (isUrl) yield* this.#hold(start, last);
    yield* this.#fail(isUnclosed ? 'unclosed-string' : 'line-break', end);
    if (!isUrl) return;
    this.#badEnd = end;
    this.#at = next;
    if (next !== end) this.#loseBrackets(1);
  }

  /** Holds a text as a URL of the current statement. @returns false if the statement cannot contain a URL there */
  *#hold(start: number, end: number): Step<boolean> {
    const role = this.#role();
    if (role === null) return false;
    const css = this.#css;
    const written = yield* decodedEscapes(css.slice(start, end), atEndOf(css, start));
    const name = this.#property || this.#atRule;
    this.#held.push({ written, start, end, name, role, ...(yield* this.#locationOf(start)) });
    return true;
  }
  #role(): CssUrl['role'] | null {
    if (this.#atRule === '@import' && this.#open.length <= 1) return 'import';
    // In the prelude of `@function`, a URL is the default of a parameter (css-mixins-1). Browsers don't use URLs in
    // other preludes.
    if (this.#property === '') return this.#atRule === '@function' ? 'value' : null;
    return this.#property === 'src' && this.#isFace() ? 'font' : 'value';
  }
  /** @param before the property if the block follows its colon; the block is a value, as no selector ends with a colon */
  *#openBlock(before: string): Step {
    const level = this.#level();
    const isInBrackets = this.#isInBrackets();
    if (this.#property && level.isOfDeclarations && (isInBrackets || before || this.#isCustom())) {
      // In brackets, only custom properties and values with substitutions may contain blocks.
      if (isInBrackets) yield* this.#failGrammar('unclosed');
      this.#open.push(valueBlock);
      return;
    }
    if (this.#held.length > 0 && this.#atRule === '') yield* this.#fail('brace');
    const own = this.#preludeFault;
    if (this.#open.length === 0) this.#preludeFault = null;
    const why = this.#atRule === '@media' || this.#isSubstituted ? level.fault : this.#faultNow();
    yield* this.#endValue();
    if (isInBrackets) yield* this.#fail('unclosed');
    const start = this.#statementStart;
    // Computed once, because each URL in the block would search the same whitespace.
    let end = this.#at - 1;
    while (end > start && isAsciiWhitespace(this.#css.charCodeAt(end - 1))) end--;
    this.#levels.push({
      atRule: this.#atRule,
      start,
      end,
      fault: own ?? (isInBrackets ? this.#fault : why),
      outer: this.#isSubstituted || this.#atRule ? null : this.#fault,
      isOfDeclarations: !groupOfRules.test(this.#atRule) || level.isOfDeclarations,
    });
    this.#open.push('{');
    this.#startStatement();
  }
  #isCustom(): boolean {
    return this.#property.startsWith('--');
  }
  *#closeBlock(): Step {
    this.#haveSoundStrings();
    if (this.#inner() === valueBlock) {
      this.#open.pop();
      if (this.#isInBrackets() || this.#isCustom()) return;
      // In other values, nothing may follow a block ("consume a declaration" in newer drafts).
      yield* this.#endValue(this.#at);
      this.#startStatement();
      return;
    }
    const isOutermost = this.#levels.length === 1;
    if (this.#isInBrackets()) yield* this.#fail('unclosed');
    else if (isOutermost) {
      yield* this.#fail('stray');
      if (this.#atRule === '') this.#preludeFault ??= this.#fault;
    }
    this.#endDescriptor();
    yield* this.#endValue();
    if (this.#isFace()) yield* this.#endFace();
    if (isOutermost) {
      // The block is part of the enclosing statement.
      this.#property = '';
      this.#expectsStatement = this.#atRule === '';
      return;
    }
    /*
     * In CSS, a closing brace does not close other brackets. Here it does, so that the rules after it are recognized.
     * There is no search without an open block, because repeated searches would not be linear.
     */
    const first = this.#open.lastIndexOf('{');
    this.#loseBrackets(this.#open.length - first - 1);
    this.#open.length = first;
    const level = this.#level();
    yield* this.#endLevel();
    const lost = this.#lost;
    if (lost && this.#levels.length < lost.depth) {
      lost.depth--;
      lost.levels.push({ ...level, dropped: undefined });
    }
    this.#startStatement();
    // 5.4.8: in brackets, the block is part of the enclosing prelude.
    if (this.#isInBrackets()) {
      this.#atRule = level.atRule;
      this.#fault = level.outer;
      this.#isSubstituted = !level.outer;
      this.#statementStart = level.start;
      this.#expectsStatement = false;
    }
  }
  #endLevel(): CssUrl[] {
    const { dropped = [], sound } = this.#levels.pop() as Level;
    for (const url of dropped) if (sound?.has(url.name) && url.dropped) url.dropped.hasFallback = true;
    return dropped;
  }
  #level(): Level {
    return this.#levels.at(-1) as Level;
  }
  #isFace(): boolean {
    return this.#level().atRule === '@font-face';
  }
  /** The innermost open bracket; `{` if no bracket is open. */
  #inner(): string {
    return this.#open.at(-1) ?? '{';
  }
  #isInBrackets(): boolean {
    return this.#inner() !== '{';
  }
  *#locationOf(start: number): Step<CssLocation> {
    const inner = this.#level();
    inner.rules ??= this.#levels
      .slice(Math.max(1, this.#levels.length - maxRuleDepth))
      .map((level) => clip(this.#css.slice(level.start, level.end), maxPreludeLength));
    return { rules: inner.rules, ...(yield* this.#positionOf(start)) };
  }

  /** Gives up the open brackets of the current block; for a browser, they contain everything that follows. */
  #loseBrackets(count: number): void {
    if (count === 0) return;
    this.#lost ??= {
      count: 0,
      fault: this.#fault,
      property: this.#property,
      depth: this.#levels.length,
      levels: [],
    };
    this.#lost.count += count;
  }
  /** When the last lost bracket is closed, reopens the blocks that, for a browser, never ended. */
  #reopen(lost: LostBrackets): void {
    this.#fault ??= lost.fault;
    this.#property ||= lost.property;
    for (const level of lost.levels.reverse()) {
      this.#open.push('{');
      this.#levels.push(level);
    }
    this.#lost = null;
  }

  #startStatement(): void {
    this.#expectsStatement = true;
    this.#property = '';
    this.#atRule = '';
    this.#fault = null;
    this.#grammarFault = null;
    this.#isSubstituted = false;
  }
  /** Ends the statement at the semicolon before the position. */
  *#endStatement(): Step {
    if (this.#isInBrackets()) {
      if (this.#atRule === '') yield* this.#failGrammar('unclosed');
      return;
    }
    if (this.#open.length === 0 && this.#atRule === '') this.#preludeFault ??= yield* this.#faultAt('stray');
    this.#endDescriptor();
    yield* this.#endValue();
    this.#startStatement();
  }
  *#endSource(): Step {
    yield* this.#endValue();
    this.#fault = null;
    this.#grammarFault = null;
  }
  /** Ends a declaration, a source of a font, or an at-rule; without URLs, `noteSound` does the same. */
  *#endValue(end = this.#at - 1): Step {
    const css = this.#css;
    const level = this.#level();
    const property = this.#property;
    if (property && this.#held.length > 0) {
      if (property === 'cursor' && !endsWithKeyword(css.slice(this.#valueStart, end)))
        yield* this.#failGrammar('no-keyword', end);
      if (!level.isOfDeclarations) yield* this.#fail('outside', end);
    }
    const why = this.#faultNow();
    this.#noteSound();
    for (const url of this.#held) {
      if (why) {
        level.dropped ??= [];
        level.dropped.push({ ...url, dropped: dropOf(css, url, why) });
        // Later descriptors of its `@font-face` may still complete the font's description.
      } else if (url.role === 'font') this.#fonts.push(url);
      else yield property === '' ? url : { ...url, value: { start: this.#valueStart, end } };
    }
    this.#held = [];
  }
  #noteSound(): void {
    if (this.#property === '' || this.#faultNow()) return;
    const level = this.#level();
    level.sound = (level.sound ?? new Set()).add(this.#property);
  }
  #haveSoundStrings(): void {
    for (const each of this.#inverted) this.#reportText?.({ kind: 'string', ...each });
    this.#inverted = [];
  }

  #endDescriptor(end = this.#at - 1): void {
    const property = this.#property;
    if (this.#isFace() && isFaceDescriptor(property)) {
      const start = this.#valueStart;
      this.#face[property] = this.#css.slice(start, Math.min(end, start + maxDescriptorLength));
    }
  }
  #endFace(): CssUrl[] {
    const face = faceText(this.#face);
    const withFace = this.#fonts.map((font) => ({ ...font, face }));
    this.#fonts = [];
    this.#face = {};
    return withFace;
  }

  *#faultAt(cause: DropCause, at = this.#at - 1): Step<Fault> {
    return { cause, at, ...(yield* this.#positionOf(at)) };
  }
  /** Records the first error of the current statement. */
  *#fail(cause: DropCause, at?: number): Step {
    this.#fault ??= yield* this.#faultAt(cause, at);
  }
  *#failGrammar(cause: DropCause, at?: number): Step {
    this.#grammarFault ??= yield* this.#faultAt(cause, at);
  }
  /** The error that drops the current statement. */
  #faultNow(): Fault | null {
    return (
      this.#level().fault ??
      this.#lost?.fault ??
      this.#fault ??
      (this.#isSubstituted || this.#isCustom() ? null : this.#grammarFault)
    );
  }
}

/**
 * Finds the URLs in rules that became part of a string because of an unpaired quote; if there are none, the string is
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
      hasUrl = true;
      yield {
        ...url,
        start: offset + url.start,
        end: offset + url.end,
        line: string.line + url.line - 1,
        column: (url.line === 1 ? string.column - 1 - before.length : 0) + url.column,
        dropped: { ...why, start: 0, end: url.written.length },
      };
    } else yield null;
  }
  if (!hasUrl) reportText?.({ kind: 'string', ...string });
}

const closingParenthesis = /\s*\)/y;
