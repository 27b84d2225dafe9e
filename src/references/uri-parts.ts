/**
 * The parts of a reference with the grammar rule that each matches, or the first character that the rule does
 * not allow.
 */
import type { Span } from '../problem.ts';
import { authority, components, pathForm } from '../uri/components.ts';
import { validate } from './grammar.ts';
import { parts1997 } from './grammar-1997.ts';

export type Edition = '2004' | '1997';

export const partNames = ['scheme', 'userinfo', 'host', 'port', 'path', 'query', 'fragment'] as const;
export type PartName = (typeof partNames)[number];

export interface UriPart {
  name: PartName;
  /** Without delimiters, in code units. */
  start: number;
  end: number;
  /** The rule in Appendix A of the edition. */
  rule: string;
  /**
   * The first character that the rule does not allow, or the end where something is missing; null if the part
   * matches.
   */
  offence: number | null;
}

/**
 * The parts in the order of the text. 2004: rfc2396bis, Appendix A; 1997: draft-fielding-url-syntax-05,
 * Appendix A, in which user and password are parts of their own, here both called userinfo. Linear.
 */
export function uriParts(reference: string, edition: Edition): UriPart[] {
  if (edition === '1997') {
    return parts1997(reference).map(({ part, span, rule, offence }) => ({
      name: part === 'user' || part === 'password' ? 'userinfo' : part,
      ...span,
      rule,
      offence,
    }));
  }
  const parsed = components(reference);
  const { spans } = parsed;
  const problems = validate(reference, { limit: 1000 });
  const offences = problems.map(({ start }) => start).sort((a, b) => a - b);
  const part = (name: PartName, span: Span | undefined, rule: string): UriPart[] => {
    if (span === undefined) return [];
    const offence = offences.find(
      (at) => at >= span.start && (at < span.end || (at === span.end && isOpen && name === 'host')),
    );
    return [{ name, ...span, rule, offence: offence ?? null }];
  };
  // The problem of an unclosed bracket is at the end of the host.
  const isOpen = problems.some(
    ({ code, start, end }) => code === 'uri-ip-literal-malformed' && start === end,
  );
  const site =
    spans.authority &&
    authority(reference.slice(spans.authority.start, spans.authority.end), spans.authority.start);
  return [
    ...part('scheme', spans.scheme, 'scheme'),
    ...part('userinfo', site?.spans.userinfo, 'userinfo'),
    ...part('host', site?.spans.host, hostRules[site?.hostKind ?? 'none']),
    ...part('port', site?.spans.port, 'port'),
    ...part('path', spans.path, pathForm(parsed)),
    ...part('query', spans.query, 'query'),
    ...part('fragment', spans.fragment, 'fragment'),
  ];
}

const hostRules = {
  IPv4: 'IPv4address',
  IPv6: 'IP-literal: IPv6address',
  IPvFuture: 'IP-literal: IPvFuture',
  'reg-name': 'reg-name',
  none: 'host',
} as const;
