/** Produces the forms in which a data: URL can be copied as text. */

import { decoding } from '../data-url/decode.ts';
import { base64Of } from '../data-url/encode.ts';
import { percentEscape } from '../data-url/percent-escape.ts';
import { changed, utf8Length } from '../data-url/pieces.ts';
import { quoting, readingUrl, rewriting, shorteningUrl, uriCharacters } from '../data-url/rewrite.ts';
import { usedCharset } from '../mime/charset.ts';
import { decoded } from '../mime/encodings.ts';
import { repairing } from '../repair/repair.ts';
import { fragmentStart } from '../uri/fragment.ts';
import type { Label, Occurrence } from '../vocabulary.ts';
import { atOnce } from '../yield-to-event-loop.ts';
import type { CopyForm, EmbeddedForm } from './copy-forms.ts';
import type { Inspection } from './report.ts';

/** A data: URL that is copied. */
export type Copied = Pick<Inspection, 'essence' | 'detectedType'> & {
  /** The first labels by `alt` and by `class` provide these attributes of the copied element. */
  occurrences?: readonly Pick<Occurrence, 'label'>[];
};

/**
 * The text of a data: URL in the given form.
 *
 * @returns null if the form does not exist: the URL is rejected, or there is no shorter form, no repair, or no form
 *   that is safe in quotes
 */
export const copyOf = (...args: Parameters<typeof copying>): string | null => atOnce(copying(...args));

/** Like `copyOf`, but a generator that yields now and then. */
export function* copying(
  written: string,
  form: CopyForm,
  item: Copied,
): Generator<void, string | null, void> {
  if (form === 'written') return written;
  if (form === 'repaired') {
    const repair = yield* repairing(written);
    return repair.ok ? repair.url : null;
  }
  if (form === 'better') return yield* shorteningUrl(written);
  if (form in embedded) return yield* embedding(written, form as EmbeddedForm, item);
  const read = yield* decoding(written);
  if (!read.ok) return null;
  const { body, mimeType } = read;
  if (form === 'base64') return yield* base64Of(body);
  return yield* decoded(body, usedCharset(mimeType, body) ?? 'utf-8');
}

/** Embeds the URL in another text so that all characters of the URL are kept. */
function* embedding(written: string, form: EmbeddedForm, item: Copied): Generator<void, string | null, void> {
  const { escaped, escapedBody = escaped, around } = embedded[form];
  const anew = yield* form === 'markdown' ? quotingForMarkdown(written) : quoting(written);
  if (anew === null) return null;
  const labels = item.occurrences?.map(({ label }) => label) ?? [];
  const nameOf = (by: Label['by']) => labels.find((label) => label?.by === by)?.text ?? '';
  const type = item.detectedType ?? item.essence ?? '';
  const end = fragmentStart(anew);
  const start = Math.min(end, anew.indexOf(',') + 1 || end);
  const head = yield* changed(anew.slice(0, start), escaped);
  const body = yield* changed(anew.slice(start, end), escapedBody);
  const url = head + body + (yield* changed(anew.slice(end), escaped));
  return around(url, type, { alt: nameOf('alt'), class: nameOf('class') });
}

/** Matches characters that Markdown renderers may escape, even in the media type, where escapes change the meaning. */
const changedByMarkdown = /[^\w;/?:@&=+$,.!~*'()#%-]|%(?![\da-f]{2})/i;

function* quotingForMarkdown(written: string): Generator<void, string | null, void> {
  const plain = yield* quoting(written);
  if (plain === null || !changedByMarkdown.test(plain)) return plain;
  const anew = yield* rewriting(yield* readingUrl(plain), [uriCharacters]);
  return anew === null || changedByMarkdown.test(anew) ? null : anew;
}

/** Maximum size, in bytes, of a program's argument on Linux. */
const maxArgumentLength = (1 << 17) - 64;

interface Embedded {
  escaped(text: string): string;
  /** Like `escaped`, for the body, in which percent escapes don't change the meaning. */
  escapedBody?(text: string): string;
  /**
   * @param names the `alt` and `class` of the element that contained the URL
   */
  around(url: string, type: string, names: { alt: string; class: string }): string | null;
}

const embedded: Readonly<Record<EmbeddedForm, Embedded>> = {
  css: { escaped: cssString, escapedBody: cssBody, around: (url) => `url("${url}")` },
  html: { escaped: attributeValue, around: htmlSnippet },
  javascript: { escaped: scriptString, around: (url) => `"${url}"` },
  markdown: {
    escaped: (text) => text.replace(/[\\<>&]/g, '\\$&'),
    around: (url, type, { alt }) =>
      type.startsWith('image/') ? `![${markdownText(alt)}](<${url}>)` : `[…](<${url}>)`,
  },
  curl: {
    escaped: (text) => text.split("'").join("'\\''"),
    around: (url) =>
      url.includes('\0') || utf8Length(url) > maxArgumentLength
        ? null
        : `curl --data-urlencode 'url=${url}' https://example.com/`,
  },
};

/**
 * Escapes a string like CSSOM's "serialize a string", but without quotes. The result can neither end a style element
 * nor begin a comment in it.
 */
function cssString(text: string): string {
  return text
    .replace(/["\\]/g, '\\$&')
    .split('\0')
    .join('\ufffd')
    .replace(/[\x01-\x1f\x7f]|<(?=[/!])/g, (control) => `\\${control.charCodeAt(0).toString(16)} `);
}

/**
 * Escapes a body for a CSS string. Its quotes and brackets are percent-encoded, as in a repaired URL, so that the body
 * contains no CSS escapes.
 */
function cssBody(text: string): string {
  return cssString(text.replace(/["'<>\\]/g, percentEscape));
}

function attributeValue(text: string): string {
  return text.split('&').join('&amp;').split('"').join('&quot;').split('<').join('&lt;');
}

/**
 * Escapes a text for a string literal, without quotes. The result can neither end a script element nor begin a comment
 * in it.
 */
function scriptString(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/[<\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Escapes all punctuation, as CommonMark allows, so that the text contains no markup. */
const markdownText = (text: string): string => text.replace(/\s+/g, ' ').replace(/[!-/:-@[-`{-~]/g, '\\$&');

/** Markup for an element that loads this type, or for a download link. */
function htmlSnippet(value: string, type: string, names: { alt: string; class: string }): string {
  const className = names.class && ` class="${attributeValue(names.class)}"`;
  if (type.startsWith('image/')) return `<img src="${value}" alt="${attributeValue(names.alt)}"${className}>`;
  if (type.startsWith('audio/')) return `<audio src="${value}" controls></audio>`;
  if (type.startsWith('video/')) return `<video src="${value}" controls></video>`;
  if (type === 'text/css') return `<link rel="stylesheet" href="${value}">`;
  if (/(?:java|ecma)script$/.test(type)) return `<script src="${value}"></script>`;
  return `<a href="${value}" download>…</a>`;
}
