/** Where an occurrence stands in CSS, in a few characters. */
import type { Occurrence } from '../vocabulary.ts';

/** The rule with those around it, from the outermost; '' outside of rules. */
export const rulePath = ({ rule, conditions = [] }: Pick<Occurrence, 'rule' | 'conditions'>): string =>
  [...conditions, rule ?? ''].join(' › ').replaceAll(/\s+/g, ' ');

/** The file name in the address of a style sheet, or what comes nearest to one. */
export function sheetName({ sheet = '' }: Pick<Occurrence, 'sheet'>): string {
  const url = URL.parse(sheet);
  return url?.pathname.split('/').findLast((part) => part !== '') ?? url?.host ?? sheet;
}

/** `main.css:12:40`, as far as it is known; '' for a sheet without an address. */
export function sheetPosition(occurrence: Pick<Occurrence, 'sheet' | 'line' | 'column'>): string {
  const { sheet, line, column } = occurrence;
  if (sheet === undefined) return '';
  return line === undefined ? sheetName(occurrence) : `${sheetName(occurrence)}:${line}:${column}`;
}
