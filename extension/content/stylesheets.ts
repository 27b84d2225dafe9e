/**
 * Style sheets: the text of `style` elements, what only the CSSOM holds of them (`insertRule`), and the rules of
 * linked, imported, constructed and adopted sheets as far as the browser lets us read them.
 */

import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import { type CssDataUrl, findDataUrlsInCss, findInCssText, mayHoldDataUrl } from './css.ts';
import { attribute, HTML, localName, namespaceOf, SVG, textOf } from './dom.ts';
import type { Tell } from './finder.ts';

/** Tells a style sheet that could not be read, and why. */
export type TellUnreachable = (url: string, reason: string) => void;

/**
 * Finds the data: URLs of the sheet that an element brings, if it brings one.
 *
 * @yields where the caller may pause
 */
export function* findInStylesheet(
  element: Element,
  tell: Tell,
  tellUnreachable: TellUnreachable,
): Generator<void, void, void> {
  const name = localName(element);
  const namespace = namespaceOf(element);
  if (name === 'style' && (namespace === HTML || namespace === SVG)) {
    yield* findInStyleElement(element as HTMLStyleElement, tell, tellUnreachable);
  } else if (name === 'link' && namespace === HTML) {
    // A data: sheet is a URL of its own; what it holds is found where that URL is read.
    const href = attribute(element, 'href');
    const { sheet } = element as HTMLLinkElement;
    if (href === null || isDataUrl(href)) return;
    if (sheet) yield* findInSheet(sheet, tell, tellUnreachable);
    else if (isWanted(element)) tellUnreachable((element as HTMLLinkElement).href, 'not-loaded');
  }
}

/** Finds the data: URLs of a sheet and of those that it imports. @yields where the caller may pause */
export function* findInSheet(
  sheet: CSSStyleSheet,
  tell: Tell,
  tellUnreachable: TellUnreachable,
): Generator<void, void, void> {
  const { href, ownerNode } = sheet;
  if (href === null || !isDataUrl(href)) {
    yield* readSheet(sheet, (url) => tell({ ...url, place: 'stylesheet' }), tellUnreachable);
  } else if (!ownerNode) {
    // One that an instruction brings is told where that stands; a header's nowhere else.
    tell({ written: href, place: 'stylesheet', name: 'Link', destination: 'style' });
  }
}

/** A link whose sheet the page wants; an alternate or disabled one is not even loaded. */
function isWanted(link: Element): boolean {
  const rel = (attribute(link, 'rel') ?? '').toLowerCase().split(/[\t\n\f\r ]+/);
  return rel.includes('stylesheet') && !rel.includes('alternate') && attribute(link, 'disabled') === null;
}

function* findInStyleElement(
  element: HTMLStyleElement,
  tell: Tell,
  tellUnreachable: TellUnreachable,
): Generator<void, void, void> {
  const type = (attribute(element, 'type') ?? '').toLowerCase();
  if (type !== '' && type !== 'text/css') {
    findInCssText({ kind: 'comment', text: textOf(element), name: '' }, tell, 'text');
    return;
  }
  // The text is what was written, dropped and overridden declarations included.
  const inText = new Map<string, number>();
  for (const url of findDataUrlsInCss(textOf(element), (text) => findInCssText(text, tell))) {
    if (url === null) yield;
    else {
      inText.set(url.written, (inText.get(url.written) ?? 0) + 1);
      tell({ ...url, place: 'stylesheet' });
    }
  }
  // Scripts may have changed the sheet behind the text: what the rules hold more often than the text is new.
  if (!element.sheet) return;
  const tellNew = (url: CssDataUrl) => {
    const left = inText.get(url.written) ?? 0;
    if (left > 0) inText.set(url.written, left - 1);
    else tell({ ...url, place: 'stylesheet' });
  };
  yield* readSheet(element.sheet, tellNew, tellUnreachable);
}

/** Reads a sheet and those that it imports, by the CSSOM. */
function* readSheet(
  sheet: CSSStyleSheet,
  tell: (url: CssDataUrl) => void,
  tellUnreachable: TellUnreachable,
): Generator<void, void, void> {
  const sheets = [sheet];
  // What is imported by two ways stands in one place all the same.
  const read = new Set<string | null>();
  for (let next = sheets.pop(); next; next = sheets.pop()) {
    if (read.has(next.href)) continue;
    read.add(next.href);
    let rules: CSSRuleList;
    try {
      rules = next.cssRules;
    } catch {
      tellUnreachable(next.href ?? '', 'cross-origin');
      continue;
    }
    yield* readRules(rules, tell, sheets);
  }
}

/** Rules between two places where the caller may pause. */
const stride = 32;

function* readRules(
  rules: CSSRuleList,
  tell: (url: CssDataUrl) => void,
  imported: CSSStyleSheet[],
): Generator<void, void, void> {
  const open = [rules[Symbol.iterator]()];
  let count = 0;
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const { value: rule } = level.next();
    if (!rule) {
      open.pop();
      continue;
    }
    if (rule instanceof CSSImportRule && rule.styleSheet && !isDataUrl(rule.href))
      imported.push(rule.styleSheet);
    // Groups without a style of their own are read rule by rule, so that no text is longer than what one rule holds.
    if (rule instanceof CSSGroupingRule && !('style' in rule)) {
      open.push(rule.cssRules[Symbol.iterator]());
    } else {
      const text = rule.cssText;
      if (mayHoldDataUrl(text)) for (const url of findDataUrlsInCss(text)) if (url) tell(url);
      if (count++ % stride === 0) yield;
    }
  }
}
