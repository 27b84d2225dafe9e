/**
 * Computes SHA-256. The platform hashes large data in memory; a library hashes small or streamed data, because the
 * platform's function can't stream, and a call takes longer than hashing four kilobytes.
 */
import { _SHA256 } from '@noble/hashes/sha2.js';

/** Maximum number of bytes for which the library is faster. */
const maxSmall = 1 << 12;

// The library's own function for hexadecimal text would add more code than this one, which is only for hashes.
function hexOf(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of bytes) hex += (256 + byte).toString(16).slice(1);
  return hex;
}

// The library's own function also has options and identifiers, which nothing here uses.
const hashOf = (bytes: Uint8Array): Uint8Array => new _SHA256().update(bytes).digest();

/** The SHA-256 of bytes, in hexadecimal. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  if (bytes.length <= maxSmall) return hexOf(hashOf(bytes));
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)));
}

/** The SHA-256 of streamed bytes: `update` adds bytes, and `hex` returns the hash. */
export function sha256Stream(): { update(bytes: Uint8Array): void; hex(): string } {
  const hash = new _SHA256();
  return {
    update: (bytes) => {
      hash.update(bytes);
    },
    hex: () => hexOf(hash.digest()),
  };
}

/** The first 64 bits of a short text's SHA-256, in hexadecimal, which identifies a finding within a run. */
export const shortHash = (text: string): string =>
  hexOf(hashOf(new TextEncoder().encode(text)).subarray(0, 8));
