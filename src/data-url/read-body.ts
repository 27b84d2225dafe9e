/** A data: URL's body as far as an Inspection needs it: its size, its hash and how it begins. */
import type { Problem } from '../problem.ts';
import { sha256, sha256Stream } from '../sha256.ts';
import { decodeDataUrl } from './decode.ts';
import { decodeDataUrlStream } from './decode-stream.ts';
import { parseDataUrl } from './parse.ts';
import { release } from './slices.ts';

export type ReadBody =
  | {
      ok: true;
      /** Serialized. */
      mimeType: string;
      base64: boolean;
      /** Bytes. */
      size: number;
      /** Hexadecimal. */
      sha256: string;
      /** The first bytes of the body: enough to tell its type and charset by. */
      start: Uint8Array;
    }
  | { ok: false; base64: boolean; problem: Problem };

const startLength = 4096;

/** Reads the body of a URL at hand. */
export async function readTextBody(written: string): Promise<ReadBody> {
  const { base64 } = parseDataUrl(written);
  const decoded = decodeDataUrl(written);
  if (!decoded.ok) return { ok: false, base64, problem: decoded.problem };
  const { mimeType, body } = decoded;
  return {
    ok: true,
    mimeType,
    base64,
    size: body.length,
    sha256: await sha256(body),
    start: body.subarray(0, startLength),
  };
}

/** Reads the body of the URL whose UTF-8 a Blob holds, in constant memory. */
export async function readBlobBody(blob: Blob): Promise<ReadBody> {
  const decoded = await decodeDataUrlStream(blob);
  if (!decoded.ok) return { ok: false, base64: false, problem: decoded.problem };
  const { mimeType, base64 } = decoded;
  const hash = sha256Stream();
  const start = new Uint8Array(startLength);
  let size = 0;
  for await (const chunk of decoded.chunks) {
    hash.update(chunk);
    if (size < startLength) start.set(chunk.subarray(0, startLength - size), size);
    size += chunk.length;
    release(chunk);
  }
  const problem = decoded.problem();
  if (problem) return { ok: false, base64, problem };
  return {
    ok: true,
    mimeType,
    base64,
    size,
    sha256: hash.hex(),
    start: start.subarray(0, Math.min(size, startLength)),
  };
}
