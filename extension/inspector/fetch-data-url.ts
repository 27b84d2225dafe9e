/**
 * Decodes a data: URL with this page's `fetch()`, to compare the browser with the standards. Only text that begins with
 * `data:` is accepted, so no data can leave the computer.
 */
import { sha256 } from '../../src/sha256.ts';

export type Tried =
  | { ok: true; mimeType: string; size: number; bodySha256: string }
  /** The browser rejected the URL. */
  | { ok: false };

/** The browser's result; null for text that isn't a data: URL, which is never fetched. */
export async function fetchDataUrl(url: string): Promise<Tried | null> {
  if (!url.startsWith('data:')) return null;
  try {
    const response = await fetch(url);
    const body = new Uint8Array(await response.arrayBuffer());
    const mimeType = response.headers.get('content-type') ?? '';
    return { ok: true, mimeType, size: body.length, bodySha256: await sha256(body) };
  } catch {
    return { ok: false };
  }
}
