/**
 * Prepares references for display (rfc2396bis, section 3.2.1): hides the text after the first colon in the userinfo.
 */
import { withoutPassword } from '../uri/misleading.ts';

const mask = '•••';

/**
 * The start of the password that was removed from a reference to produce its bare form; null if several were removed.
 */
function passwordStart(reference: string, bare: string): number | null {
  const removed = reference.length - bare.length;
  let at = 0;
  while (at < bare.length && bare[at] === reference[at]) at++;
  // The password and the text after it may begin with the same characters.
  for (; at > 0; at--)
    if (bare[at - 1] === ':' && bare.slice(at) === reference.slice(at + removed)) return at;
  return null;
}

/**
 * Replaces the password of a reference, if any, with a mask; several passwords are removed without a mask. Takes linear
 * time.
 */
export function maskedPassword(reference: string): string {
  const bare = withoutPassword(reference);
  const at = bare === reference ? null : passwordStart(reference, bare);
  return at === null ? bare : bare.slice(0, at) + mask + bare.slice(at);
}

/**
 * Replaces each code unit of a reference's password with a bullet, so that positions stay the same. If there are
 * several passwords, the whole reference is replaced.
 */
export function bulletedPassword(reference: string): string {
  const bare = withoutPassword(reference);
  if (bare === reference) return reference;
  const start = passwordStart(reference, bare) ?? 0;
  const length = start === 0 ? reference.length : reference.length - bare.length;
  return reference.slice(0, start) + '\u2022'.repeat(length) + reference.slice(start + length);
}

/** Like `maskedPassword`, for a userinfo or an authority alone. */
export const maskedUserinfo = (userinfo: string): string => userinfo.replace(/:[\s\S]+$/, `:${mask}`);
export const maskedAuthority = (authority: string): string => maskedPassword(`//${authority}`).slice(2);
