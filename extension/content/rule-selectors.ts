/**
 * Prepares the selectors of a rule for finding its elements. Nested selectors are combined with their parents', and
 * pseudo-elements are removed, because they belong to the element before them. This code works only on text and does
 * not access the page.
 */

/** A complex selector, divided into a part that `querySelectorAll` supports and the steps that it does not support. */
export interface Lookup {
  /**
   * If the selector refers to the host of a shadow tree, the condition that the host must meet; '*' if there is no
   * condition.
   */
  host?: string;
  /** Selects the elements. If there is a `host`, selects in its shadow tree, or is '' for the host itself. */
  selector: string;
  /**
   * For `::slotted()` and `::part()`, selects from the elements that are slotted into, or are in the shadow trees of,
   * the elements that `selector` matches.
   */
  inner?: { kind: 'slotted' | 'part'; argument: string };
  /** The pseudo-element of the selected elements to which the rule applies, such as `::after`. */
  pseudo?: string;
}

export interface RuleSelectors {
  /** Each complex selector including its pseudo-elements, to check whether the browser supports it. */
  whole: string[];
  lookups: Lookup[];
  /** Whether the selector was truncated, so that the rest of its list is unknown. */
  isCut: boolean;
  /** The `@scope` rules around the rule: the selectors of the root and the limit of each; '' if there is none. */
  scopes: { root: string; limit: string }[];
  /** The name of the animation if the rule is in `@keyframes`; otherwise null. */
  keyframes: string | null;
}

/** Maximum length, in code units, of a nested selector after insertion of its parents, which multiply its length. */
const maxResolvedLength = 1 << 14;

/** Matches at-rules that don't change which elements the rules in them apply to. */
const transparent = /^@(?:import|media|supports|layer|container|scope|starting-style|(?:-moz-)?document)\b/i;

/**
 * Prepares the selectors of a rule.
 *
 * @param rules the preludes of the rules around a declaration, outermost first; a truncated prelude ends with `…`
 * @returns null if the rule is of a kind that matches no elements, such as `@font-face`
 */
export function selectorsOf(rules: readonly string[]): RuleSelectors | null {
  for (const rule of rules) {
    const [, name] = /^@(?:-\w+-)?keyframes\s+["']?(.+?)["']?$/is.exec(rule) ?? [];
    if (name !== undefined) return { whole: [], lookups: [], isCut: false, scopes: [], keyframes: name };
  }
  if (rules.some((rule) => rule.startsWith('@') && !transparent.test(rule))) return null;
  let isCut = false;
  let lists: string[] = [];
  for (const rule of rules) {
    if (rule.startsWith('@')) continue;
    const items = listItems(rule);
    if (rule.endsWith('…')) {
      isCut = true;
      items.pop();
    }
    const absolute = lists.length === 0 ? items : nestedIn(items, lists);
    lists = absolute.filter(({ length }) => length <= maxResolvedLength);
    isCut ||= lists.length < items.length;
  }
  if (lists.length === 0 && !isCut) return null;
  return {
    whole: lists,
    lookups: lists.map(lookupOf),
    isCut,
    scopes: rules.flatMap((rule) => scopeOf(rule) ?? []),
    keyframes: null,
  };
}

/** Matches a part of a selector: an escape, a quoted string, a comment, or a single character. */
const step =
  /\\[\s\S]|"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|'[^'\\]*(?:\\[\s\S][^'\\]*)*'?|\/\*[\s\S]*?(?:\*\/|$)|[\s\S]/g;
const firstStep = new RegExp(step.source);

/** The parts of a text, without its comments, each with the number of brackets around it. */
function* stepsOf(text: string): Generator<{ step: string; depth: number }, void, void> {
  let depth = 0;
  for (const [each] of text.matchAll(step)) {
    if (each.startsWith('/*')) continue;
    if (each === ')' || each === ']') depth = Math.max(0, depth - 1);
    yield { step: each, depth };
    if (each === '(' || each === '[') depth++;
  }
}

/** The items of a comma-separated list, such as complex selectors. */
export function listItems(list: string): string[] {
  const items = [''];
  for (const { step, depth } of stepsOf(list)) {
    if (step === ',' && depth === 0) items.push('');
    else items[items.length - 1] += step;
  }
  return items.map((item) => item.trim());
}

/** Nested selectors (css-nesting-1) with `&` replaced by their parents; empty if the result would be too long. */
function nestedIn(items: readonly string[], parents: readonly string[]): string[] {
  // `:is()` does not support pseudo-elements. Therefore, a nested rule matches nothing if its parent contains one.
  const parent = `:is(${parents.join()})`;
  if (parent.length > maxResolvedLength) return [];
  return items.map((item) => {
    let absolute = '';
    let hasParent = false;
    for (const { step } of stepsOf(item)) {
      if (step === '&') hasParent = true;
      absolute += step === '&' ? parent : step;
    }
    return hasParent && !/^[>+~]/.test(item) ? absolute : `${parent} ${absolute}`;
  });
}

/**
 * Matches the start of a pseudo-element. Some pseudo-elements, such as `:before`, may be written with a single colon.
 */
const pseudoElement = /^(?:::|:(?=(?:before|after|first-line|first-letter)(?![\w-])))/i;

/** Separates the pseudo-elements and the host from a complex selector. */
function lookupOf(item: string): Lookup {
  let kept = '';
  let inner: Lookup['inner'];
  let pseudo: Lookup['pseudo'];
  let rest = item;
  while (rest !== '') {
    if (pseudoElement.test(rest)) {
      const { name, argument, length } = pseudoAt(rest);
      if (name === 'slotted' || name === 'part') inner = { kind: name, argument };
      else pseudo = `::${name}`;
      rest = rest.slice(length);
      // Skips the states and pseudo-elements that follow a pseudo-element.
      while (rest.startsWith(':')) rest = rest.slice(pseudoAt(rest).length);
      if (/[\s>+~]/.test(kept.at(-1) ?? ' ')) kept += '*';
      continue;
    }
    const [first = rest] = firstStep.exec(rest) ?? [];
    const taken = first === '(' || first === '[' ? bracketAt(rest) : first;
    kept += taken;
    rest = rest.slice(taken.length);
  }
  const lookup: Lookup = { selector: kept.trim(), ...(inner && { inner }), ...(pseudo && { pseudo }) };
  if (!/^:host(?:-context(?=\())?(?![\w-])/i.test(kept)) return lookup;
  const { name, argument, length } = pseudoAt(kept);
  // The conditions on the host itself: `:host:hover`, `:host(.a).b`.
  const [own = ''] = /^[^\s>+~]*/.exec(kept.slice(length)) ?? [];
  const condition = argument === '' ? '' : name === 'host' ? `:is(${argument})` : contextOf(argument);
  return {
    ...lookup,
    host: condition + own || '*',
    selector: kept.slice(length + own.length).trim(),
  };
}

const contextOf = (argument: string): string => `:is(${argument}, :is(${argument}) *)`;

/** The pseudo-class or pseudo-element at the start of a text. */
function pseudoAt(text: string): { name: string; argument: string; length: number } {
  const [start = ':', name = ''] = /^::?([\w-]*)/.exec(text) ?? [];
  const argument = text[start.length] === '(' ? bracketAt(text.slice(start.length)) : '';
  return {
    name: name.toLowerCase(),
    argument: argument.slice(1, -1),
    length: start.length + argument.length,
  };
}

/** The brackets at the start of a text, including everything in them. */
function bracketAt(text: string): string {
  let taken = '';
  for (const { step, depth } of stepsOf(text)) {
    taken += step;
    if (depth === 0 && taken.length > 1) break;
  }
  return taken;
}

/** The media queries of a rule such as `@media print` or `@import layer(base) print`; null if there are none. */
export function mediaOf(rule: string): string | null {
  const media = /^@media\b\s*(.*)$/is.exec(rule)?.[1];
  if (media !== undefined) return media;
  let rest = /^@import\b\s*(?:layer(?:\([^)]*\))?(?![\w-])\s*)?(.*)$/is.exec(rule)?.[1] ?? '';
  if (/^supports\(/i.test(rest))
    rest = rest.slice('supports'.length + bracketAt(rest.slice('supports'.length)).length);
  return rest.trim() || null;
}

/** The root and limit of `@scope (.card) to (.content)` (css-cascade-6). */
function scopeOf(rule: string): { root: string; limit: string } | null {
  const prelude = /^@scope\b\s*(.*)$/is.exec(rule)?.[1];
  if (prelude === undefined) return null;
  const root = prelude.startsWith('(') ? bracketAt(prelude) : '';
  const limit = /^\s*to\s*(\(.*)$/is.exec(prelude.slice(root.length))?.[1] ?? '';
  return { root: root.slice(1, -1), limit: bracketAt(limit).slice(1, -1) };
}

/** Matches states that change while a person uses the page, and `:visited`, which scripts cannot see. */
const passing =
  /:(?:hover|active|focus(?:-within|-visible)?|target(?:-within)?|visited|checked|indeterminate|invalid|valid|user-invalid|user-valid|disabled|placeholder-shown|popover-open|open|modal|fullscreen|playing|paused)(?![\w-])/gi;

/** The states in selectors, such as `:hover`, that may be the reason why the selectors currently match nothing. */
export const passingStates = (selectors: readonly string[]): string[] => [
  ...new Set(selectors.flatMap((selector) => selector.toLowerCase().match(passing) ?? [])),
];
