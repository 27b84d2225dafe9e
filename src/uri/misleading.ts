/** Forms of a URI that mislead people or filters: rfc2396bis sections 7.4 (rare IP addresses), 7.5 and 7.6. */
import type { Problem } from '../problem.ts';
import { authority, components, recompose, recomposeAuthority, splitAuthority } from './components.ts';
import { isIPv4Address } from './host.ts';
import { normalizePercent } from './normalize.ts';

/** What makes an IPv4 address rare: the notation of a part, or how many parts there are. */
export type RareForm = 'octal' | 'hexadecimal' | 'one number' | 'two parts' | 'three parts' | 'trailing dot';

export interface IPv4Reading {
  /** Dotted decimal: where platforms that read such forms would really go. */
  address: string;
  /** In the order of the type above; empty where the host is written in dotted decimal already. */
  forms: RareForm[];
}

/**
 * A host as inet_aton() reads it (section 7.4): one to four numbers, each decimal, octal ("0…") or hexadecimal
 * ("0x…"), the last filling all bytes that are left. Undefined where it is no such number, or one too large.
 * Triplets of unreserved characters count as those characters.
 */
export function readIPv4(host: string): IPv4Reading | undefined {
  const text = normalizePercent(host);
  const trailingDot = text.endsWith('.');
  const digits = trailingDot ? text.slice(0, -1) : text;
  // A cheap no for every registered name, before anything is cut up.
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

/** The C language's reading of a number; undefined where it is none. May be infinite, but never throws. */
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
 * What in a URI reference misleads. Codes: uri-rare-ipv4 (7.4), uri-password (7.5), uri-userinfo-looks-like-host
 * (7.6); positions point into the reference. No message or argument holds the password. Linear.
 */
export function misleading(reference: string): Problem[] {
  const parsed = components(reference);
  if (parsed.authority === undefined || parsed.spans.authority === undefined) return [];
  const { userinfo, host, spans } = authority(parsed.authority, parsed.spans.authority.start);
  const problems: Problem[] = [];
  if (userinfo !== undefined && spans.userinfo !== undefined) {
    const shown = hostLike(userinfo);
    if (shown !== undefined) {
      problems.push({
        code: 'uri-userinfo-looks-like-host',
        args: { shown, host },
        message: `This leads to "${host}", not to "${shown}", which is only a user name in front of the "@".`,
        start: spans.userinfo.start,
        end: spans.userinfo.end,
      });
    }
    const colon = userinfo.indexOf(':');
    if (colon >= 0 && colon < userinfo.length - 1) {
      problems.push({
        code: 'uri-password',
        args: { host },
        message: 'A password stands in this URL for everyone to read.',
        start: spans.userinfo.start + colon + 1,
        end: spans.userinfo.end,
      });
    }
  }
  const reading = readIPv4(host);
  if (reading !== undefined && reading.forms.length > 0) {
    problems.push({
      code: 'uri-rare-ipv4',
      args: { host, address: reading.address, forms: reading.forms.join(', ') },
      message: `The host is a rare form of the address ${reading.address} (${reading.forms.join(', ')}).`,
      start: spans.host.start,
      end: spans.host.end,
    });
  }
  return problems;
}

/** The reference with the password, if any, replaced by nothing, its colon kept: fit to be shown. Section 3.2.1. */
export function withoutPassword(reference: string): string {
  const parsed = components(reference);
  if (parsed.authority === undefined) return reference;
  const parts = splitAuthority(parsed.authority);
  const colon = parts.userinfo?.indexOf(':') ?? -1;
  if (parts.userinfo === undefined || colon < 0) return reference;
  const userinfo = parts.userinfo.slice(0, colon + 1);
  return recompose({ ...parsed, authority: recomposeAuthority({ ...parts, userinfo }) });
}

/**
 * The first thing in the user name that reads like a host: an IPv4 address, or labels with dots between them whose
 * last has only letters. At most 253 characters, as a DNS name. The password is never looked at: what it holds must
 * not turn up in a message.
 */
function hostLike(userinfo: string): string | undefined {
  const colon = userinfo.indexOf(':');
  const name = decodeDots(colon < 0 ? userinfo : userinfo.slice(0, colon));
  for (const [word] of name.matchAll(/[A-Za-z0-9.-]+/g)) {
    if (word.length > 253) continue;
    const labels = word.replace(/^\.+|\.+$/g, '').split('.');
    const last = labels.at(-1) ?? '';
    const named = labels.length > 1 && labels.every((label) => label !== '') && /^[A-Za-z]{2,}$/.test(last);
    if (named || isIPv4Address(word)) return labels.join('.');
  }
  return undefined;
}

/** Triplets of unreserved characters decoded, all others a boundary between words. */
function decodeDots(text: string): string {
  return normalizePercent(text).replace(/%[0-9A-F]{2}/g, ' ');
}
