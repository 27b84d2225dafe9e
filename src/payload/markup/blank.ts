/** Detects documents that show nothing and do nothing. Pages use them in frames that scripts fill later. */

import { tokensOf } from './markup-tokens.ts';
import type { Language } from './token.ts';

/** Maximum length, in code units, of a blank page. A longer page is padded, and therefore not blank. */
const maxBlankLength = 1024;

/** Elements that have no effect on their own, and attributes that don't change this. */
const inert = new Set('html head body title meta div p span br hr'.split(' '));
const harmless = new Set('lang dir charset'.split(' '));

/**
 * Whether a document shows nothing and does nothing.
 *
 * @param text a document, without a byte order mark
 */
export function isBlank(text: string, language: Language): boolean {
  if (text.length > maxBlankLength) return false;
  for (const token of tokensOf(text, language)) {
    if (token.kind === 'end' || token.kind === 'doctype') continue;
    if (token.kind !== 'start' || !inert.has(token.name)) return false;
    if (token.attributes.some(({ name }) => !harmless.has(name))) return false;
    if (token.content !== null && text.slice(token.content.start, token.content.end).trim() !== '')
      return false;
  }
  return true;
}
