/** Whether a user name is written to look like a host: rfc2396bis section 7.6. */

import { percentDecode } from './characters.ts';
import { isIPv4Address } from './host.ts';
import { maxHostName } from './limits.ts';
import { withoutBreaks } from './web-authority.ts';

/** Code units of a user name that are compared with a host: many times the length that is displayed. */
const maxUserNameLength = 4096;

/**
 * A text as the URL Standard's host parser reads it (percent-decoded, then mapped as in UTS 46: full-width forms,
 * ideographic full stops, ignored characters), except for case and punycode.
 */
export function mappedHost(text: string): string {
  return percentDecode(withoutBreaks(text))
    .normalize('NFKC')
    .replace(/[\u3002\uff61]/g, '.')
    .replace(/[\u00ad\u200b\u2060\ufeff]|[\ufe00-\ufe0f]/g, '');
}

/**
 * The first part of a user name that looks like a host: an IPv4 address, "localhost", or labels with dots
 * between them whose last could be a top level (letters of any script, or punycode). It is no longer than a
 * name in the DNS.
 */
export function hostLike(userName: string): string | undefined {
  const name = mappedHost(userName.slice(0, maxUserNameLength));
  for (const [word] of name.matchAll(/[\p{L}\p{M}\p{N}.-]+/gu)) {
    if (word.length > maxHostName) continue;
    const labels = word.replace(/^\.+|\.+$/g, '').split('.');
    const text = labels.join('.');
    if (isIPv4Address(text) || /^localhost$/i.test(text)) return text;
    const isTop = /^(?:xn--[a-z0-9-]+|[\p{L}\p{M}]{2,})$/iu.test(labels.at(-1) ?? '');
    if (isTop && labels.length > 1 && labels.every((label) => label !== '')) return text;
  }
  return undefined;
}
