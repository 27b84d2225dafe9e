/** Short texts for the position of an occurrence in CSS or in a file. */
import type { Occurrence } from '../vocabulary.ts';

/** The path of an occurrence's rule: its enclosing rules, outermost first, and the rule itself; '' outside of rules. */
export const rulePath = ({ rule, conditions = [] }: Pick<Occurrence, 'rule' | 'conditions'>): string =>
  [...conditions, rule ?? ''].join(' › ').replaceAll(/\s+/g, ' ');

/** The rule of an occurrence, and its enclosing rules. An `@import` without conditions does not count. */
export function ruleIn(rules: readonly string[] = []): Pick<Occurrence, 'rule' | 'conditions'> {
  const around = rules.map((each) => each.trim()).filter((each) => each !== '@import');
  const conditions = around.slice(0, -1);
  const rule = around.at(-1);
  return rule === undefined ? {} : { rule, ...(conditions.length > 0 && { conditions }) };
}

/** The properties that identify the file of an occurrence and the position in that file. */
export type InFile = Partial<Pick<Occurrence, 'frame' | 'sheet' | 'file' | 'inSource' | 'line' | 'column'>>;

/** The file that `line` refers to; undefined if `line` refers to a part of a page, such as an attribute. */
export const fileOf = ({ sheet, file, inSource, frame }: InFile): string | undefined =>
  sheet ?? file ?? (inSource ? frame : undefined);

/** The file name in the URL of a style sheet; without a file name, the host or the whole URL. */
export function sheetName({ sheet = '' }: Pick<Occurrence, 'sheet'>): string {
  const url = URL.parse(sheet);
  return url?.pathname.split('/').findLast((part) => part !== '') ?? url?.host ?? sheet;
}

/** The file name in the URL of a document, as displayed by DevTools. */
const documentName = (url: string): string =>
  /\/$/.test(URL.parse(url)?.pathname ?? '') ? '(index)' : sheetName({ sheet: url });

/**
 * The position of an occurrence, such as `main.css:12:40`, as far as known; '' for a style sheet without a URL, and for
 * elements without a position.
 */
export function sheetPosition(occurrence: InFile): string {
  const { line, column } = occurrence;
  const sheet = fileOf(occurrence);
  if (sheet === undefined) return '';
  const name = occurrence.inSource ? documentName(sheet) : sheetName({ sheet });
  return line === undefined ? name : `${name}:${line}:${column}`;
}
