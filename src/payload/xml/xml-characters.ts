/** Checks the characters of XML, in text and in tags. */

import { markupStride } from '../markup/markup-attributes.ts';
import type { StartTag } from '../markup/token.ts';
import { fail, failIn, failInImages, type XmlDocument } from './xml-document.ts';
import { errorInContent } from './xml-dtd.ts';
import { anyReference, hasForbidden, isAllowedNumber, predefined } from './xml-grammar.ts';

/** Reports errors in text: text outside of the root element, and "]]>". */
export function checkText(document: XmlDocument, text: string, at: number, within: StartTag['within']): void {
  const isOutside = document.open.length === 0 && within === null;
  if (isOutside) fail(document, 'outside', at + text.search(/[^ \t\r\n]/));
  const end = text.indexOf(']]>');
  if (end >= 0) fail(document, 'syntax', within?.start ?? at + end);
}

export const mayBeWrong = (text: string) => text.includes('&') || hasForbidden.test(text);

/**
 * Reports errors in text or in a tag: characters that XML forbids (2.2), and references (4.1).
 *
 * @param isContent whether `text` is text between tags, not an attribute: Chromium doesn't check the content of
 *   entities in attributes
 */
export function* checkCharacters(
  document: XmlDocument,
  text: string,
  at: number,
  within: StartTag['within'],
  isContent: boolean,
): Generator<null, void, void> {
  const forbidden = text.search(hasForbidden);
  if (forbidden >= 0) fail(document, 'syntax', within?.start ?? at + forbidden);
  const { general } = document.type.entities;
  const { wellFormed } = document;
  /**
   * Returns the reference itself if its entity is unknown, or the error in the entity's content; '' if there is no
   * error.
   */
  const errorIn = (written: string, name: string): string => {
    // External declarations may declare any entity.
    if (document.hasMoreEntities || predefined.has(name)) return '';
    if (!general.has(name)) return written;
    return isContent ? errorInContent(name, general, wellFormed) : '';
  };
  // Whether the content of an entity is well-formed text without tags.
  const textOnly = new Map<string, boolean>();
  const isTextOnly = (name: string) => {
    const known = textOnly.get(name);
    if (known !== undefined) return known;
    const isText = general.get(name)?.includes('<') === false && !errorInContent(name, general, wellFormed);
    textOnly.set(name, isText);
    return isText;
  };
  let pause = markupStride;
  for (const { 0: written, 1: number, 2: name, index } of text.matchAll(anyReference)) {
    const error =
      number === undefined ? errorIn(written, name ?? '') : isAllowedNumber(number) ? '' : written;
    if (error) {
      const failing = name !== undefined && document.hasSubset && !general.has(name) ? failInImages : fail;
      failing(document, error === ']]>' ? 'syntax' : 'reference', within?.start ?? at + index, error);
    } else if (
      document.ownError?.browser !== 'Firefox' &&
      name &&
      general.has(name) &&
      (isContent ? document.type.unparsed.has(name) : !isTextOnly(name))
    )
      failIn('Firefox', document, 'reference', within?.start ?? at + index, written);
    if (document.isBroken) return;
    if (index >= pause) {
      pause = index + markupStride;
      yield null;
    }
  }
}
