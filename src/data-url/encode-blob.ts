/** Encodes a file of any size as a data: URL: read and written piece by piece. */
import { encodeDataUrl } from './encode.ts';

/** Bytes of a piece: a multiple of three, so that base64 of the pieces is base64 of the whole. */
const pieceSize = 3 << 18;

/**
 * @param onProgress called with the completed share, 0 to 1
 * @returns the URL in UTF-8, of the same MIME type and bytes
 */
export async function encodeBlob(
  blob: Blob,
  mimeType: string,
  encoding: 'base64' | 'percent',
  onProgress: (share: number) => void,
): Promise<Blob> {
  const head = encodeDataUrl(new Uint8Array(), mimeType, { encoding });
  const parts: BlobPart[] = [head];
  for (let at = 0; at < blob.size; at += pieceSize) {
    const bytes = new Uint8Array(await blob.slice(at, at + pieceSize).arrayBuffer());
    parts.push(new Blob([encodeDataUrl(bytes, mimeType, { encoding }).slice(head.length)]));
    onProgress(Math.min(1, (at + pieceSize) / blob.size));
  }
  return new Blob(parts, { type: 'text/plain' });
}
