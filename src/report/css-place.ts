/** Where an occurrence stands in CSS, or in a file, in a few characters. */
import type { Occurrence } from '../vocabulary.ts';

/** The rule with those around it, from the outermost; '' outside of rules. */
export const rulePath = ({ rule, conditions = [] }: Pick<Occurrence, 'rule' | 'conditions'>): string =>
  [...conditions, rule ?? ''].join(' › ').replaceAll(/\s+/g, ' ');

/** The file whose lines an occurrence counts; undefined where the lines are those of a part of a page. */
export const fileOf = ({ sheet, file }: Pick<Occurrence, 'sheet' | 'file'>): string | undefined =>
  sheet ?? file;

/** The file name in the address of a style sheet, or what comes nearest to one. */
export function sheetName({ sheet = '' }: Pick<Occurrence, 'sheet'>): string {
  const url = URL.parse(sheet);
  return url?.pathname.split('/').findLast((part) => part !== '') ?? url?.host ?? sheet;
}

/** `main.css:12:40`, as far as it is known; '' for a sheet without an address. */
export function sheetPosition(occurrence: Pick<Occurrence, 'sheet' | 'file' | 'line' | 'column'>): string {
  const { line, column } = occurrence;
  const sheet = fileOf(occurrence);
  if (sheet === undefined) return '';
  return line === undefined ? sheetName({ sheet }) : `${sheetName({ sheet })}:${line}:${column}`;
}
