/**
 * SHA-256: of much that is at hand by the platform, of little or of what streams by a library. The platform's does not
 * stream, and takes longer to be asked than a kilobyte takes.
 */
import { sha256 as hashOf } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Bytes that the library is quicker with. */
const maxSmall = 1 << 10;

/** Hexadecimal. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  if (bytes.length <= maxSmall) return bytesToHex(hashOf(bytes));
  return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)));
}

/** Takes bytes as they come; `hex` ends it. */
export function sha256Stream(): { update(bytes: Uint8Array): void; hex(): string } {
  const hash = hashOf.create();
  return {
    update: (bytes) => {
      hash.update(bytes);
    },
    hex: () => bytesToHex(hash.digest()),
  };
}
