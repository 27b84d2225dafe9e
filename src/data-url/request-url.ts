/** What a browser's network stack, and so its DevTools, calls a data: URL: the URL parser's href without its fragment. */
import { identifyText } from './identify.ts';
import { slicesOf } from './slices.ts';

/** Code units that the parser leaves alone, wherever they stand; a first `/` begins a hierarchical path. */
const ownSerialization = /^data:[!"$-.0->@-~][!"$->@-~]*$/;

/** Bytes of a Blob that is made a text if it has to be. */
const largestText = 1 << 26;

/**
 * Identifies the URL that is requested for a written one.
 *
 * @param own the hexadecimal SHA-256 of the written URL, which most are requested by
 * @returns the hexadecimal SHA-256 of the requested URL
 */
export async function requestIdOf(written: string | Blob, own: string): Promise<string> {
  if (typeof written === 'string') return ownSerialization.test(written) ? own : identified(written, own);
  if (written.size > largestText || (await isOwnSerialization(written))) return own;
  return identified(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await written.arrayBuffer()), own);
}

async function identified(written: string, own: string): Promise<string> {
  // An attribute's value comes without the white space around it (HTML 2.4.1), which matters: where "data:" stands
  // first Chromium's parser keeps line breaks, as %0A, and else it takes them away.
  const url = parsed(written.replace(/^[\t\n\f\r ]+/, ''));
  if (url === null) return own;
  url.hash = '';
  return url.href === written ? own : (await identifyText(url.href)).sha256;
}

function parsed(written: string): URL | null {
  try {
    return new URL(written);
  } catch {
    return null;
  }
}

/** The same of a Blob's UTF-8, in constant memory: after the scheme, each byte by itself. */
async function isOwnSerialization(blob: Blob): Promise<boolean> {
  const start = await blob.slice(0, 6).text();
  if (!ownSerialization.test(start)) return false;
  for await (const bytes of slicesOf(blob)) if (!bytes.every(staysItself)) return false;
  return true;
}

/** Visible ASCII but `#` and `?`. */
const staysItself = (byte: number): boolean => byte > 0x20 && byte < 0x7f && byte !== 0x23 && byte !== 0x3f;
