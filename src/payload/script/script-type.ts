/** Whether an element is a script that runs, by its attributes. */

import { type Browser, browsers } from '../../mime/documents.ts';
import { isInGroup, parseMimeType } from '../../mime/mime-type.ts';
import { attributeValue } from '../markup/markup-references.ts';
import type { StartTag } from '../markup/token.ts';

const asciiSpace = '\t\n\f\r ';
/**
 * Whitespace that browsers strip from a type, a `for` and an `event`: HTML's ASCII whitespace in Firefox; in Chromium
 * also the whitespace of Unicode's bidirectional algorithm. This was measured: test/attack/active.ts contains all
 * characters that were tried.
 */
const spaceIn: Readonly<Record<Browser, string>> = {
  Chromium: `${asciiSpace}\v\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u205f\u3000`,
  Firefox: asciiSpace,
};

function stripped(text: string, space: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && space.includes(text[start] as string)) start++;
  while (end > start && space.includes(text[end - 1] as string)) end--;
  return text.slice(start, end);
}

/**
 * The browsers in which a script element runs: HTML 4.12.1.1, "prepare the script element", steps 8 to 12 and 19, and
 * SVG 2 15.7.1, where only `type` counts. A script of any other type is a data block.
 *
 * @param isXml whether the tag is in an XML document
 */
export const runsScriptIn = (tag: StartTag, isXml: boolean): readonly Browser[] =>
  tag.namespace === 'html' || tag.namespace === 'svg'
    ? browsers.filter((browser) => runsIn(browser, tag, isXml))
    : [];

function runsIn(browser: Browser, { namespace, attributes }: StartTag, isXml: boolean): boolean {
  const value = (name: string) => attributeValue(attributes, name);
  const isHtml = namespace === 'html';
  const language = isHtml ? value('language') : null;
  const type = value('type');
  const space = spaceIn[browser];
  if (isModule(browser, type ?? '', isXml)) return true;
  // Whitespace around `language` is not stripped.
  const written = type === null ? (language ? `text/${language}` : '') : type && stripped(type, space);
  if (written === '' ? type !== null && type !== '' : !isJavascript(written.toLowerCase())) return false;
  if (!isHtml) return true;
  if (value('nomodule') !== null) return false;
  const [target, event] = [value('for'), value('event')];
  if (target === null || event === null) return true;
  const isLoad = /^onload(?:\(\))?$/i.test(stripped(event, space));
  return isLoad && stripped(target, space).toLowerCase() === 'window';
}

/**
 * The kind of a script element in a document of HTML by its `type`, in one browser (HTML 4.12.1.1, "prepare the script
 * element", steps 8 to 12).
 */
export function scriptKind(type: string, browser: Browser): 'classic' | 'module' | 'data-block' {
  if (isModule(browser, type, false)) return 'module';
  if (type === '') return 'classic';
  return isJavascript(stripped(type, spaceIn[browser]).toLowerCase()) ? 'classic' : 'data-block';
}

/** Whether a type means a module. Chromium does not strip whitespace from it, and runs no modules in XML. */
function isModule(browser: Browser, type: string, isXml: boolean): boolean {
  const written = browser === 'Firefox' ? stripped(type, asciiSpace) : type;
  return written.toLowerCase() === 'module' && !(isXml && browser === 'Chromium');
}

/**
 * MIME Sniffing 4.6: whether a type is a JavaScript type. A type with parameters or with whitespace around it is not.
 */
function isJavascript(type: string): boolean {
  const parsed = type.includes(';') || stripped(type, asciiSpace) !== type ? null : parseMimeType(type);
  return parsed !== null && (isInGroup(parsed, 'javascript') || parsed.subtype === 'x-javascript');
}
