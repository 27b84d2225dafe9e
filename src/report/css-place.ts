/** Short texts for the position of an occurrence in CSS or in a file. */
import type { Occurrence } from '../vocabulary.ts';

/** The rule of an occurrence with those around it, from the outermost; '' outside of rules. */
export const rulePath = ({ rule, conditions = [] }: Pick<Occurrence, 'rule' | 'conditions'>): string =>
  [...conditions, rule ?? ''].join(' › ').replaceAll(/\s+/g, ' ');

/** The file that `line` refers to; undefined if it refers to a part of a page, such as an attribute. */
export const fileOf = ({ sheet, file }: Pick<Occurrence, 'sheet' | 'file'>): string | undefined =>
  sheet ?? file;

/** The file name in the address of a style sheet; without one, the host or the whole address. */
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
