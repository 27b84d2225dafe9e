/**
 * The grammar of draft-fielding-url-syntax-05 (1997), Appendix A, as far as it decides whether a text is a
 * URL reference.
 */
import type { Span } from '../problem.ts';
import { components1997, splitAuthority } from '../uri/components.ts';

export type Part1997 = 'scheme' | 'user' | 'password' | 'host' | 'port' | 'path' | 'query' | 'fragment';

export interface Matched1997 {
  part: Part1997;
  span: Span;
  /** The name of its rule. */
  rule: string;
  /**
   * The first character that the rule does not allow; the span's end where something is missing; null if the
   * text matches.
   */
  offence: number | null;
}

const unreserved = String.raw`A-Za-z0-9$\-_.!~*'(),`;
const escaped = '%[0-9A-Fa-f]{2}';
const runOf = (characters: string): RegExp => new RegExp(`(?:[${characters}]|${escaped})`, 'y');

const urlc = runOf(`${unreserved};/?:@&=+`);
const alphabets = {
  user: runOf(`${unreserved};&=+`),
  password: runOf(`${unreserved};&=+`),
  port: /[0-9]/y,
  path: runOf(`${unreserved}:@&=+;/`),
  query: urlc,
  fragment: urlc,
};

/**
 * The parts of a reference with their rules, in the order of the text. A reference that has a scheme and does
 * not match generic-URL may be an opaque-URL: its parts are then the scheme, one path, and any fragment.
 * Linear.
 */
export function parts1997(text: string): Matched1997[] {
  const { spans } = components1997(text);
  const scheme = spans.scheme && part('scheme', spans.scheme, 'scheme', null);
  const fragment = spans.fragment && checked(text, 'fragment', spans.fragment, 'fragment');
  const isRooted = spans.authority !== undefined || text[spans.path.start] === '/';
  const generic = [
    ...(spans.authority ? siteParts(text, spans.authority) : []),
    checked(text, 'path', spans.path, isRooted ? 'abs_path' : 'rel_path'),
    ...(spans.query ? [checked(text, 'query', spans.query, 'query')] : []),
  ];
  const isGeneric = generic.every(({ offence }) => offence === null);
  const whole = { start: (spans.scheme?.end ?? -1) + 1, end: (spans.fragment?.start ?? text.length + 1) - 1 };
  const isOpaque = spans.scheme !== undefined && !isGeneric && firstNot(urlc, text, whole) === null;
  const middle = isOpaque ? [part('path', whole, 'opaque-URL', null)] : generic;
  return [...(scheme ? [scheme] : []), ...middle, ...(fragment ? [fragment] : [])];
}

const part = (name: Part1997, span: Span, rule: string, offence: number | null): Matched1997 => ({
  part: name,
  span,
  rule,
  offence,
});

const checked = (text: string, name: keyof typeof alphabets, span: Span, rule: string): Matched1997 =>
  part(name, span, rule, firstNot(alphabets[name], text, span));

/** site = [ [ user [ ":" password ] "@" ] hostport ] */
function siteParts(text: string, site: Span): Matched1997[] {
  const { userinfo, host, port } = splitAuthority(text.slice(site.start, site.end));
  const parts: Matched1997[] = [];
  let at = site.start;
  if (userinfo !== undefined) {
    const colon = userinfo.indexOf(':');
    const end = at + (colon < 0 ? userinfo.length : colon);
    parts.push(checked(text, 'user', { start: at, end }, 'user'));
    if (colon >= 0)
      parts.push(checked(text, 'password', { start: end + 1, end: at + userinfo.length }, 'password'));
    at += userinfo.length + 1;
  }
  const span = { start: at, end: at + host.length };
  const isNumber = /^[0-9]+(?:\.[0-9]+){3}$/.test(host);
  const offence = isNumber || site.start === site.end ? null : hostnameOffence(host);
  parts.push(
    part('host', span, isNumber ? 'hostnumber' : 'hostname', offence === null ? null : at + offence),
  );
  if (port !== undefined) {
    const start = span.end + 1;
    parts.push(checked(text, 'port', { start, end: start + port.length }, 'port'));
  }
  return parts;
}

/** hostname = *( domainlabel "." ) toplabel: letters, digits and hyphens within; the last begins with a letter. */
function hostnameOffence(host: string): number | null {
  let at = 0;
  const labels = host.split('.');
  for (const [n, label] of labels.entries()) {
    const isTop = n === labels.length - 1;
    const wrong = label.search(/[^A-Za-z0-9-]/);
    if (wrong >= 0) return at + wrong;
    if (label === '' || label.startsWith('-') || (isTop && /^[0-9]/.test(label))) return at;
    if (label.endsWith('-')) return at + label.length - 1;
    at += label.length + 1;
  }
  return null;
}

/** The first position in a span at which the alphabet does not match. */
function firstNot(alphabet: RegExp, text: string, { start, end }: Span): number | null {
  let at = start;
  while (at < end) {
    alphabet.lastIndex = at;
    if (!alphabet.test(text) || alphabet.lastIndex > end) return at;
    at = alphabet.lastIndex;
  }
  return null;
}
