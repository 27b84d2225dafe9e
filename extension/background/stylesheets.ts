/**
 * Style sheets that the page itself may not read, fetched anew: the one place where the extension asks the network for
 * anything, only for sites that the user granted, without credentials, and within bounds of size, time and number.
 */
import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import { decodeText, readCharset } from '../../src/mime/charset.ts';
import { parseMimeType } from '../../src/mime/mime-type.ts';
import { type CssText, findCssUrls } from '../../src/payload/css-urls.ts';
import { looksLikeDataUrl } from '../../src/payload/quoted-data-urls.ts';
import type { Destination, Place } from '../../src/report/report.ts';
import { browser } from '../platform/browser.ts';
import { sheetLimits } from '../platform/limits.ts';
import { isPrivateHost, sitePattern } from '../platform/origins.ts';

/** A data: URL in a sheet that was fetched. */
export interface SheetUrl {
  written: string;
  /** `text` for a string, which `image-set(var(--x))` may make a URL. */
  place: Extract<Place, 'stylesheet' | 'text'>;
  name: string;
  destination: Destination;
  face?: string;
}

/** What came of one sheet: what it holds, or why it was not read; the reasons are those of `unreachableReasons`. */
export type SheetOutcome = { url: string; urls: SheetUrl[] } | { url: string; reason: string };

/**
 * Fetches a sheet and all that it imports.
 *
 * @param url its address, absolute
 * @param page the address of the page that uses it
 * @param read addresses that were read in this scan; those of this call are added
 * @yields what came of each
 */
export async function* readSheets(
  url: string,
  page: string,
  read: Set<string>,
): AsyncGenerator<SheetOutcome, void, void> {
  const addresses = [url];
  for (let next = addresses.pop(); next !== undefined; next = addresses.pop()) {
    if (read.has(next)) continue;
    read.add(next);
    const refusal = read.size > sheetLimits.sheets ? 'beyond-limit' : await refusalOf(next, page);
    const text = refusal === null ? await fetchSheet(next) : { reason: refusal };
    if (typeof text !== 'string') {
      yield { url: next, ...text };
      continue;
    }
    const urls: SheetUrl[] = [];
    const addString = ({ kind, text: written, name }: CssText) => {
      if (kind === 'string' && looksLikeDataUrl(written))
        urls.push({ written, place: 'text', name, destination: 'none' });
    };
    for (const found of findCssUrls(text, addString)) {
      if (!found) continue;
      const { written, name, role, face } = found;
      const destination = role === 'import' ? 'style' : role === 'font' ? 'font' : 'image';
      const place = 'stylesheet';
      if (isDataUrl(written)) urls.push({ written, place, name, destination, ...(face && { face }) });
      else if (role === 'import') {
        const imported = URL.parse(written, next);
        if (imported) addresses.push(imported.href);
      }
    }
    yield { url: next, urls };
  }
}

/** Why a sheet is not asked for, or null. */
async function refusalOf(url: string, page: string): Promise<string | null> {
  const site = sitePattern(url);
  if (site === null || !(await browser.permissions.contains({ origins: [site] }))) return 'cross-origin';
  // A public page must not make us ask at the user's own network; it could do so itself, but not as an extension.
  return isPrivateHost(url) && !isPrivateHost(page) ? 'private-address' : null;
}

async function fetchSheet(url: string): Promise<string | { reason: string }> {
  let response: Response;
  try {
    response = await fetch(url, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'force-cache',
      // Where it leads can't be seen before it is followed.
      redirect: 'error',
      signal: AbortSignal.timeout(sheetLimits.time),
    });
    const type = parseMimeType(response.headers.get('content-type') ?? '');
    if (!response.ok || !response.body) return { reason: 'not-loaded' };
    if (type?.essence !== 'text/css') return { reason: 'no-stylesheet' };
    const bytes = await readCapped(response.body);
    if (!bytes) return { reason: 'too-large' };
    const { declared, bom, embedded, used } = readCharset(type, bytes);
    // A sheet that says nothing is read in the page's encoding, which is UTF-8 more often than not.
    return decodeText(bytes, (declared ?? bom ?? embedded) === null ? 'utf-8' : (used ?? 'utf-8')).text;
  } catch {
    return { reason: 'not-loaded' };
  }
}

/** The bytes of a body, or null where they are more than the limit: then no more of them is asked for. */
async function readCapped(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Uint8Array | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > sheetLimits.size) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
