/**
 * Gets the texts of a page's own files: linked style sheets, whose rules lack positions and the declarations that the
 * browser dropped; SVG files that the page draws; and the sources of its documents, whose elements lack positions. The
 * texts come only from DevTools, if it is open, and from the browser's cache, so no request is sent to a server.
 */

import { withoutFragment } from '../../../src/uri/fragment.ts';
import { browser, isFirefox } from '../../platform/browser.ts';
import type { SheetTextsRequest } from '../../platform/devtools-messages.ts';
import { sheetLimits } from '../../platform/limits.ts';
import { loadOf, resultOf } from '../frames/run-script.ts';
import { numberedOccurrence } from '../model/entries.ts';
import type { FrameLink, Scan, Tab } from '../model/model.ts';
import { withTimeout } from '../timeout.ts';

/** Maximum number of milliseconds for reading a file, because the cache waits for a file that is still being loaded. */
const cacheTime = 3000;

/**
 * The source of the document that contains an occurrence.
 *
 * @returns null if the source is too large, if the document's frame was removed, or if neither DevTools nor, in
 *   Chromium, the cache of the document's origin contains the source
 */
export async function documentSource(
  { entries, tab }: Scan,
  id: string,
  number: number,
): Promise<Blob | null> {
  const { occurrence, inFrame } = numberedOccurrence(entries, id, number) ?? {};
  if (!occurrence || !inFrame) return null;
  const url = withoutFragment(occurrence.frame);
  // A script may have changed the document's URL to the URL of another document.
  const [name, size] = await loadOf(tab.id, inFrame.frame.frameId);
  if (withoutFragment(name ?? '') !== url) return null;
  const [text] = await (isFirefox() ? textsInDevTools(tab, [url]) : fileTexts(tab, inFrame.frame, [url]));
  // Firefox's tools don't report the document's encoding, and may truncate its text.
  const source = text ? new Blob([text]) : null;
  return isFirefox() && source?.size !== size ? null : source;
}

/**
 * The texts of files, from DevTools or the cache.
 *
 * @param type a part of the media type that files must have to be searched for data: URLs (of images, only SVG matches
 *   `xml`); '' for the sources of documents
 * @returns the text of each URL: '' if the text certainly contains no data: URL; null or a missing item for the reasons
 *   of `documentSource`, or if the file is not encoded as declared or is not a style sheet
 */
export async function fileTexts(
  tab: Tab,
  frame: FrameLink,
  urls: string[],
  type: '' | 'css' | 'xml' = '',
): Promise<(string | null)[]> {
  // Firefox treats requests by content scripts as the page's own: they are reported as violations of the page's CSP and
  // appear in its timeline.
  if (isFirefox() || !frame.isOpen) return [];
  const fromTools = type === 'xml' ? [] : await textsInDevTools(tab, urls);
  if (fromTools.length > 0) return fromTools;
  const reading = resultOf(
    tab.id,
    { frameIds: [frame.frameId] },
    {
      func: textsInCache,
      args: [urls, sheetLimits.size, cacheTime, type, type === 'xml' ? 'utf-8' : frame.charset],
    },
  );
  const texts: unknown = await withTimeout(reading).catch(() => null);
  return Array.isArray(texts) ? texts.map((text) => (typeof text === 'string' ? text : null)) : [];
}

/**
 * Requests texts from DevTools. They are preferred to texts from the cache because DevTools would show reads from the
 * cache as further requests of the page.
 *
 * @returns an empty list if DevTools is not open
 */
async function textsInDevTools(tab: Tab, urls: string[]): Promise<(string | null)[]> {
  const request: SheetTextsRequest = { type: 'sheet-texts', tabId: tab.id, urls };
  // If no DevTools page answers, the browser rejects the message.
  const texts: unknown = await withTimeout(browser.runtime.sendMessage(request)).catch(() => null);
  if (!Array.isArray(texts)) return [];
  return Promise.all(urls.map((_, n) => (texts[n] instanceof Blob ? texts[n].text() : null)));
}

/** Reads the texts of files from the cache. Runs in the frame, beside its content script. */
function textsInCache(
  urls: string[],
  maxSize: number,
  maxTime: number,
  type: string,
  inherited: string,
): Promise<(string | null)[]> {
  const signal = AbortSignal.timeout(maxTime);
  /** The encoding with this label; undefined if the label is unknown, so that browsers ignore it. */
  const encodingOf = (label = '') => {
    // A label of "replacement", with which browsers read no text.
    if (/^(?:replacement|csiso2022kr|hz-gb-2312|iso-2022-(?:cn|cn-ext|kr))$/i.test(label)) return label;
    try {
      return new TextDecoder(label).encoding;
    } catch {
      return undefined;
    }
  };
  const read = async (url: string) => {
    try {
      const response = await fetch(url, { mode: 'same-origin', cache: 'only-if-cached', signal });
      const media = (response.headers.get('content-type') ?? '').toLowerCase();
      if (!response.ok || media.startsWith('multipart/')) return null;
      // In quirks mode, a document uses style sheets of any type.
      const isUsed = media.includes(type) || (type === 'css' && document.compatMode === 'BackCompat');
      if (!isUsed) return type === 'xml' ? '' : null;
      const chunks: Uint8Array<ArrayBuffer>[] = [];
      let size = 0;
      for await (const chunk of response.body ?? []) {
        size += chunk.length;
        if (size > maxSize) return null;
        chunks.push(chunk);
      }
      const bytes = await new Blob(chunks).arrayBuffer();
      // Determines the encoding by CSS Syntax, section 3.2. The browser has already determined the encoding of a
      // document.
      const start = new TextDecoder('latin1').decode(bytes.slice(0, 1024));
      let charset = encodingOf(/charset="?([^\s;"]+)/.exec(media)?.[1]);
      const own = /^@charset "([^"]+)";/.exec(start)?.[1];
      // An `@charset` that is readable as ASCII can't be true if it names UTF-16.
      charset ??= encodingOf(own)?.replace(/^utf-16.*/, 'utf-8');
      if (start.startsWith('ï»¿')) charset = 'utf-8';
      if (start.startsWith('þÿ')) charset = 'utf-16be';
      if (start.startsWith('ÿþ')) charset = 'utf-16le';
      if (type === '') charset = inherited;
      // The source of a document is decoded as far as possible, but a text that is searched for data: URLs must be
      // decoded without errors.
      const text = new TextDecoder(charset ?? inherited, { fatal: type !== '' }).decode(bytes);
      return type === '' || /data|[&\\]/i.test(text) ? text : '';
    } catch {
      return null;
    }
  };
  return Promise.all(urls.map(read));
}
