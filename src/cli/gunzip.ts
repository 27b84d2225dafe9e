/**
 * Decompresses gzip up to its damage. Node's decoder loses the result of a write that fails, and ends silently before
 * zeros, which may be followed by anything.
 */
import { createGunzip } from 'node:zlib';
import { numberText } from '../format-numbers.ts';
import { reasonOf } from './system-error.ts';

/** Number of decompressed bytes that Node allocates at a time. */
const decodedLength = 1 << 18;

/** Maximum number of bytes of a write. Limits the memory for its result, which is up to a thousand times as long. */
const maxPieceLength = 1 << 14;

/** Maximum number of bytes kept of a member, to decompress the member again if a write fails. */
const maxKeptLength = 1 << 24;

/** Number of bytes by which the header of a member is recognized. */
const headerLength = 4;

/**
 * Decompresses gzip members, also if zeros follow.
 *
 * @throws at damage, after all that can be decompressed before it. If the member is longer than 16 MiB, up to 16 kB of
 * its compressed bytes before the damage are lost.
 */
export async function* gunzip(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  let decoder = openDecoder();
  let position = 0;
  let trailer = Buffer.alloc(0);
  // The pieces of the current member, null if they are too long, and the length of their result.
  let kept: Buffer[] | null = [];
  let keptLength = 0;
  let length = 0;
  try {
    for await (const piece of piecesOf(source)) {
      // A member ends with the length of its result.
      if (isHeaderAt(piece, 0) && trailer.length === 4 && trailer.readUInt32LE() === length % 2 ** 32) {
        kept = [];
        keptLength = length = 0;
      }
      let chunks: Uint8Array[];
      try {
        chunks = await decoder.write(piece);
      } catch (error) {
        if (kept === null) throw damageAfter(position, error);
        decoder.close();
        decoder = openDecoder();
        for (const each of kept) await decoder.write(each);
        chunks = [];
        let at = 0;
        let damage = error;
        try {
          for (; at < piece.length; at++) chunks.push(...(await decoder.write(piece.subarray(at, at + 1))));
        } catch (error) {
          damage = error;
        }
        yield Buffer.concat(chunks);
        throw damageAfter(position + at, damage);
      }
      yield* chunks;
      for (const chunk of chunks) length += chunk.length;
      position += piece.length;
      trailer = Buffer.concat([trailer, piece.subarray(-4)]).subarray(-4);
      keptLength += piece.length;
      if (keptLength > maxKeptLength) kept = null;
      kept?.push(piece);
    }
    await decoder.end().catch((error) => {
      throw damageAfter(position, error);
    });
  } finally {
    decoder.close();
  }
}

const damageAfter = (position: number, error: unknown): Error =>
  new Error(`${reasonOf(error)}, after byte ${numberText(position, 'en')} of the compressed data`);

function openDecoder() {
  const stream = createGunzip({ chunkSize: decodedLength });
  let chunks: Uint8Array[] = [];
  let written = 0;
  let hasEnded = false;
  stream.on('data', (chunk) => chunks.push(chunk));
  const completed = (act: (done: () => void) => void) =>
    new Promise<void>((resolve, reject) => {
      stream.once('error', reject);
      act(() => {
        stream.off('error', reject);
        resolve();
      });
    });
  return {
    /** Returns the result of a piece. Rejects if it is invalid. */
    async write(piece: Uint8Array): Promise<Uint8Array[]> {
      chunks = [];
      let rest = piece;
      if (!hasEnded) {
        written += piece.length;
        await completed((done) => stream.write(piece, done));
        rest = piece.subarray(piece.length - (written - stream.bytesWritten));
        hasEnded = rest.length > 0;
      }
      if (rest.some((byte) => byte !== 0)) throw new Error('incorrect header check');
      return chunks;
    },
    /** Rejects if the last member is cut off. */
    end: () => (hasEnded ? Promise.resolve() : completed((done) => stream.once('end', done).end())),
    close: () => stream.destroy(),
  };
}

/** Divides gzip so that each member that begins with a usual header begins a piece. */
async function* piecesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void, void> {
  let pending = Buffer.alloc(0);
  for await (const chunk of source) {
    pending = Buffer.concat([pending, chunk]);
    // The rest may be the beginning of a header. Nothing else waits for the next chunk, which a pipe may delay.
    while (pending.length >= headerLength) {
      const piece = pending.subarray(0, Math.min(pieceLength(pending), pending.length - headerLength + 1));
      yield piece;
      pending = pending.subarray(piece.length);
    }
  }
  while (pending.length > 0) {
    const piece = pending.subarray(0, pieceLength(pending));
    yield piece;
    pending = pending.subarray(piece.length);
  }
}

function pieceLength(bytes: Buffer): number {
  for (let at = bytes.indexOf(0x1f, 1); at > 0 && at < maxPieceLength; at = bytes.indexOf(0x1f, at + 1))
    if (isHeaderAt(bytes, at)) return at;
  return maxPieceLength;
}

/** Whether a member's header could begin at a position: the type, the only method, and five flags. */
const isHeaderAt = (bytes: Buffer, at: number): boolean =>
  bytes[at] === 0x1f && bytes[at + 1] === 0x8b && bytes[at + 2] === 8 && (bytes[at + 3] ?? 0xff) < 0x20;
