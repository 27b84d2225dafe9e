/**
 * Finds forms of a URI that mislead people or filters: rfc2396bis, sections 7.4 (rare IP addresses), 7.5, and 7.6, and
 * differences between browsers and RFC 3986. Reports the hosts to which browsers connect.
 */

import { hasEnglish } from '../has-english.ts';
import type { Problem, Span } from '../problem.ts';
import { urlText } from '../url-text.ts';
import { percentDecode } from './characters.ts';
import { components, splitAuthority } from './components.ts';
import { isIPv4Address } from './host.ts';
import { maxHostName } from './limits.ts';
import { normalizePercent } from './normalize.ts';
import { type WebAuthority, webAuthority, withoutBreaks } from './web-authority.ts';

/** The reason why an IPv4 address is rare: the notation of a part, the number of parts, or its characters. */
export type RareForm =
  | 'octal'
  | 'hexadecimal'
  | 'one number'
  | 'two parts'
  | 'three parts'
  | 'trailing dot'
  | 'percent-encoded'
  | 'beyond ASCII';

export interface IPv4Reading {
  /** The address, in dotted decimal, to which platforms connect if they accept rare forms. */
  address: string;
  /** The rare forms, in the order of `RareForm`; empty if the host is already in dotted decimal. */
  forms: RareForm[];
}

/**
 * A host as inet_aton() parses it (section 7.4): one to four numbers, each decimal, octal ("0…"), or hexadecimal
 * ("0x…"), of which the last fills all remaining bytes. Undefined for other text, or if a number is too large. Triplets
 * of unreserved characters count as the characters that they encode.
 */
export function readIPv4(host: string): IPv4Reading | undefined {
  const text = normalizePercent(host);
  const trailingDot = text.endsWith('.');
  const digits = trailingDot ? text.slice(0, -1) : text;
  // This quickly rejects all registered names, without splitting anything.
  if (!/^[0-9]/.test(digits) || !/^[0-9A-Fa-fXx.]+$/.test(digits)) return undefined;
  const parts = digits.split('.', 5);
  if (parts.length > 4) return undefined;
  const rare = new Set<RareForm>();
  let value = 0;
  for (const [index, part] of parts.entries()) {
    const number = readNumber(part, rare);
    const bytes = index === parts.length - 1 ? 4 - index : 1;
    if (number === undefined || number >= 256 ** bytes) return undefined;
    value += number * 256 ** (bytes === 1 ? 3 - index : 0);
  }
  if (parts.length === 1) rare.add('one number');
  if (parts.length === 2) rare.add('two parts');
  if (parts.length === 3) rare.add('three parts');
  if (trailingDot) rare.add('trailing dot');
  const octets = [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);
  return { address: octets.join('.'), forms: ORDER.filter((form) => rare.has(form)) };
}

const ORDER: RareForm[] = ['octal', 'hexadecimal', 'one number', 'two parts', 'three parts', 'trailing dot'];

/** Parses a number in C notation; undefined for other text. The result may be infinite. */
function readNumber(text: string, rare: Set<RareForm>): number | undefined {
  if (/^0[xX][0-9A-Fa-f]*$/.test(text)) {
    rare.add('hexadecimal');
    return text.length === 2 ? 0 : Number.parseInt(text.slice(2), 16);
  }
  if (/^0[0-7]+$/.test(text)) {
    rare.add('octal');
    return Number.parseInt(text, 8);
  }
  return /^(0|[1-9][0-9]*)$/.test(text) ? Number(text) : undefined;
}

/**
 * Finds the misleading parts of a URI reference. Codes: uri-host-differs (browsers and RFC 3986 disagree about the
 * host), uri-userinfo-looks-like-host (7.6), uri-password (7.5), uri-rare-ipv4 (7.4). Hosts are reported as the
 * platform's URL parser returns them; for a reference that the parser rejects, only the password is reported. Positions
 * are in the reference. No message or argument contains the password. Takes linear time.
 *
 * @param base the URL against which the reference is resolved; null if there is none. If omitted, a reference without a
 *   scheme is resolved as on an https: page
 */
export function misleading(url: string | URL, base?: string | URL | null): Problem[] {
  const reference = urlText(url, 'misleading');
  const followed = follow(reference, base && urlText(base, "misleading's base"));
  if (followed === undefined) {
    const password = webAuthority(reference, 'https')?.password ?? passwordByRfc(reference);
    return passwordProblems(reference, password, '');
  }
  const { host, web } = followed;
  if (web === undefined) return [];
  return [
    ...differing(reference, host, web),
    ...hostLikeUser(reference, host, web),
    ...passwordProblems(reference, web.password, host),
    ...rareIPv4(reference, host, web),
  ];
}

/** A base for references that contain a host but no scheme. */
const anyPage = 'https://page.invalid/';

/**
 * The host to which browsers connect, and its position in the reference; undefined if browsers reject the reference.
 */
function follow(
  reference: string,
  base?: string | null,
): { host: string; web: WebAuthority | undefined } | undefined {
  const alone = typeof base === 'string' ? null : parsed(reference);
  if (alone !== null) return { host: alone.hostname, web: webAuthority(reference) };
  const from = base === null ? null : parsed(base ?? anyPage);
  const url = from === null ? null : parsed(reference, from);
  if (url === null || from === null) return undefined;
  const scheme = from.protocol.slice(0, -1);
  // The platform's own parser shows which of the two readings is right.
  const readings = [false, true].map((asFirefox) => webAuthority(reference, scheme, asFirefox));
  return { host: url.hostname, web: readings.find((web) => accountsFor(reference, web, url, from)) };
}

/**
 * Whether a reading agrees with the URL parser: either both find a password, or neither does. If there is no authority,
 * the host must be that of the base.
 */
function accountsFor(reference: string, web: WebAuthority | undefined, url: URL, base: URL): boolean {
  if (web === undefined) return url.username + url.password === '' && url.hostname === base.hostname;
  const hasPassword = web.password !== undefined && piece(reference, web.password) !== '';
  return hasPassword === (url.password !== '');
}

function parsed(reference: string, base?: URL): URL | null {
  try {
    return new URL(reference, base);
  } catch {
    return null;
  }
}

const piece = (reference: string, { start, end }: Span): string => withoutBreaks(reference.slice(start, end));

function differing(reference: string, host: string, web: WebAuthority): Problem[] {
  const other = hostByRfc(reference);
  if (other === piece(reference, web.host)) return [];
  const read = hasEnglish && (other === '' ? 'no host' : `the host "${other}"`);
  const message = hasEnglish && `Browsers go to "${host}", where RFC 3986 reads ${read}.`;
  return [{ code: 'uri-host-differs', args: { host, other }, message, ...web.host }];
}

function hostLikeUser(reference: string, host: string, { userinfo, password }: WebAuthority): Problem[] {
  if (userinfo === undefined) return [];
  const end = password === undefined ? userinfo.end : password.start - 1;
  const shown = hostLike(reference.slice(userinfo.start, end));
  if (shown === undefined) return [];
  const message =
    hasEnglish &&
    `This leads to "${host}", not to "${shown}", which is only a user name in front of the "@".`;
  return [{ code: 'uri-userinfo-looks-like-host', args: { shown, host }, message, ...userinfo }];
}

/** @param host the host to which browsers connect; '' if there is none */
function passwordProblems(reference: string, password: Span | undefined, host: string): Problem[] {
  if (password === undefined || piece(reference, password) === '') return [];
  const message = hasEnglish && 'A password stands in this URL for everyone to read.';
  return [{ code: 'uri-password', args: { host }, message, ...password }];
}

/** Reports a host that browsers read as an IPv4 address, but that is not written in dotted decimal. */
function rareIPv4(reference: string, address: string, web: WebAuthority): Problem[] {
  const host = piece(reference, web.host);
  if (!isIPv4Address(address) || host === address) return [];
  const found = readIPv4(mappedHost(host))?.forms ?? [];
  if (host.includes('%')) found.push('percent-encoded');
  if (/[^\0-\x7f]/.test(host)) found.push('beyond ASCII');
  const forms = found.join(', ');
  const message = hasEnglish && `The host is a rare form of the address ${address} (${forms}).`;
  return [{ code: 'uri-rare-ipv4', args: { host, address, forms }, message, ...web.host }];
}

/** The host by RFC 3986 (Appendix B), but without whitespace, which Appendix C ignores; '' if there is none. */
function hostByRfc(reference: string): string {
  const { authority } = components(withoutBreaks(reference).trim());
  return authority === undefined ? '' : splitAuthority(authority).host;
}

/** The password according to RFC 3986 (3.2.1), for references that browsers reject. */
function passwordByRfc(reference: string): Span | undefined {
  const { authority: text, spans } = components(reference);
  if (text === undefined || spans.authority === undefined) return undefined;
  const { userinfo } = splitAuthority(text);
  const colon = userinfo?.indexOf(':') ?? -1;
  if (userinfo === undefined || colon < 0) return undefined;
  const { start } = spans.authority;
  return { start: start + colon + 1, end: start + userinfo.length };
}

/**
 * Removes passwords, but not the colon before them, from a reference for display. Removes every password that browsers
 * find; if they reject the reference, also the password by RFC 3986 (3.2.1). URLs within URLs (blob:, view-source:) are
 * treated in the same way. Takes linear time.
 *
 * @param base the URL against which the reference is resolved; null if there is none. If omitted, the base is unknown,
 *   and all text that would be a password with some base is removed
 */
export function withoutPassword(url: string | URL, baseUrl?: string | URL | null): string {
  const reference = urlText(url, 'withoutPassword');
  const base = baseUrl && urlText(baseUrl, "withoutPassword's base");
  // This is a quick exit for nearly all references, because an "@" always follows a password.
  if (!reference.includes('@')) return reference;
  const outer = /^[\0- ]*[a-z][a-z0-9+.-]*:(?=(?:[a-z][a-z0-9+.-]*:){1,4}[/\\])/i.exec(reference)?.[0];
  if (outer !== undefined) return outer + withoutPassword(reference.slice(outer.length));
  const follows = base === undefined ? undefined : follow(reference, base);
  if (follows !== undefined) return without(reference, follows.web?.password);
  // A reference with a scheme but no slashes is relative to a base of the same scheme, so two bases cover every scheme.
  const shown = ['https', 'http'].reduce(
    (text, scheme) => without(text, webAuthority(text, scheme)?.password),
    reference,
  );
  const trimmed = withoutBreaks(shown).trim();
  const password = passwordByRfc(trimmed);
  return password === undefined || follow(trimmed) !== undefined ? shown : without(trimmed, password);
}

const without = (text: string, span: Span | undefined): string =>
  span === undefined ? text : text.slice(0, span.start) + text.slice(span.end);

/**
 * Maximum length, in code units, of a user name that is compared with a host. It is many times the displayed length.
 */
const maxUserNameLength = 4096;

/**
 * A text as the URL Standard's host parser reads it, except for case and punycode: percent-decoded, then mapped as in
 * UTS 46 (full-width forms, ideographic full stops, ignored characters).
 */
function mappedHost(text: string): string {
  return percentDecode(withoutBreaks(text))
    .normalize('NFKC')
    .replace(/[\u3002\uff61]/g, '.')
    .replace(/[\u00ad\u200b\u2060\ufeff]|[\ufe00-\ufe0f]/g, '');
}

/**
 * The first part of a user name that looks like a host (rfc2396bis section 7.6): an IPv4 address, "localhost", or
 * labels separated by dots, the last of which could be a top-level domain (letters of any script, or punycode). Longer
 * text than a name in the DNS is skipped.
 */
function hostLike(userName: string): string | undefined {
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
