/**
 * Style sheets: the text of `style` elements, what only the CSSOM holds of them (`insertRule`), and the rules of
 * linked and imported sheets as far as the browser lets us read them.
 */

import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import { type CssDataUrl, findDataUrlsInCss } from './css.ts';
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
    if (sheet) {
      for (const url of yield* readSheet(sheet, tellUnreachable)) tell({ ...url, place: 'stylesheet' });
    } else if (isWanted(element)) {
      tellUnreachable((element as HTMLLinkElement).href, 'not-loaded');
    }
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
  if (type !== '' && type !== 'text/css') return;
  // The text is what was written, dropped and overridden declarations included.
  const inText = new Map<string, number>();
  for (const url of findDataUrlsInCss(textOf(element))) {
    if (url === null) yield;
    else {
      inText.set(url.written, (inText.get(url.written) ?? 0) + 1);
      tell({ ...url, place: 'stylesheet' });
    }
  }
  // Scripts may have changed the sheet behind the text: what the rules hold more often than the text is new.
  if (!element.sheet) return;
  for (const url of yield* readSheet(element.sheet, tellUnreachable)) {
    const left = inText.get(url.written) ?? 0;
    if (left > 0) inText.set(url.written, left - 1);
    else tell({ ...url, place: 'stylesheet' });
  }
}

/** Reads a sheet and those that it imports, by the CSSOM. */
function* readSheet(
  sheet: CSSStyleSheet,
  tellUnreachable: TellUnreachable,
): Generator<void, CssDataUrl[], void> {
  const urls: CssDataUrl[] = [];
  const sheets = [sheet];
  // An import cycle ends where the browser ends it, by a sheet without rules.
  for (let next = sheets.pop(); next; next = sheets.pop()) {
    let rules: CSSRuleList;
    try {
      rules = next.cssRules;
    } catch {
      tellUnreachable(next.href ?? '', 'cross-origin');
      continue;
    }
    yield* readRules(rules, urls, sheets);
  }
  return urls;
}

function* readRules(
  rules: CSSRuleList,
  urls: CssDataUrl[],
  imported: CSSStyleSheet[],
): Generator<void, void, void> {
  for (const rule of rules) {
    if (rule instanceof CSSImportRule && rule.styleSheet && !isDataUrl(rule.href))
      imported.push(rule.styleSheet);
    // Groups are read rule by rule, so that no text is longer than what one rule holds.
    if (rule instanceof CSSGroupingRule && !(rule instanceof CSSStyleRule)) {
      yield* readRules(rule.cssRules, urls, imported);
    } else {
      for (const url of findDataUrlsInCss(rule.cssText)) if (url) urls.push(url);
      yield;
    }
  }
}
