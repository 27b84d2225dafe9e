/** The parts of a reference, each with its grammar rule and the violations of that rule. */
import type { Problem, Span } from '../problem.ts';
import { authority, components, pathForm } from '../uri/components.ts';
import { validate } from './grammar.ts';
import { parts1997, type UriViolation } from './grammar-1997.ts';

export type Edition = '2004' | '1997';

export const partNames = ['scheme', 'userinfo', 'host', 'port', 'path', 'query', 'fragment'] as const;
export type PartName = (typeof partNames)[number];

export interface UriPart {
  name: PartName;
  /** The span without delimiters, in code units. */
  start: number;
  end: number;
  /** The rule in Appendix A of the given edition. */
  rule: string;
  /** The violations, ordered by position. */
  violations: UriViolation[];
}

/**
 * The parts in the order of the text. 2004: rfc2396bis, Appendix A. 1997: draft-fielding-url-syntax-05, Appendix A, in
 * which user and password are separate parts, both called userinfo here. Takes linear time.
 */
export function uriParts(reference: string, edition: Edition): UriPart[] {
  if (edition === '1997') {
    return parts1997(reference).map(({ part, span, rule, violations }) => ({
      name: part === 'user' || part === 'password' ? 'userinfo' : part,
      ...span,
      rule,
      violations,
    }));
  }
  const parsed = components(reference);
  const { spans } = parsed;
  const problems = validate(reference, { limit: Number.POSITIVE_INFINITY });
  const part = (name: PartName, span: Span | undefined, rule: string): UriPart[] => {
    if (span === undefined) return [];
    const violations = problems
      .filter((problem) => partOf(problem) === name)
      .map((problem) => ({ production: productionOf(problem), start: problem.start, end: problem.end }))
      .sort((a, b) => a.start - b.start);
    return [{ name, ...span, rule, violations }];
  };
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

/** The name of the part in which `validate` found a problem. */
const partOf = ({ code, args }: Problem): PartName =>
  code === 'uri-ip-literal-malformed' ? 'host' : ((args.component ?? 'path') as PartName);

/** The production of Appendix A that a problem violates. */
function productionOf(problem: Problem): string {
  const part = partOf(problem);
  return productions[problem.code] ?? (part === 'path' ? 'pchar' : part === 'host' ? 'reg-name' : part);
}

const productions: Partial<Record<string, string>> = {
  'uri-percent-malformed': 'pct-encoded',
  'uri-ip-literal-malformed': 'IP-literal',
  'uri-colon-in-first-segment': 'segment-nz-nc',
};

const hostRules = {
  IPv4: 'IPv4address',
  IPv6: 'IP-literal: IPv6address',
  IPvFuture: 'IP-literal: IPvFuture',
  'reg-name': 'reg-name',
  none: 'host',
} as const;
