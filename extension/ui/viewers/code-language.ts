/** The languages in which code is highlighted and formatted. */
import { realType } from '../../../src/report/family.ts';
import type { Row } from '../../platform/surface-updates.ts';

export type Language = 'css' | 'html' | 'xml' | 'javascript' | 'json' | 'plain';

/** The language of a media type. */
export function languageOf(type: string): Language {
  if (type === 'text/css') return 'css';
  if (type === 'text/html') return 'html';
  if (/[/+]xml$/.test(type)) return 'xml';
  if (/[/+]json$/.test(type)) return 'json';
  return /(?:java|ecma)script$/.test(type) ? 'javascript' : 'plain';
}

/**
 * The language of a body: the language of its type or, if the type is not code and the page runs the body as a script,
 * JavaScript.
 */
export function codeLanguage(row: Row): Language {
  const language = languageOf(realType(row));
  const isScript = row.places.some(({ destination }) => destination === 'script' || destination === 'worker');
  return language === 'plain' && isScript ? 'javascript' : language;
}

export const isCode = (row: Row): boolean => codeLanguage(row) !== 'plain';
