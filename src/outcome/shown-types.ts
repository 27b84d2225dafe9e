/**
 * The types that a frame shows instead of saving. Measured in Chromium 156 and Firefox 153 with 175
 * types (docs/conformance.md); no standard lists them.
 */
import type { Browser } from '../mime/documents.ts';
import { documentIn } from '../mime/documents.ts';
import { isInGroup, type MimeType } from '../mime/mime-type.ts';

const setOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Subtypes of `text` that are saved; all others are shown, `xsl` only in Chromium. */
const savedText = setOf(
  'calendar x-calendar vcard x-vcard x-vcf directory rtf csv x-csv comma-separated-values tab-separated-values ldif qif x-qif',
);

const rasters: Readonly<Record<Browser, ReadonlySet<string>>> = {
  Chromium: setOf('png x-png apng jpeg jpg pjpeg gif webp avif bmp x-xbitmap x-icon vnd.microsoft.icon jxl'),
  Firefox: setOf('png x-png apng jpeg jpg pjpeg gif webp avif bmp x-ms-bmp x-icon vnd.microsoft.icon icon'),
};

/** Chromium's types are the same for `audio` and `video`. Both lists depend on the codecs of a build. */
const played: Readonly<Record<Browser, ReadonlySet<string>>> = {
  Chromium: setOf(
    'audio/wav audio/x-wav audio/mpeg audio/mp3 audio/x-mp3 audio/ogg audio/webm audio/mp4 audio/x-m4a audio/aac ' +
      'audio/flac audio/mpegurl video/mp4 video/webm video/ogg video/x-m4v video/x-matroska video/3gpp ' +
      'application/ogg application/vnd.apple.mpegurl application/x-mpegurl',
  ),
  Firefox: setOf(
    'audio/mpeg audio/mp3 audio/ogg audio/webm audio/flac audio/x-flac video/mp4 video/webm video/x-m4v ' +
      'video/quicktime video/x-matroska application/ogg',
  ),
};

const others: Readonly<Record<Browser, ReadonlySet<string>>> = {
  Chromium: setOf('application/pdf multipart/x-mixed-replace'),
  Firefox: setOf('application/pdf application/http-index-format'),
};

export const isRaster = ({ type, subtype }: MimeType, browser: Browser): boolean =>
  type === 'image' && rasters[browser].has(subtype);

/** Whether this browser plays a declared type as audio or video. */
export const isPlayed = ({ essence }: MimeType, browser: Browser): boolean => played[browser].has(essence);

/** Firefox has a JSON viewer for `application/json` only. */
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
  isRaster(type, browser) ||
  isPlayed(type, browser) ||
  others[browser].has(type.essence);
