/**
 * Shows where a data: URL takes effect: outlines or counts an element, the elements that a style sheet's rule currently
 * matches, or the elements whose font list includes the font of an `@font-face` rule. This is a separate script, which
 * no scan loads. The worker injects it when a surface needs it: for open details, and for visible rows whose data: URL
 * is only in rules.
 */
import { treeSeparator } from '../../src/selector-steps.ts';
import type { Shown, ShowRequest } from '../platform/show-messages.ts';
import {
  animationsOf,
  elementsOf,
  isConnected,
  isHtml,
  localName,
  ownGlobal,
  rootOf,
  shadowRootOf,
} from './dom.ts';
import { elementsOfFont } from './font-users.ts';
import { highlight, isDrawn, isInView } from './highlight.ts';
import { pictureBox } from './picture-box.ts';
import { elementsOfRule } from './rule-elements.ts';
import { mediaOf, passingStates, type RuleSelectors, selectorsOf } from './rule-selectors.ts';

/** Maximum number of elements that are checked for a box that can be outlined. */
const maxDrawnTests = 20_000;

/**
 * Maximum number of elements that are outlined at the same time. 10,000 outlines would block a page for 1.6 s at first,
 * and for 0.16 s in each animation frame.
 */
const maxOutlined = 2000;

declare global {
  /** Shows an occurrence. Called by the worker. */
  var dataUrlInspectorShow: ((request: ShowRequest) => Shown) | undefined;
  /** Lets held outlines disappear after their usual time. Called by the worker. */
  var dataUrlInspectorRelease: (() => void) | undefined;
  /** Removes the outlines that were drawn last. Called by the worker. */
  var dataUrlInspectorEnd: (() => void) | undefined;
}

/** The elements of an occurrence, and the ones among them that can be outlined. */
type Found = Omit<Shown, 'outlined' | 'box'> & { drawn: readonly Element[] };

const none = { matched: 0, drawn: [], reason: '' };

globalThis.dataUrlInspectorShow = ({ name, selector, rules, face, outlines, isHeld, measures }) => {
  const mark = ownGlobal('dataUrlInspectorMark');
  const isMarked = mark?.name === name;
  if (isMarked) globalThis.dataUrlInspectorMark = undefined;
  const marked = isMarked ? mark.element : elementAt(selector);
  const element = marked && isConnected(marked) ? marked : null;
  const { drawn, ...outcome } = found(element, rules, face);
  if (outlines !== 'none') highlight(drawn, outlines, isHeld);
  return { ...outcome, outlined: drawn.length, box: element && measures ? pictureBox(element) : null };
};

globalThis.dataUrlInspectorRelease = () => ownGlobal('dataUrlInspectorOutlines')?.release();

globalThis.dataUrlInspectorEnd = () => ownGlobal('dataUrlInspectorOutlines')?.end();

function found(element: Element | null, rules: readonly string[], face: string): Found {
  if (!element) return { ...none, kind: 'gone' };
  if (face !== '') return foundByFont(element, rules, face);
  return rules.length > 0 ? foundByRule(element, rules) : drawnOf([element], 1);
}

/** Finds the element with a selector in the form that a scan reports; null if the selector is '' or matches nothing. */
function elementAt(path: string): Element | null {
  let root: Node | null = document;
  let element: Element | null = null;
  for (const selector of path === '' ? [] : path.split(treeSeparator)) {
    element = (root && elementsOf(root, selector)[0]) ?? null;
    root = element && (shadowRootOf(element) ?? (isHtml(element, 'template') ? element.content : null));
  }
  return element;
}

/**
 * Selects the elements to outline: elements that have a box and, if there are `pseudos`, draw one of them. Returns at
 * most `maxOutlined` elements, preferably elements in view.
 */
function drawnOf(elements: readonly Element[], matched: number, pseudos: readonly string[] = []): Found {
  const all = elements
    .slice(0, maxDrawnTests)
    .filter((element) => isDrawn(element) && drawsOneOf(element, pseudos));
  const drawn = all.length > maxOutlined ? firstInView(all).slice(0, maxOutlined) : all;
  const kind = drawn.length > 0 ? 'shown' : 'not-drawn';
  return { kind, matched, drawn, reason: pseudos.join(' ') };
}

const firstInView = (elements: readonly Element[]): Element[] => [
  ...elements.filter(isInView),
  ...elements.filter((element) => !isInView(element)),
];

/** The pseudo-elements that a rule applies to; empty if the rule also applies to elements themselves. */
const pseudosOf = ({ lookups }: RuleSelectors): string[] => {
  const all = lookups.flatMap(({ pseudo }) => pseudo ?? []);
  return all.length < lookups.length ? [] : [...new Set(all)];
};

/**
 * Whether an element draws one of the pseudo-elements. Scripts can check only `::before` and `::after`, so all others
 * count as drawn.
 */
const drawsOneOf = (element: Element, pseudos: readonly string[]): boolean =>
  pseudos.length === 0 ||
  pseudos.some(
    (pseudo) => !/^::(?:before|after)$/.test(pseudo) || getComputedStyle(element, pseudo).content !== 'none',
  );

/** The elements that a rule matches in the tree of its style sheet. */
function foundByRule(holder: Element, rules: readonly string[]): Found {
  const selectors = selectorsOf(rules);
  if (!selectors) return { ...none, kind: 'no-selector' };
  const root = rootOfSheet(holder);
  if (selectors.keyframes !== null) return animatedBy(root, selectors.keyframes);
  const elements = elementsOfRule(root, selectors);
  if (!elements) return { ...none, kind: 'unsupported' };
  const condition = failingCondition(holder, rules);
  if (elements.length === 0) {
    if (selectors.isCut) return { ...none, kind: 'cut' };
    if (condition !== '') return { ...none, kind: 'no-match', reason: condition };
    return { ...none, kind: 'no-match', reason: passingStates(selectors.whole).join(' ') };
  }
  const outcome = drawnOf(elements, elements.length, pseudosOf(selectors));
  if (condition !== '') return { ...outcome, kind: 'off', reason: condition };
  return selectors.isCut && outcome.kind === 'shown' ? { ...outcome, kind: 'cut' } : outcome;
}

/** The elements whose font list contains the family of an `@font-face` rule. */
function foundByFont(holder: Element, rules: readonly string[], face: string): Found {
  const { elements, isCut } = elementsOfFont(document, face);
  const outcome = drawnOf(elements, elements.length);
  const condition = failingCondition(holder, rules);
  if (condition !== '') return { ...outcome, kind: 'off', reason: condition };
  if (isCut) return { ...outcome, kind: 'cut' };
  return elements.length === 0 ? { ...none, kind: 'no-match' } : outcome;
}

/**
 * The root of the tree that a sheet applies to: the tree that contains the element that loads the sheet, or the shadow
 * tree of the host that adopts the sheet.
 */
function rootOfSheet(holder: Element): Node {
  const tag = localName(holder);
  const loads = tag === 'style' || tag === 'link';
  return (loads ? null : shadowRootOf(holder)) ?? rootOf(holder);
}

function animatedBy(root: Node, name: string): Found {
  const targets = new Set<Element>();
  for (const animation of animationsOf(root)) {
    const target = (animation.effect as KeyframeEffect | null)?.target;
    if (target && 'animationName' in animation && animation.animationName === name) targets.add(target);
  }
  if (targets.size === 0) return { ...none, kind: 'no-match' };
  return drawnOf([...targets], targets.size);
}

/** The outermost condition around a rule that is currently false, as far as scripts can check; '' if all are true. */
function failingCondition(holder: Element, rules: readonly string[]): string {
  const media = isHtml(holder, 'style') || isHtml(holder, 'link') ? holder.media : '';
  const around = media === '' ? rules : [`@media ${media}`, ...rules];
  const fails = (rule: string) => {
    const queries = mediaOf(rule);
    if (queries !== null) return !matchMedia(queries).matches;
    const condition = /^@supports\s*(.*)$/is.exec(rule)?.[1];
    return condition !== undefined && !CSS.supports(condition);
  };
  return around.find(fails) ?? '';
}
