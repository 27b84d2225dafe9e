/** The types that a frame shows instead of saving: types in the table of formats, and groups of types. */
import type { Browser } from '../mime/documents.ts';
import { documentIn } from '../mime/documents.ts';
import { isInGroup, type MimeType } from '../mime/mime-type.ts';
import { isInFrames } from '../payload/formats.ts';

const setOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Subtypes of `text` that are saved. All others are shown, `xsl` only in Chromium. */
const savedText = setOf(
  'calendar x-calendar vcard x-vcard x-vcf directory rtf csv x-csv comma-separated-values tab-separated-values ldif qif x-qif',
);

export const isRaster = ({ essence }: MimeType, browser: Browser): boolean =>
  isInFrames(essence, browser, 'image');

/** Whether this browser plays a declared type as audio or video. */
export const isPlayed = ({ essence }: MimeType, browser: Browser): boolean =>
  isInFrames(essence, browser, 'media');

/** Whether a browser shows a type in its JSON viewer. Firefox's viewer is only for `application/json`. */
const isJson = (type: MimeType, browser: Browser): boolean =>
  type.essence === 'application/json' ||
  (browser === 'Chromium' && type.type === 'application' && type.subtype.endsWith('+json'));

const isShownText = ({ type, subtype }: MimeType): boolean =>
  type === 'text' && subtype !== 'xsl' && !savedText.has(subtype);

export const isShown = (type: MimeType, browser: Browser): boolean =>
  documentIn(type.essence).includes(browser) ||
  isShownText(type) ||
  isInGroup(type, 'javascript') ||
  isJson(type, browser) ||
  isInFrames(type.essence, browser);
