/**
 * Where a browser reads what stands before the comma otherwise than the standards, as it loads a document. Both were
 * measured in frames; test/attack/active.ts has the spellings.
 */

import type { Browser } from '../mime/documents.ts';
import { isToken, parseMimeType } from '../mime/mime-type.ts';
import type { Head } from './head.ts';
import { maxOwnParameters } from './limits.ts';

export interface OwnMedia {
  browser: Browser;
  /** What all read alike, without `data:` and the comma; null where this browser makes no document of it. */
  media: string | null;
}

/**
 * @param written begins as the data: URL does, and goes on at least to its comma
 * @param head of it, without a problem
 */
export function ownMediaOf(written: string, head: Head): OwnMedia[] {
  const own: OwnMedia[] = [];
  const before = written.slice(head.schemeEnd, head.comma);
  const chromium = inChromium(before, head);
  if (chromium !== undefined) own.push({ browser: 'Chromium', media: chromium });
  const firefox = inFirefox(before, head);
  if (firefox !== undefined) own.push({ browser: 'Firefox', media: firefox });
  return own;
}

/**
 * Chromium drops the `//`, does not drop TAB, LF and CR where the type stands, and refuses a charset that is no token,
 * with quotes around it or without. Undefined where it reads as the standards do.
 */
function inChromium(before: string, { hierarchical, typeText }: Head): string | null | undefined {
  const [type = ''] = before.split(';', 1);
  const [, ...parameters] = (hierarchical === null ? before : typeText).split(';', maxOwnParameters);
  const isRefused = /[\t\n\r]/.test(type) || parameters.some(isRefusedCharset);
  if (hierarchical === null) return isRefused ? null : undefined;
  return typeText.startsWith('//') && !isRefused ? typeText.slice(2) : undefined;
}

function isRefusedCharset(parameter: string): boolean {
  const [, label] = /^charset=(.*)$/is.exec(parameter.trim()) ?? [];
  if (label === undefined || label === '') return false;
  const bare = /^"(.+)"$/s.exec(label)?.[1] ?? label;
  // URL parsing escapes these, and "%" is a character of tokens.
  return !isToken(bare.replace(/[^\x20-\x7e]/g, '%'));
}

/** Firefox drops all white space, that within the type too, where the body is base64. */
function inFirefox(before: string, { base64, hierarchical, type, defaulted }: Head): string | undefined {
  if (!base64 || hierarchical !== null) return undefined;
  const media = before.replace(/[\t\n\f\r ]+/g, '');
  const own = parseMimeType(media)?.essence;
  return own === undefined || (!defaulted && own === type.essence) ? undefined : media;
}
