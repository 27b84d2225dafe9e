/** Checks the characters of XML, in text and in tags. */

import { markupStride } from '../markup/markup-attributes.ts';
import type { StartTag } from '../markup/token.ts';
import { fail, failIn, failInImages, type XmlDocument } from './xml-document.ts';
import { isWellFormedContent } from './xml-dtd.ts';
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
 * @param isContent whether it is text, not an attribute: Chromium doesn't check the content of entities in attributes
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
  const isEntity = (name: string) =>
    // External declarations may declare any entity.
    document.hasMoreEntities ||
    predefined.has(name) ||
    (general.has(name) && (!isContent || isWellFormedContent(name, general, document.wellFormed)));
  // Whether the content of an entity is well-formed text without tags. Only such entities are in the cache.
  const isTextOnly = (name: string) =>
    document.wellFormed.get(name) ??
    (typeof general.get(name) === 'string' &&
      !general.get(name)?.includes('<') &&
      isWellFormedContent(name, general, document.wellFormed));
  let pause = markupStride;
  for (const { 0: written, 1: number, 2: name, index } of text.matchAll(anyReference)) {
    const isValid = number === undefined ? name !== undefined && isEntity(name) : isAllowedNumber(number);
    if (!isValid) {
      const failing = name !== undefined && document.hasSubset && !general.has(name) ? failInImages : fail;
      failing(document, 'reference', within?.start ?? at + index, written);
    } else if (
      !isContent &&
      document.ownError?.browser !== 'Firefox' &&
      name &&
      general.has(name) &&
      !isTextOnly(name)
    )
      failIn('Firefox', document, 'reference', within?.start ?? at + index, written);
    if (document.isBroken) return;
    if (index >= pause) {
      pause = index + markupStride;
      yield null;
    }
  }
}
