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
  /** The name of the part's grammar rule. */
  rule: string;
  violations: UriViolation[];
}

/** Text that a production of Appendix A does not allow; an empty span where required text is missing. */
export interface UriViolation extends Span {
  production: string;
}

const unreserved = String.raw`A-Za-z0-9$\-_.!~*'(),`;
const escaped = '%[0-9A-Fa-f]{2}';
const runOf = (characters: string): RegExp => new RegExp(`(?:[${characters}]|${escaped})`, 'y');

const urlc = runOf(`${unreserved};/?:@&=+`);
/** The characters that each part may contain, and the production that lists them. */
const alphabets = {
  user: [runOf(`${unreserved};&=+`), 'user'],
  password: [runOf(`${unreserved};&=+`), 'password'],
  port: [/[0-9]/y, 'port'],
  path: [runOf(`${unreserved}:@&=+;/`), 'pchar'],
  query: [urlc, 'urlc'],
  fragment: [urlc, 'urlc'],
} as const;

/**
 * The parts of a reference with their rules, in the order of the text. A reference with a scheme that does not match
 * generic-URL may be an opaque-URL: its parts are then the scheme, one path, and any fragment. Takes linear time.
 */
export function parts1997(text: string): Matched1997[] {
  const { spans } = components1997(text);
  const scheme = spans.scheme && part('scheme', spans.scheme, 'scheme', []);
  const fragment = spans.fragment && checked(text, 'fragment', spans.fragment, 'fragment');
  const isRooted = spans.authority !== undefined || text[spans.path.start] === '/';
  const path = checked(text, 'path', spans.path, isRooted ? 'abs_path' : 'rel_path');
  // After a site, a query can only follow a path that begins with a slash.
  const lacking =
    spans.authority && spans.query && spans.path.start === spans.path.end
      ? [{ production: 'abs_path', ...spans.path }]
      : [];
  const generic = [
    ...(spans.authority ? siteParts(text, spans.authority) : []),
    { ...path, violations: [...lacking, ...path.violations] },
    ...(spans.query ? [checked(text, 'query', spans.query, 'query')] : []),
  ];
  const isGeneric = generic.every(({ violations }) => violations.length === 0);
  const whole = { start: (spans.scheme?.end ?? -1) + 1, end: (spans.fragment?.start ?? text.length + 1) - 1 };
  const isOpaque =
    spans.scheme !== undefined && !isGeneric && unmatched(text, whole, urlc, 'urlc').next().done;
  const middle = isOpaque ? [part('path', whole, 'opaque-URL', [])] : generic;
  return [...(scheme ? [scheme] : []), ...middle, ...(fragment ? [fragment] : [])];
}

const part = (name: Part1997, span: Span, rule: string, violations: UriViolation[]): Matched1997 => ({
  part: name,
  span,
  rule,
  violations,
});

const checked = (text: string, name: keyof typeof alphabets, span: Span, rule: string): Matched1997 =>
  part(name, span, rule, [...unmatched(text, span, alphabets[name][0], alphabets[name][1])]);

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
  const violations = isNumber || site.start === site.end ? [] : hostnameViolations(host, at);
  parts.push(part('host', span, isNumber ? 'hostnumber' : 'hostname', violations));
  if (port !== undefined) {
    const start = span.end + 1;
    parts.push(checked(text, 'port', { start, end: start + port.length }, 'port'));
  }
  return parts;
}

/**
 * hostname = *( domainlabel "." ) toplabel: labels of letters, digits, and inner hyphens; the last label begins with a
 * letter.
 */
function hostnameViolations(host: string, start: number): UriViolation[] {
  const found: UriViolation[] = [];
  let at = start;
  const labels = host.split('.');
  for (const [n, label] of labels.entries()) {
    const isTop = n === labels.length - 1;
    const production = isTop ? 'toplabel' : 'domainlabel';
    const wrong = isTop ? /^[^A-Za-z]|[^A-Za-z0-9-]|-$/gu : /^-|[^A-Za-z0-9-]|-$/gu;
    if (label === '') found.push({ production, start: at, end: at });
    for (const { 0: text, index } of label.matchAll(wrong))
      found.push({ production, start: at + index, end: at + index + text.length });
    at += label.length + 1;
  }
  return found;
}

/** Finds each character in a span that is not in the alphabet. */
function* unmatched(
  text: string,
  { start, end }: Span,
  alphabet: RegExp,
  production: string,
): Generator<UriViolation, void, void> {
  let at = start;
  while (at < end) {
    alphabet.lastIndex = at;
    if (alphabet.test(text) && alphabet.lastIndex <= end) {
      at = alphabet.lastIndex;
      continue;
    }
    const codePoint = text.codePointAt(at) as number;
    const width = codePoint > 0xffff ? 2 : 1;
    yield {
      production: codePoint === 0x25 && production !== 'port' ? 'escaped' : production,
      start: at,
      end: at + width,
    };
    at += width;
  }
}
