/**
 * References for display by rfc2396bis section 3.2.1: without the data after the first colon of a userinfo.
 */
import { withoutPassword } from '../uri/misleading.ts';

const mask = '•••';

/**
 * The reference with a mask for its password, if any; several passwords are removed without a mask. Linear.
 */
export function maskedPassword(reference: string): string {
  const bare = withoutPassword(reference);
  const removed = reference.length - bare.length;
  if (removed === 0) return reference;
  let at = 0;
  while (at < bare.length && bare[at] === reference[at]) at++;
  // The password and the text after it may begin alike.
  for (; at > 0; at--)
    if (bare[at - 1] === ':' && bare.slice(at) === reference.slice(at + removed))
      return bare.slice(0, at) + mask + bare.slice(at);
  return bare;
}

/** The same for a userinfo, or an authority, on its own. */
export const maskedUserinfo = (userinfo: string): string => userinfo.replace(/:[\s\S]+$/, `:${mask}`);
export const maskedAuthority = (authority: string): string => maskedPassword(`//${authority}`).slice(2);
