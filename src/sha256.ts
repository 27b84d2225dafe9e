/**
 * SHA-256: of large data in memory by the platform, of small or streamed data by a library. The platform's
 * function does not stream, and a call takes longer than hashing a kilobyte.
 */
import { sha256 as hashOf } from '@noble/hashes/sha2.js';

/** Bytes up to which the library is faster. */
const maxSmall = 1 << 10;

// Of some 32 bytes: the library's own function comes with more than it takes.
const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The SHA-256 of bytes, in hexadecimal. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  if (bytes.length <= maxSmall) return hexOf(hashOf(bytes));
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)));
}

/** The SHA-256 of streamed bytes: `update` adds some, `hex` ends it. */
export function sha256Stream(): { update(bytes: Uint8Array): void; hex(): string } {
  const hash = hashOf.create();
  return {
    update: (bytes) => {
      hash.update(bytes);
    },
    hex: () => hexOf(hash.digest()),
  };
}

/** The first 64 bits of a short text's SHA-256, in hexadecimal: identifies a finding of one run. */
export const shortHash = (text: string): string =>
  hexOf(hashOf(new TextEncoder().encode(text)).subarray(0, 8));
