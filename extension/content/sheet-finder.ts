/**
 * Finds the URLs in style sheets: in the text of `style` elements, in rules that exist only in the CSSOM
 * (`insertRule`), and in the rules of linked, imported, constructed, and adopted sheets as far as the browser gives
 * access to them.
 */

import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import { HTML, SVG } from '../../src/namespaces.ts';
import { maxRuleDepth } from '../../src/payload/limits.ts';
import type { UnreachableReason } from '../../src/report/unreachable-reasons.ts';
import { findInComment, findInCss, hidesValues, mayHoldDataUrl } from './css.ts';
import { attribute, childTextOf, classOf, isElement, localName, namespaceOf, relOf, urlOf } from './dom.ts';
import { type Emit, emitAll, type Found } from './finder.ts';
import { findInRule } from './image-files.ts';
import type { Source } from './listener.ts';
import { isSame } from './media-sources.ts';
import { type Counts, mayCompare, type Reading, startReading } from './shared-sheets.ts';

/** Reports a style sheet that could not be read, with the reason, or a file that a style sheet draws (`not-cached`). */
export type ReportUnreachable = (url: string, reason: UnreachableReason) => void;

/**
 * Finds the data: URLs in the sheet that an element loads, if it loads one.
 *
 * @yields undefined wherever the caller may pause
 */
export function* findInStylesheet(
  element: Element,
  emit: Emit,
  reportUnreachable: ReportUnreachable,
): Generator<void, void, void> {
  const name = localName(element);
  const namespace = namespaceOf(element);
  if (name === 'style' && (namespace === HTML || namespace === SVG)) {
    yield* findInStyleElement(element as HTMLStyleElement, emit, reportUnreachable);
  } else if (name === 'link' && namespace === HTML) {
    const href = attribute(element, 'href');
    const { sheet } = element as HTMLLinkElement;
    if (sheet) yield* findInSheet(sheet, emit, reportUnreachable, element);
    else if (href !== null && !isDataUrl(href) && isWanted(element))
      reportUnreachable((element as HTMLLinkElement).href, 'not-loaded');
  }
}

/**
 * Finds the data: URLs in a sheet and in the sheets that it imports.
 *
 * @param source the `link` that loads the sheet, or the sheet itself if no element loads it
 * @yields undefined wherever the caller may pause
 */
export function* findInSheet(
  sheet: CSSStyleSheet,
  emit: Emit,
  reportUnreachable: ReportUnreachable,
  source: Element | CSSStyleSheet = sheet,
): Generator<void, void, void> {
  const { href, ownerNode } = sheet;
  // The URL in a processing instruction is found there. The `href` of a `link` may have been replaced by a URL that is
  // still loading, and the URL in a `Link` header is available only here.
  if (href !== null && isDataUrl(href)) {
    if (!ownerNode) emit({ written: href, place: 'stylesheet', name: 'Link', destination: 'style' });
    else if (isElement(ownerNode) && !isSame(attribute(ownerNode, 'href'), href))
      emit({ written: href, place: 'attribute', name: 'href', destination: 'style' });
  }
  yield* readSheet(sheet, source, new Map(), emit, reportUnreachable);
}

/** Whether the sheet of a link is used. An alternate sheet is not applied, and a disabled one is not even loaded. */
function isWanted(link: Element): boolean {
  const rel = relOf(link);
  return rel.includes('stylesheet') && !rel.includes('alternate') && attribute(link, 'disabled') === null;
}

function* findInStyleElement(
  element: HTMLStyleElement,
  emit: Emit,
  reportUnreachable: ReportUnreachable,
): Generator<void, void, void> {
  const css = yield* childTextOf(element);
  const type = (attribute(element, 'type') ?? '').toLowerCase();
  const isCss = type === '' || type === 'text/css';
  // The text contains everything that was written, including dropped and overridden declarations.
  const counts: Counts = new Map();
  const numberOf = reading({ counts, listed: counts });
  yield* emitAll(isCss ? findInCss(css, 'stylesheet', true) : findInComment(css, 'text'), (found) => {
    numberOf(found);
    emit(found);
  });
  // Scripts may have changed the sheet since.
  if (isCss && element.sheet) yield* readSheet(element.sheet, element, counts, emit, reportUnreachable);
}

const countUp = (counts: Counts, { destination, written }: Found): number => {
  const ofDestination = counts.get(destination) ?? new Map<string, number>();
  const count = (ofDestination.get(written) ?? 0) + 1;
  counts.set(destination, ofDestination.set(written, count));
  return count;
};

/**
 * Begins another reading of a sheet. Several readings count a URL only once: a `style` element has both text and rules,
 * and a sheet may be imported twice.
 *
 * @param counts for each URL, the highest number of times that it was found in one reading so far; updated
 * @param listed see `Reading`
 * @returns a function that returns the number of a finding among those with the same text, from 1; 0 if the finding is
 *   already listed
 */
function reading({ counts, listed }: Reading): (found: Found) => number {
  const now: Counts = new Map();
  const countIn = (all: Counts, { destination, written }: Found) => all.get(destination)?.get(written) ?? 0;
  return (found) => {
    const nth = countUp(now, found);
    const isListed = nth <= Math.max(countIn(counts, found), countIn(listed, found));
    if (nth > countIn(counts, found)) countUp(counts, found);
    return isListed ? 0 : nth;
  };
}

/**
 * Reads a sheet and the sheets that it imports, through the CSSOM.
 *
 * @param source the element that loads the sheet, or the sheet itself
 * @param known the URLs already found in the sheet itself, with their counts
 */
function* readSheet(
  sheet: CSSStyleSheet,
  source: Source,
  known: Counts,
  emit: Emit,
  reportUnreachable: ReportUnreachable,
): Generator<void, void, void> {
  const sheets: Imported[] = [{ sheet, conditions: [] }];
  const own: Reading = { counts: known, listed: known };
  const byAddress = new Map<string, Reading>();
  const unreadable = new Set<string>();
  for (let next = sheets.pop(); next; next = sheets.pop()) {
    // The walk may pause after each sheet, because a sheet may import a hundred thousand sheets that contain hardly any
    // rules.
    yield;
    const { href } = next.sheet;
    let rules: CSSRuleList;
    try {
      rules = next.sheet.cssRules;
    } catch {
      // If two sheets have the same URL, the other one may be readable.
      if (href && !foreignSheet.test(href)) unreadable.add(href);
      continue;
    }
    const urls: Found[] = [];
    let current = own;
    let isWhole = true;
    if (href) {
      const before = byAddress.get(href);
      current = before ?? startReading(href, source);
      byAddress.set(href, current);
      const isCopy = before !== undefined || current.counts !== current.listed;
      isWhole = !isCopy || mayCompare(href, rules.length);
    }
    try {
      const reportFile = (url: string) => reportUnreachable(url, 'not-cached');
      const reason = yield* readRules(rules, next, (found) => urls.push(found), sheets, isWhole, reportFile);
      if (reason) reportUnreachable(href ?? urlOf(document), reason);
    } catch {
      // After an error, the rest of this sheet is skipped, but other sheets are still read.
      reportUnreachable(href ?? urlOf(document), 'scan-error');
    }
    const numberOf = reading(current);
    for (const [index, found] of urls.entries()) {
      const nth = numberOf(found);
      if (nth > 0) emit(href === null ? found : { ...found, sheet: { href, nth } });
      if (index % stride === 0) yield;
    }
  }
  for (const href of unreadable) {
    reportUnreachable(href, whyUnreadable(href));
    yield;
  }
}

/**
 * Matches URLs of sheets that are not part of the page: those of the browser, for example in its viewers, and those of
 * other extensions.
 */
const foreignSheet = /^(?:resource|chrome|[a-z-]+-extension):/;

/**
 * The reason why a sheet is unreadable. The document needs no permission to read a sheet of its own origin, so if the
 * rules of such a sheet can't be read, the sheet failed to load or was redirected.
 */
const whyUnreadable = (href: string): UnreachableReason =>
  origin !== 'null' && URL.parse(href)?.origin === origin ? 'failed-or-redirected' : 'cross-origin';

/** Number of rules after which the caller may pause. */
const stride = 32;

/**
 * A sheet, and the conditions of the imports that lead to it, outermost first. If there are very many, only the
 * innermost ones.
 */
interface Imported {
  sheet: CSSStyleSheet;
  conditions: readonly string[];
}

/**
 * Reads rules and the groups in them.
 *
 * @param imported receives the sheets that the rules import
 * @param isWhole whether all rules are read; otherwise, only the imports, which are the first rules of a sheet
 * @param reportFile receives the files that the rules draw
 * @returns the reason why some URLs may not have been read: a script moved rules in the meantime, or the browser hides
 *   values
 */
function* readRules(
  rules: CSSRuleList,
  { sheet, conditions }: Imported,
  emit: Emit,
  imported: Imported[],
  isWhole: boolean,
  reportFile: (url: string) => void,
): Generator<void, UnreachableReason | undefined, void> {
  /** The preludes around the current rule. */
  const groups = [...conditions];
  const open: Level[] = [{ rules, at: 0 }];
  let reason: UnreachableReason | undefined;
  let count = 0;
  for (let level = open.at(-1); level; level = open.at(-1)) {
    if (level.last !== level.rules[level.at - 1]) reason = 'removed';
    const rule = level.rules[level.at++];
    level.last = rule;
    if (!rule) {
      open.pop();
      groups.pop();
      continue;
    }
    // Recognized by its members rather than its class, because a sheet may come from another frame (see dom.ts).
    if (isImport(rule)) {
      const around = [...conditions, conditionOf(rule)].slice(-maxRuleDepth);
      imported.push({ sheet: rule.styleSheet, conditions: around });
    }
    if (!isWhole) {
      if (!/^CSS(Import|LayerS)/.test(classOf(rule))) break;
      if (count++ % stride === 0) yield;
      continue;
    }
    // Groups are read rule by rule, so that each text is only as long as one rule: browsers indent nested rules.
    const isGroup = isPlainGroup(rule) || isNesting(rule);
    const text = isGroup ? ownTextOf(rule) : rule.cssText;
    if (hidesValues(text)) reason ??= 'unread-values';
    if (mayHoldDataUrl(text)) {
      const around = groups.slice(-maxRuleDepth);
      yield* emitAll(findInCss(text, 'stylesheet'), (found) =>
        emit({ ...found, rules: around.concat(found.rules ?? []) }),
      );
    }
    yield* findInRule(text, sheet.href, reportFile);
    if (isGroup) {
      open.push({ rules: rule.cssRules, at: 0 });
      groups.push(preludeOf(rule));
    }
    if (count++ % stride === 0) yield;
  }
  return reason;
}

/** A list of rules that is being read. */
interface Level {
  rules: CSSRuleList;
  /** The index of the next rule. */
  at: number;
  /** The last rule that was read. */
  last?: CSSRule | undefined;
}

/** Whether a rule is an import whose sheet has loaded. */
const isImport = (rule: CSSRule): rule is CSSImportRule & { styleSheet: CSSStyleSheet } =>
  Boolean((rule as Partial<CSSImportRule>).styleSheet);

/** The conditions of an import, such as `@import layer(base) supports(display: grid) print`. */
const conditionOf = ({ layerName, supportsText, media }: CSSImportRule): string =>
  [
    '@import',
    ...(layerName === null ? [] : [layerName === '' ? 'layer' : `layer(${layerName})`]),
    ...(supportsText === null ? [] : [`supports(${supportsText})`]),
    ...(media.mediaText === '' ? [] : [media.mediaText]),
  ].join(' ');

/** Whether a rule is a group without declarations of its own, but not keyframes. */
const isPlainGroup = (rule: CSSRule): rule is CSSGroupingRule =>
  'cssRules' in rule && !('style' in rule || 'findRule' in rule);

/** Whether a rule is a style rule that contains other rules (css-nesting-1). */
const isNesting = (rule: CSSRule): rule is CSSStyleRule =>
  classOf(rule) === 'CSSStyleRule' && (rule as CSSStyleRule).cssRules.length > 0;

/** The prelude of a group, as far as the CSSOM provides it: `@media (width > 600px)`, `.card`. */
const preludeOf = (
  rule: (CSSGroupingRule | CSSStyleRule) & { selectorText?: string; conditionText?: string; name?: string },
): string =>
  rule.selectorText ??
  `@${classOf(rule)
    .slice(3)
    .replace(/(Block)?Rule/, '')
    .replace(/\B[A-Z]/, '-$&')
    .toLowerCase()} ${rule.conditionText ?? rule.name ?? ''}`;

/**
 * The text of a group without the rules in it, as far as it may contain URLs: its own declarations, or the default
 * values of a function's parameters (css-mixins-1).
 */
function ownTextOf(
  rule: (CSSGroupingRule | CSSStyleRule) & { getParameters?(): { defaultValue?: string }[] },
): string {
  if ('style' in rule) return `${rule.selectorText}{${rule.style.cssText}}`;
  const defaults = rule.getParameters?.().flatMap(({ defaultValue }) => defaultValue ?? []) ?? [];
  return defaults.length > 0 ? `@function --f(${defaults.join()})` : '';
}
