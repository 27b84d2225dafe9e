/**
 * SHA-256: of large data in memory by the platform, of small or streamed data by a library. The platform's
 * function does not stream, and a call takes longer than hashing a kilobyte.
 */
import { sha256 as hashOf } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Bytes up to which the library is faster. */
const maxSmall = 1 << 10;

/** The SHA-256 of bytes, in hexadecimal. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  if (bytes.length <= maxSmall) return bytesToHex(hashOf(bytes));
  return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)));
}

/** The SHA-256 of streamed bytes: `update` adds some, `hex` ends it. */
export function sha256Stream(): { update(bytes: Uint8Array): void; hex(): string } {
  const hash = hashOf.create();
  return {
    update: (bytes) => {
      hash.update(bytes);
    },
    hex: () => bytesToHex(hash.digest()),
  };
}

/** The first 64 bits of a short text's SHA-256, in hexadecimal: identifies a finding of one run. */
export const shortHash = (text: string): string =>
  bytesToHex(hashOf(new TextEncoder().encode(text)).subarray(0, 8));
