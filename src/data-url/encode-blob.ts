/** Encodes a file of any size as a data: URL, piece by piece. */
import { atOnce } from '../yield-to-event-loop.ts';
import { described, type EncodeOptions, encoded, typeOf } from './encode.ts';

/** Size of a piece in bytes: a multiple of three, so that the base64 of the pieces can be concatenated. */
const pieceSize = 3 << 18;

/** Options of `encodeBlob`. */
export interface EncodeBlobOptions extends EncodeOptions {
  /** Called with the completed share, 0 to 1. */
  onProgress?: (share: number) => void;
}

/**
 * Encodes a Blob as a data: URL, like `encodeDataUrl`, but in base64 unless `encoding` is set. The Blob is read once,
 * in constant memory.
 *
 * @param mimeType default: the Blob's own
 * @returns the URL in UTF-8, with the same MIME type and bytes
 * @throws {TypeError} for anything but a Blob, and for a type that isn't a string
 */
export async function encodeBlob(
  blob: Blob,
  mimeType: string = (blob as Blob | undefined)?.type ?? '',
  { encoding = 'base64', characters, onProgress }: EncodeBlobOptions = {},
): Promise<Blob> {
  if (!(blob instanceof Blob)) throw new TypeError(`The body must be a Blob; got ${described(blob)}.`);
  const type = typeOf(mimeType === '' ? 'application/octet-stream' : mimeType);
  const options = { encoding, ...(characters && { characters }) };
  const head = atOnce(encoded(new Uint8Array(), type, options));
  const parts: BlobPart[] = [head];
  for (let at = 0; at < blob.size; at += pieceSize) {
    const bytes = new Uint8Array(await blob.slice(at, at + pieceSize).arrayBuffer());
    parts.push(new Blob([atOnce(encoded(bytes, type, options)).slice(head.length)]));
    onProgress?.(Math.min(1, (at + pieceSize) / blob.size));
  }
  return new Blob(parts, { type: 'text/plain' });
}
