/** Handles text or files that a person has provided, and the data: URLs that are found in them or made from them. */

import { encodeBlob } from '../../src/data-url/encode-blob.ts';
import { isDataUrl } from '../../src/data-url/is-data-url.ts';
import { identify } from '../../src/data-url/written.ts';
import { inspect } from '../../src/inspect.ts';
import { isText } from '../../src/mime/charset.ts';
import { parseMimeType } from '../../src/mime/mime-type.ts';
import { findPasted, findPastedIn, type Pasted } from '../../src/pasted/pasted.ts';
import { detectedType } from '../../src/payload/detect/detected-type.ts';
import type { DataUrl, Inspection } from '../../src/report/report.ts';
import { maxFieldLength, maxItems } from './limits.ts';

export type Source =
  /** `isUrl`: the text is a single data: URL and is not searched for others. */
  | { kind: 'text'; text: string; isUrl?: boolean }
  /** A file, or a text that is too long to be shown, which is searched for data: URLs. */
  | { kind: 'search'; blob: Blob; name: string | null }
  | { kind: 'encode'; blob: Blob; name: string | null; mimeType: string; encoding: 'base64' | 'percent' };

export interface Item {
  /** The hexadecimal SHA-256 of the written URL. */
  id: string;
  /** The details of a pasted URL; null if a whole file or long text is one data: URL or was encoded as one. */
  pasted: Pasted | null;
  written: string | Blob;
  /** The Inspection; null for a URL in a message/external-body that isn't a data: URL. */
  inspection: Inspection | null;
}

export interface FoundItems {
  items: Item[];
  /** Whether the source contains more items than these. */
  isMore: boolean;
}

/**
 * Finds the data: URLs in a source, or makes one from it.
 *
 * @param onProgress called with the share that is done, from 0 to 1
 * @param isWanted called between steps; if it returns false, the result is no longer needed
 */
export async function findIn(
  source: Source,
  onProgress: (share: number) => void,
  isWanted: () => boolean,
): Promise<FoundItems> {
  const texts = await textsIn(source, onProgress);
  const items: Item[] = [];
  const seen = new Set<string>();
  for (const text of texts.slice(0, maxItems)) {
    if (!isWanted()) break;
    const item = await read(text);
    // A URL that occurs several times is shown only once.
    if (!seen.has(item.id)) items.push(item);
    seen.add(item.id);
  }
  return { items, isMore: texts.length > maxItems };
}

type Text = Pasted | { whole: string | Blob };

async function textsIn(source: Source, onProgress: (share: number) => void): Promise<Text[]> {
  switch (source.kind) {
    case 'text':
      return source.isUrl ? [{ whole: source.text }] : findPasted(source.text);
    case 'search':
      return (await findPastedIn(source.blob, { onProgress, maxCount: maxItems + 1 })).found;
    case 'encode':
      return [
        { whole: await encodeBlob(source.blob, source.mimeType, { encoding: source.encoding, onProgress }) },
      ];
  }
}

async function read(text: Text): Promise<Item> {
  const written = 'whole' in text ? text.whole : text.written;
  const pasted = 'whole' in text ? null : text;
  // A message/external-body can contain any URL.
  if (pasted?.externalBody && !isDataUrl(pasted.written)) {
    const { sha256 } = await identify(pasted.written);
    return { id: sha256, pasted, written, inspection: null };
  }
  const inspection = await inspect(written);
  return { id: inspection.sha256, pasted, written, inspection };
}

/** The source for a text. Its kind depends on the text's length. */
export const sourceOfText = (text: string): Source =>
  text.length > maxFieldLength
    ? { kind: 'search', blob: new Blob([text]), name: null }
    : { kind: 'text', text };

/** The source for a single data: URL. It is not searched for other URLs unless it is too long to be shown. */
export const sourceOfUrl = (url: string): Source => {
  const source = sourceOfText(url);
  return source.kind === 'text' ? { ...source, isUrl: true } : source;
};

/** Number of bytes at the start of a file that decide how the file is read. */
const telling = 1 << 20;

/**
 * The initial source for a file. Text with data: URLs or a message/external-body is searched; any other file is
 * encoded.
 */
export async function sourceOfFile(file: File): Promise<Source> {
  const bytes = new Uint8Array(await file.slice(0, telling).arrayBuffer());
  const isBinary = bytes.includes(0);
  const text = isBinary ? '' : new TextDecoder().decode(bytes);
  if (/data:|message\/external-body/i.test(text)) {
    return file.size <= maxFieldLength && file.size <= telling
      ? { kind: 'text', text }
      : { kind: 'search', blob: file, name: file.name };
  }
  return encodingOf(file, bytes);
}

/** The source for a Blob to encode, with its own type or, if it has none, the type detected from its first bytes. */
export async function asEncoded(blob: Blob, name: string | null): Promise<Source> {
  const bytes = new Uint8Array(await blob.slice(0, telling).arrayBuffer());
  return encodingOf(name === null ? blob : new File([blob], name, { type: blob.type }), bytes);
}

function encodingOf(blob: Blob | File, bytes: Uint8Array): Source {
  const detected = detectedType(bytes);
  const type = parseMimeType(blob.type) === null ? (detected ?? fallbackType(bytes)) : blob.type;
  const parsed = parseMimeType(type);
  const isUtf8Text = parsed !== null && isText(parsed) && isUtf8(bytes);
  const needsCharset = isUtf8Text && parsed.type === 'text' && !parsed.parameters.has('charset');
  return {
    kind: 'encode',
    blob,
    name: blob instanceof File ? blob.name : null,
    mimeType: needsCharset ? `${type};charset=utf-8` : type,
    encoding: isUtf8Text ? 'percent' : 'base64',
  };
}

const fallbackType = (bytes: Uint8Array): string =>
  !bytes.includes(0) && isUtf8(bytes) ? 'text/plain' : 'application/octet-stream';

/** Whether bytes are UTF-8. The last character may be incomplete, because the bytes may end within it. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** An item with its current judgment. */
export interface BenchEntry {
  item: Item;
  /** The judged data: URL; null for other URLs. */
  dataUrl: DataUrl | null;
}
