/**
 * The URLs in CSS text, found by the tokens of CSS Syntax Level 3, never by a pattern over the text.
 *
 * Only possible URLs are decoded; everything else is skipped. Linear in the length of the text: every code unit is read
 * once.
 */

import { clip } from '../truncate.ts';
import type { Destination } from '../vocabulary.ts';
import { atOnce, strideLength } from '../yield-to-event-loop.ts';
import { maxPreludeLength, maxRuleDepth } from './limits.ts';

/** Code units of a descriptor's value in the facts: a family's name is shorter. */
const maxDescriptorLength = 100;

/** Code units of a CSS name as written: more than the longest known name with all letters escaped. */
const maxCssNameLength = 2048;

/** The location of a token in a style sheet. */
export interface CssLocation {
  /**
   * The preludes of the rules around it, from the outermost (`@media print`, `.card`), as they are written, each cut to
   * `maxPreludeLength`; of very many only the innermost.
   */
  rules: string[];
  /**
   * The position of its first code unit, both from 1. Lines end as in editors, at LF, CR and CRLF; to CSS a
   * form feed is a newline, too, but not to tools that show line numbers.
   */
  line: number;
  column: number;
}

export interface CssUrl extends CssLocation {
  /** The value of the URL or string token: CSS escapes decoded, nothing else changed. */
  written: string;
  /** Code units of the style sheet, including escapes, without quotes and parentheses. */
  start: number;
  end: number;
  /** The property whose value holds it (`background-image`, `--icon`), or the at-rule (`@import`). */
  name: string;
  /** Whether an at-rule or a descriptor of `@font-face` holds it, which decides what it is fetched as. */
  role: 'import' | 'font' | 'value';
  /** For a font the family, weight and style that its rule declares (`Inter 700 italic`); '' without these. */
  face?: string;
}

export const destinationOfRole: Record<CssUrl['role'], Destination> = {
  import: 'style',
  font: 'font',
  value: 'image',
};

/**
 * Text in CSS that is not fetched: a comment, a string in a selector or a property like `content`, a URL in a prelude,
 * as of `@supports` and `@namespace`.
 */
export interface CssText extends Partial<CssLocation> {
  kind: 'comment' | 'string';
  /** The text; of a string its value, escapes decoded. */
  text: string;
  /** As of a `CssUrl`; '' outside of declarations and at-rules. */
  name: string;
  /** Code units of the style sheet, without delimiters. */
  start: number;
  end: number;
}

// Separate constants, so that the bundler inlines the numbers.
const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const OPEN = 0x28;
const CLOSE = 0x29;
const ASTERISK = 0x2a;
const HYPHEN = 0x2d;
const SOLIDUS = 0x2f;
const COLON = 0x3a;
const SEMICOLON = 0x3b;
const LESS_THAN = 0x3c;
const AT = 0x40;
const OPEN_SQUARE = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_SQUARE = 0x5d;
const OPEN_CURLY = 0x7b;
const CLOSE_CURLY = 0x7d;

const isNewline = (c: number) => c === 0x0a || c === 0x0c || c === 0x0d;
const isWhitespace = (c: number) => c === 0x20 || c === 0x09 || isNewline(c);
const isDigit = (c: number) => c >= 0x30 && c <= 0x39;
const isHex = (c: number) => isDigit(c) || (c >= 0x41 && c <= 0x46) || (c >= 0x61 && c <= 0x66);
const isNameStart = (c: number) =>
  (c >= 0x61 && c <= 0x7a) || (c >= 0x41 && c <= 0x5a) || c === 0x5f || c >= 0x80 || c === 0;
const isName = (c: number) => isNameStart(c) || isDigit(c) || c === 0x2d;

const isCrlf = (css: string, at: number) =>
  css.charCodeAt(at) === CARRIAGE_RETURN && css.charCodeAt(at + 1) === NEWLINE;

/** CSS Syntax 4.3.7: the end of the escape whose backslash is at `at`; inside a string that may be a newline. */
function escapeEnd(css: string, at: number): number {
  let end = at + 1;
  if (!isHex(css.charCodeAt(end))) return Math.min(css.length, end + (isCrlf(css, end) ? 2 : 1));
  for (let digits = 0; digits < 6 && isHex(css.charCodeAt(end)); digits++) end++;
  if (isCrlf(css, end)) return end + 2;
  return isWhitespace(css.charCodeAt(end)) ? end + 1 : end;
}

/** Code units between two yields: half a millisecond, if they are all rules. */
const cssStride = 1 << 12;

/** Functions whose bare string argument is a URL: css-values-4 `src()`, css-images-4 `image()` and `image-set()`. */
const stringIsUrl = new Set(['url', 'src', 'image', 'image-set', '-webkit-image-set']);

/** css-values-5, "arbitrary substitution functions": their arguments may be inserted in their place. */
const substitutions = new Set(['var', 'env', 'attr', 'if', 'inherit', 'first-valid', 'random-item']);
const isSubstitution = (name: string) => substitutions.has(name) || name.startsWith('--');

/**
 * CSS Syntax 4.3.7: decodes the escapes of an identifier, string or url token's content.
 *
 * @param text the token's text between its delimiters
 * @param atEnd the value of a backslash at the end of the text: '' in strings (4.3.5)
 */
export const decodeCssEscapes = (text: string, atEnd?: string): string => atOnce(decodedEscapes(text, atEnd));

/** The same as `decodeCssEscapes`, as a generator that yields now and then. */
function* decodedEscapes(text: string, atEnd = '\uFFFD'): Generator<null, string, void> {
  let at = text.indexOf('\\');
  if (at < 0) return text.replaceAll('\0', '\uFFFD');
  const parts: string[] = [];
  let from = 0;
  let pause = strideLength;
  while (at >= 0) {
    if (at >= pause) {
      pause = at + strideLength;
      yield null;
    }
    parts.push(text.slice(from, at));
    const next = escapeEnd(text, at);
    const first = text.charCodeAt(at + 1);
    if (isHex(first)) {
      const code = Number.parseInt(text.slice(at + 1, next), 16);
      const invalid = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
      parts.push(invalid ? '\uFFFD' : String.fromCodePoint(code));
    } else if (at + 1 === text.length) parts.push(atEnd);
    else if (!isNewline(first)) parts.push(text.slice(at + 1, next));
    from = next;
    at = text.indexOf('\\', from);
  }
  parts.push(text.slice(from));
  return parts.join('').replaceAll('\0', '\uFFFD');
}

/** Characters that a string cannot contain unescaped. */
const notInString = { '"': /["\\\n\r\f]/, "'": /['\\\n\r\f]/ } as const;

/**
 * Finds every URL that a browser would use in a style sheet, or in the declarations of a `style` attribute. Comments,
 * `content` strings, selectors, `@supports` and `@namespace` are not included, nor are bad-url tokens. Dropped and
 * overridden declarations are, as the text contains them.
 *
 * @param css any text
 * @param reportText called with text that is not a URL but may quote one
 * @yields the URLs in order; between them `null`, now and then, where a caller may pause
 */
export function* findCssUrls(
  css: string,
  reportText?: (text: CssText) => void,
): Generator<CssUrl | null, void, void> {
  const length = css.length;
  /** Open brackets: `{`, `(`, `[` or the name of a function. */
  const open: string[] = [];
  /** The at-rules of the open `{` blocks, '' for others. */
  const blocks: string[] = [];
  /** The start and end of each block's prelude, one after the other; and the preludes' texts, once needed. */
  const preludes: number[] = [];
  let rules: string[] | undefined;
  let statementStart = 0;
  let [line, lineStart] = [1, 0];
  /** The next line feed and carriage return from `lineStart` on. */
  let [lineFeed, carriageReturn] = [-1, -1];
  let expectsStatement = true;
  let candidate = '';
  let property = '';
  let atRule = '';
  let i = 0;
  /** The descriptors of the open `@font-face`, and the URLs of its fonts: descriptors may follow these. */
  let face: Partial<Record<FaceDescriptor, string>> = {};
  let fonts: CssUrl[] = [];
  let valueStart = 0;

  const endDescriptor = (end: number) => {
    if (blocks.at(-1) === '@font-face' && isFaceDescriptor(property)) {
      face[property] = css.slice(valueStart, Math.min(end, valueStart + maxDescriptorLength));
    }
  };
  const endFace = (): CssUrl[] => {
    const withFace = fonts.map((font) => ({ ...font, face: faceText(face) }));
    fonts = [];
    face = {};
    return withFace;
  };
  const startStatement = () => {
    expectsStatement = true;
    candidate = '';
    property = '';
    atRule = '';
  };
  const next = (character: string) => {
    const at = css.indexOf(character, lineStart);
    return at < 0 ? length : at;
  };
  /** Must be called with ascending positions: each code unit is read once for either end of a line. */
  function* locationOf(start: number): Generator<null, CssLocation, void> {
    for (;;) {
      if (lineFeed < lineStart) lineFeed = next('\n');
      if (carriageReturn < lineStart) carriageReturn = next('\r');
      const end = Math.min(lineFeed, carriageReturn);
      if (end >= start) break;
      lineStart = end + (isCrlf(css, end) ? 2 : 1);
      if (++line % strideLength === 0) yield null;
    }
    if (!rules) {
      rules = [];
      for (let n = Math.max(0, preludes.length - 2 * maxRuleDepth); n < preludes.length; n += 2)
        rules.push(clip(css.slice(preludes[n], preludes[n + 1]), maxPreludeLength));
    }
    return { rules, line, column: start - lineStart + 1 };
  }
  /** The end of the prelude before `end`. Determined once: each URL in the block would look through its white space. */
  const trimmedEnd = (end: number) => {
    let at = end;
    while (at > statementStart && isWhitespace(css.charCodeAt(at - 1))) at--;
    return at;
  };
  // CSS Syntax 4.3.8; true at the end of the text, too.
  const isEscape = (at: number) =>
    at < length && css.charCodeAt(at) === BACKSLASH && !isNewline(css.charCodeAt(at + 1));
  const startsIdent = (at: number) => {
    const c = css.charCodeAt(at);
    if (c === HYPHEN) {
      const second = css.charCodeAt(at + 1);
      return isNameStart(second) || second === HYPHEN || isEscape(at + 1);
    }
    return isNameStart(c) || isEscape(at);
  };
  const identEnd = (at: number) => {
    let end = at;
    for (;;) {
      if (end < length && isName(css.charCodeAt(end))) end++;
      else if (isEscape(end)) end = escapeEnd(css, end);
      else return end;
    }
  };
  /** The end of a string's content, from after its opening quote, and whether a newline ended it. */
  function* stringEnd(from: number, quote: '"' | "'"): Generator<null, { end: number; bad: boolean }, void> {
    let at = from;
    let pause = from + strideLength;
    while (at < length) {
      if (at >= pause) {
        pause = at + strideLength;
        yield null;
      }
      const plain = css.slice(at, at + strideLength).search(notInString[quote]);
      at += plain < 0 ? strideLength : plain;
      if (plain < 0) continue;
      const c = css.charCodeAt(at);
      if (c !== BACKSLASH) return { end: at, bad: isNewline(c) };
      at = escapeEnd(css, at);
    }
    return { end: length, bad: false };
  }
  const roleOf = (): CssUrl['role'] | null => {
    if (atRule === '@import' && open.length <= 1) return 'import';
    // A parameter's default (css-mixins-1); no other prelude has values that are used.
    if (property === '') return atRule === '@function' ? 'value' : null;
    return property === 'src' && blocks.at(-1) === '@font-face' ? 'font' : 'value';
  };
  const atEndOf = (start: number) => (/["']/.test(css[start - 1] ?? '') ? '' : '\uFFFD');
  function* found(start: number, end: number): Generator<null, CssUrl | null, void> {
    const role = roleOf();
    if (role === null) return null;
    const written = yield* decodedEscapes(css.slice(start, end), atEndOf(start));
    const name = role === 'import' ? '@import' : property || atRule;
    return { written, start, end, name, role, ...(yield* locationOf(start)) };
  }
  const nameAt = (start: number, end: number) =>
    decodeCssEscapes(css.slice(start, Math.min(end, start + maxCssNameLength)));

  /** The content of a string or url token, which may be a URL. */
  function* token(start: number, end: number, mayBeUrl: boolean): Generator<CssUrl | null, void, void> {
    const url = mayBeUrl ? yield* found(start, end) : null;
    if (!url) {
      return reportText?.({
        kind: 'string',
        text: decodeCssEscapes(css.slice(start, end), atEndOf(start)),
        name: property === '' ? atRule : property,
        start,
        end,
        ...(yield* locationOf(start)),
      });
    }
    // The rest of its `@font-face` may still add to its description.
    if (url.role === 'font') fonts.push(url);
    else yield url;
    // Only the first string of `@import` is its URL.
    if (atRule === '@import') atRule = '@import ';
  }

  let pause = cssStride;
  while (i < length) {
    if (i >= pause) {
      pause = i + cssStride;
      yield null;
    }
    const c = css.charCodeAt(i);
    if (isWhitespace(c)) {
      i++;
      continue;
    }
    if (c === SOLIDUS && css.charCodeAt(i + 1) === ASTERISK) {
      const end = css.indexOf('*/', i + 2);
      const start = i + 2;
      const textEnd = end < 0 ? length : end;
      reportText?.({ kind: 'comment', text: css.slice(start, textEnd), name: '', start, end: textEnd });
      i = end < 0 ? length : end + 2;
      continue;
    }
    if (c === HYPHEN && css.startsWith('-->', i)) {
      i += 3;
      continue;
    }
    if (c === LESS_THAN && css.startsWith('<!--', i)) {
      i += 4;
      continue;
    }
    const isStart = expectsStatement;
    if (isStart) statementStart = i;
    if (candidate !== '' && c !== COLON) candidate = '';
    expectsStatement = false;

    if (c === QUOTE || c === APOSTROPHE) {
      const { end, bad } = yield* stringEnd(i + 1, c === QUOTE ? '"' : "'");
      const context = open.at(-1);
      const mayBeUrl =
        context === undefined || context === '{' ? atRule === '@import' : stringIsUrl.has(context);
      if (!bad) yield* token(i + 1, end, mayBeUrl);
      i = bad ? end : end + 1;
    } else if (startsIdent(i)) {
      const end = identEnd(i);
      const name = nameAt(i, end);
      if (css.charCodeAt(end) !== OPEN) {
        if (isStart) candidate = name.startsWith('--') ? name : name.toLowerCase();
        i = end;
        continue;
      }
      const functionName = name.toLowerCase();
      i = end + 1;
      if (functionName !== 'url') {
        const outer = open.at(-1) ?? '';
        open.push(isSubstitution(functionName) && stringIsUrl.has(outer) ? outer : functionName);
        continue;
      }
      let at = i;
      while (isWhitespace(css.charCodeAt(at))) at++;
      const quote = css.charCodeAt(at);
      if (quote === QUOTE || quote === APOSTROPHE) {
        open.push('url');
        continue;
      }
      const { contentEnd, end: urlEnd, bad } = yield* unquotedUrl(css, at);
      if (!bad) yield* token(at, contentEnd, true);
      i = urlEnd;
    } else if (c === AT && startsIdent(i + 1)) {
      const end = identEnd(i + 1);
      if (isStart) atRule = `@${nameAt(i + 1, end).toLowerCase()}`;
      i = end;
    } else if (isDigit(c) || c === 0x23 /* # */) {
      // A number with its unit, or a hash: one token, so that `2url(` is not a function.
      i++;
      while (i < length && (isName(css.charCodeAt(i)) || css.charCodeAt(i) === 0x2e)) i++;
      if (isEscape(i)) i = identEnd(i);
      if (css.charCodeAt(i) === OPEN) continue;
    } else {
      i++;
      switch (c) {
        case COLON:
          if (candidate !== '') {
            property = candidate;
            valueStart = i;
          }
          candidate = '';
          break;
        case SEMICOLON:
          if (open.length === 0 || open.at(-1) === '{') {
            endDescriptor(i - 1);
            startStatement();
          }
          break;
        case OPEN_CURLY:
          open.push('{');
          blocks.push(atRule);
          preludes.push(statementStart, trimmedEnd(i - 1));
          rules = undefined;
          startStatement();
          break;
        case CLOSE_CURLY: {
          endDescriptor(i - 1);
          if (blocks.at(-1) === '@font-face') yield* endFace();
          // A closing brace closes everything that is open inside its block. Without a block there is no
          // search, since repeated searches would not be linear.
          if (blocks.length > 0) {
            open.length = open.lastIndexOf('{');
            blocks.pop();
            preludes.length -= 2;
            rules = undefined;
          }
          startStatement();
          break;
        }
        case OPEN:
          open.push('(');
          break;
        case OPEN_SQUARE:
          open.push('[');
          break;
        case CLOSE:
          if (open.at(-1) !== '{' && open.at(-1) !== '[') open.pop();
          break;
        case CLOSE_SQUARE:
          if (open.at(-1) === '[') open.pop();
          break;
      }
    }
  }
  endDescriptor(length);
  yield* endFace();
}

const faceDescriptors = ['font-family', 'font-weight', 'font-style'] as const;
type FaceDescriptor = (typeof faceDescriptors)[number];
const isFaceDescriptor = (name: string): name is FaceDescriptor =>
  (faceDescriptors as readonly string[]).includes(name);

/** A value without its quotes, if it has some. */
export const unquoted = (value: string): string => value.replace(/^(["'])(.*)\1$/s, '$2');

/** The usual name of a font: its family, weight and style, without default values. */
export const faceName = (values: readonly string[]): string =>
  values.filter((value) => !['', 'normal', '400'].includes(value)).join(' ');

const faceText = (face: Partial<Record<FaceDescriptor, string>>): string =>
  faceName(faceDescriptors.map((name) => decodeCssEscapes(unquoted((face[name] ?? '').trim()))));

/** Characters that an unquoted url token cannot contain unescaped. */
const notInUrl = /[\x01-\x20\x22\x27\x28\x29\x5c\x7f]/;

/** CSS Syntax 4.3.6: consumes an unquoted url token from after its opening parenthesis and white space. */
function* unquotedUrl(
  css: string,
  from: number,
): Generator<null, { contentEnd: number; end: number; bad: boolean }, void> {
  const length = css.length;
  let at = from;
  let pause = from + strideLength;
  while (at < length) {
    if (at >= pause) {
      pause = at + strideLength;
      yield null;
    }
    const plain = css.slice(at, at + strideLength).search(notInUrl);
    if (plain !== 0) {
      at += plain > 0 ? plain : strideLength;
      continue;
    }
    if (css.charCodeAt(at) === BACKSLASH && !isNewline(css.charCodeAt(at + 1))) {
      at = escapeEnd(css, at);
      continue;
    }
    const contentEnd = at;
    while (isWhitespace(css.charCodeAt(at))) at++;
    // Bad: a quote, an opening parenthesis, a non-printable character, or anything after white space.
    const bad = at < length && css.charCodeAt(at) !== CLOSE;
    return { contentEnd, end: bad ? yield* badUrlEnd(css, at) : at + 1, bad };
  }
  return { contentEnd: length, end: length, bad: false };
}

/** CSS Syntax 4.3.14: consumes the remnants of a bad url. */
function* badUrlEnd(css: string, from: number): Generator<null, number, void> {
  let at = from;
  let pause = from + strideLength;
  while (at < css.length && css.charCodeAt(at) !== CLOSE) {
    at += css.charCodeAt(at) === BACKSLASH ? 2 : 1;
    if (at >= pause) {
      pause = at + strideLength;
      yield null;
    }
  }
  return at + 1;
}
