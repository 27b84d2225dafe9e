/** SHA-256, of what is at hand by the platform, of what streams by a library, since the platform's does not stream. */
import { sha256 as streaming } from '@noble/hashes/sha2.js';

const hexOf = (digest: Uint8Array): string =>
  Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Hexadecimal. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)));
}

/** Takes bytes as they come; `hex` ends it. */
export function sha256Stream(): { update(bytes: Uint8Array): void; hex(): string } {
  const hash = streaming.create();
  return {
    update: (bytes) => {
      hash.update(bytes);
    },
    hex: () => hexOf(hash.digest()),
  };
}
