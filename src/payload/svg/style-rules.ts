/**
 * The style sheets of an SVG, split into rules: each with its selectors and declarations as text. CSS is parsed only
 * as far as needed to know how a rule can affect the picture; rules that can't be analyzed are reported.
 */

import { atOnce, strideLength } from '../../yield-to-event-loop.ts';

/** Maximum length, in code units, of a style rule in an SVG. The cost of an SVG with a longer rule is not estimated. */
const maxRuleLength = 1 << 17;

export interface StyleRule {
  /** One condition from the last compound of each selector: a class (`.a`), an id (`#a`), an element (`a`) or `*`. */
  subjects: ReadonlySet<string>;
  /** The number of combinators in the selector with the most combinators. */
  combinators: number;
  declarations: Declaration[];
}
export type Declaration = [property: string, value: string];

export interface StyleSheet {
  rules: StyleRule[];
  /** Whether the style sheet contains an animation. */
  isAnimated: boolean;
  /** Declarations of `@font-face`, which load fonts. */
  fonts: string[];
  /** Whether the style sheet contains rules that can't be analyzed here. */
  isUnknown: boolean;
}

const commentsAtOnce = 1 << 12;

/**
 * Match at-rules that contain rules or declarations, and at-rules that don't affect the picture. An import affects the
 * picture only if its URL may be a data: URL, because an SVG image loads nothing else.
 */
const grouping = /^@(?:media|supports|layer|font-face|(?:-webkit-|-moz-)?keyframes)\b/i;
const harmless = /^@(?:(?:charset|namespace|layer|page|counter-style)\b|import(?![\s\S]*(?:data:|[\t\\])))/i;
const isFontFace = (prelude: string) => /^@font-face\b/i.test(prelude);
const isKeyframes = (prelude: string) => /^@[a-z-]{0,10}keyframes\b/i.test(prelude);
/**
 * Matches selectors that depend on related elements, or expand to several selectors. Their cost has no simple bound.
 */
const unbounded = /:has\(|:nth-|:is\(|:where\(|&/i;

/**
 * The positions of some characters, outside of strings and parentheses, in a text without comments; a brace
 * closes parentheses. Linear: an unclosed string or `url()` ends with the text.
 */
function* marks(css: string, characters: string): Generator<number> {
  let depth = 0;
  const telling = /["'(){};]/g;
  for (let at = 0; at < css.length; at++) {
    telling.lastIndex = at;
    at = telling.exec(css)?.index ?? css.length;
    const c = css[at];
    if (c === undefined) return;
    if (c === '"' || c === "'") {
      const end = css.indexOf(c, at + 1);
      at = end < 0 ? css.length : end;
    } else if (c === '(' && /url$/i.test(css.slice(Math.max(0, at - 3), at)) && !isQuoted(css, at + 1)) {
      const end = css.indexOf(')', at);
      at = end < 0 ? css.length : end;
    } else if (c === '(') depth++;
    else if (c === ')') depth = Math.max(0, depth - 1);
    else if (characters.includes(c) && (depth === 0 || c === '{' || c === '}')) {
      depth = 0;
      yield at;
    }
  }
}
function isQuoted(css: string, from: number): boolean {
  let at = from;
  while (at < css.length && /\s/.test(css[at]!)) at++;
  return css[at] === '"' || css[at] === "'";
}

/** Reads a style sheet in linear time. Yields now and then. */
export function* readStyleSheet(css: string): Generator<null, StyleSheet, void> {
  const sheet: StyleSheet = { rules: [], isAnimated: false, fonts: [], isUnknown: css.includes('\\') };
  const text = yield* withoutComments(css);
  const preludes: string[] = [];
  let from = 0;
  let pause = strideLength >> 4;
  for (const at of marks(text, '{};')) {
    if (at >= pause) {
      pause = at + (strideLength >> 4);
      yield null;
    }
    const what = text[at];
    const before = text.slice(from, at);
    if (what === '{') {
      const prelude = before.trim();
      // A rule nested in a style rule (CSS Nesting); only at-rules may contain rules here.
      if (preludes.some((each) => !each.startsWith('@'))) sheet.isUnknown = true;
      if (prelude.startsWith('@') && !grouping.test(prelude) && !harmless.test(prelude))
        sheet.isUnknown = true;
      if (isKeyframes(prelude)) sheet.isAnimated = true;
      // Real style sheets are nested less deeply.
      if (preludes.length > 20) sheet.isUnknown = true;
      else preludes.push(prelude);
    } else if (what === '}') {
      // Text outside of all rules may be an import.
      if (preludes.length === 0 && before.includes('@')) sheet.isUnknown = true;
      addRule(sheet, preludes, before);
      preludes.pop();
    } else if (preludes.length > 0) continue;
    else if (!harmless.test(before.trim()) && before.trim() !== '') sheet.isUnknown = true;
    from = at + 1;
  }
  // CSS Syntax 5: the end of a sheet closes everything that is open.
  if (preludes.length > 0) addRule(sheet, preludes, text.slice(from));
  else if (/^\s*@/.test(text.slice(from))) sheet.isUnknown = true;
  return sheet;
}

function addRule(sheet: StyleSheet, preludes: readonly string[], body: string): void {
  const prelude = preludes.at(-1);
  if (prelude === undefined || body.trim() === '') return;
  if (isFontFace(prelude)) sheet.fonts.push(body);
  if (prelude.startsWith('@')) return;
  // Neither people nor programs write longer rules.
  if (prelude.length > maxRuleLength || body.length > maxRuleLength) sheet.isUnknown = true;
  if (sheet.isUnknown) return;
  if (unbounded.test(prelude)) sheet.isUnknown = true;
  // The elements that keyframes apply to are unknown.
  const selectors = preludes.some(isKeyframes) ? ['*'] : prelude.split(',');
  sheet.rules.push({
    subjects: new Set(selectors.map(subjectOf)),
    combinators: selectors.reduce((most, each) => Math.max(most, compoundsOf(each).length - 1), 0),
    declarations: declarationsOf(body),
  });
}

const compoundsOf = (selector: string): string[] => selector.split(/[\s>+~]+/).filter((each) => each !== '');

/** Selectors 4: a class, id or type in the last compound; the other conditions only narrow the match. */
function subjectOf(selector: string): string {
  // Brackets and strings may contain anything, so the last compound cannot be located.
  if (/["'[(\\]/.test(selector)) return '*';
  const compound = compoundsOf(selector).at(-1) ?? '*';
  const [type = '', ...rest] = compound.split(/(?=[.#:])/);
  const named = [type, ...rest].find((part) => part.startsWith('.') || part.startsWith('#'));
  if (named !== undefined) return named;
  return type === '' || /^[:*]|\|/.test(type) ? '*' : type;
}

/** The declarations in a text without blocks (CSS Syntax 5.4.4). */
export function declarationsOf(css: string): Declaration[] {
  const text = atOnce(withoutComments(css));
  const declarations: Declaration[] = [];
  let from = 0;
  const add = (end: number) => {
    const declaration = text.slice(from, end);
    const colon = declaration.indexOf(':');
    if (colon < 0) return;
    const written = declaration.slice(0, colon).trim();
    const property = written.startsWith('--') ? written : written.toLowerCase();
    declarations.push([property, declaration.slice(colon + 1).trim()]);
  };
  for (const at of marks(text, ';')) {
    add(at);
    from = at + 1;
  }
  add(text.length);
  return declarations;
}

function* withoutComments(css: string): Generator<null, string, void> {
  if (!css.includes('/*')) return css;
  const parts: string[] = [];
  let from = 0;
  for (let at = css.indexOf('/*'); at >= 0; at = css.indexOf('/*', from)) {
    parts.push(css.slice(from, at), ' ');
    if (parts.length % commentsAtOnce === 0) yield null;
    const end = css.indexOf('*/', at + 2);
    from = end < 0 ? css.length : end + 2;
  }
  parts.push(css.slice(from));
  return parts.join('');
}
