/** The host rules of rfc2396bis, section 3.2.2: IPv4address, IPv6address, IPvFuture, reg-name. */
import { COLON, classOf, HEXDIG, isTriplet, SUB_DELIM, UNRESERVED } from './characters.ts';

/** Whether a text consists of four dec-octets (0 to 255, no leading zeros). */
export function isIPv4Address(text: string): boolean {
  if (text.length > 15) return false;
  const octets = text.split('.');
  return octets.length === 4 && octets.every((octet) => /^(0|[1-9][0-9]{0,2})$/.test(octet) && +octet < 256);
}

/** Whether a text is an IPv6address without its brackets. */
export function isIPv6Address(text: string): boolean {
  return ipv6Mistake(text) === undefined;
}

/**
 * The offset, in code units, at which a text stops being the beginning of an IPv6address (`text.length` if something is
 * missing); undefined if the text is an address.
 */
export function ipv6Mistake(text: string): number | undefined {
  let pieces = 0;
  let elided = false;
  let i = 0;
  if (text.startsWith('::')) {
    elided = true;
    i = 2;
    if (text.length === 2) return undefined;
  }
  for (;;) {
    // A piece is 1 to 4 hexadecimal digits; the last two may be written as an IPv4address instead.
    const start = i;
    while (i < text.length && i - start < 4 && (classOf(text.charCodeAt(i)) & HEXDIG) !== 0) i++;
    if (text[i] === '.') {
      const fits = elided ? pieces <= 5 : pieces === 6;
      return fits && isIPv4Address(text.slice(start)) ? undefined : fits ? start : i;
    }
    if (i === start) return i;
    pieces++;
    // "::" replaces at least one piece, so there are at most seven others.
    const max = elided ? 7 : 8;
    if (pieces > max) return start;
    if (i === text.length) return elided || pieces === 8 ? undefined : i;
    if (text[i] !== ':' || pieces === max) return i;
    i++;
    if (text[i] === ':') {
      if (elided || pieces > 7) return i;
      elided = true;
      i++;
      if (i === text.length) return undefined;
    }
  }
}

/**
 * Whether a text is an IPvFuture without its brackets: `v`, a hexadecimal version, a dot, and an address of
 * that version.
 */
export function isIPvFuture(text: string): boolean {
  const dot = text.indexOf('.');
  if (dot < 2 || dot === text.length - 1 || (text[0] !== 'v' && text[0] !== 'V')) return false;
  return every(text, 1, dot, HEXDIG) && every(text, dot + 1, text.length, UNRESERVED | SUB_DELIM | COLON);
}

/** Whether a text is a registered name: unreserved and percent-encoded characters and sub-delims; it may be empty. */
export function isRegName(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    if ((classOf(text.charCodeAt(i)) & (UNRESERVED | SUB_DELIM)) !== 0) continue;
    if (!isTriplet(text, i)) return false;
    i += 2;
  }
  return true;
}

function every(text: string, start: number, end: number, mask: number): boolean {
  for (let i = start; i < end; i++) if ((classOf(text.charCodeAt(i)) & mask) === 0) return false;
  return true;
}
