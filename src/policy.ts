/**
 * RFC 2397 section 6: "disallowed" media types, and how grave each rule's findings are. Three have a say,
 * each before the next: the administrator, the user, the defaults. What the first two write is an
 * `OwnPolicy`; `settle` makes of them the `Policy` that one page is judged by.
 */

import { type MimeType, parseMimeType } from './mime/mime-type.ts';
import { matchesPattern, type Pattern, parsePattern } from './mime/patterns.ts';
import { defaultEntries } from './policy/defaults.ts';
import type { Disallowed } from './report/report.ts';
import { type Destination, type Severity, severityRank } from './vocabulary.ts';

export type By = Disallowed['by'];

/** How grave a rule's findings are, or that there are none. */
export type RuleSetting = 'off' | Severity;
export const ruleSettings = ['off', 'error', 'warning', 'info'] as const satisfies readonly RuleSetting[];

export interface PolicyEntry {
  /** A media-type pattern: `text/html`, `image/*`, `*` + `/*+xml`, `group:javascript`. */
  pattern: string;
  /** Where it holds; 'any' for everywhere. */
  destinations: readonly Destination[] | 'any';
  /** How grave it is that it is used there; null allows it. */
  severity: Severity | null;
  by: By;
  /** The site that it was written for; null for all. */
  site: string | null;
}

/** What one page is judged by. */
export interface Policy {
  /** Those of one `by` and `site` stand together, and before those that they have precedence over. */
  types: readonly PolicyEntry[];
  /** By rule id; a rule that is not here has its own severity. */
  rules: Readonly<Record<string, RuleSetting>>;
  /** Who wrote each of `rules`, and for which site: what the administrator wrote is locked. */
  ruledBy: Readonly<Record<string, { by: By; site: string | null }>>;
}

/** A media-type pattern as it is written in a policy; without destinations it holds everywhere. */
export interface AllowedType {
  pattern: string;
  destinations?: Destination[];
}
export interface DisallowedType extends AllowedType {
  /** Default: error */
  severity?: Severity;
}

/** What a policy says of all pages, or of those of one site. */
export interface PolicyPart {
  disallow?: DisallowedType[];
  /** Has precedence over what the same part disallows. */
  allow?: AllowedType[];
  rules?: Record<string, RuleSetting>;
}

/** What the user or the administrator writes: the form of policy files, of storage, of import and export. */
export interface OwnPolicy extends PolicyPart {
  version: 1;
  /** By host (`example.com`), host with its subdomains (`*.example.com`) or `file:`. */
  sites?: Record<string, PolicyPart>;
  /** Only the administrator's counts: the user's own policy does not. */
  locked?: boolean;
}

export const emptyPolicy: OwnPolicy = { version: 1 };

/** What the extension judges by until someone says otherwise. */
export const defaultPolicy: Policy = { types: defaultEntries, rules: {}, ruledBy: {} };

/**
 * The site of a page, as a policy names it: its host, or `file:`; null where it has none. A host with a dot behind it is
 * the host, and a `blob:` URL of a page is of its site.
 */
export function siteOf(url: string): string | null {
  const parsed = URL.parse(url);
  if (parsed?.protocol === 'blob:')
    return parsed.pathname.startsWith('blob:') ? null : siteOf(parsed.pathname);
  if (parsed?.protocol === 'file:') return 'file:';
  return parsed && /^https?:$/.test(parsed.protocol) ? withoutRoot(parsed.hostname) : null;
}

/** Without the dot of the root, which makes no other host of it. */
const withoutRoot = (host: string): string => host.replace(/\.$/, '');

const isSubdomain = (host: string, of: string): boolean => host === of || host.endsWith(`.${of}`);

/** The parts of a policy for a site, the most exact first. */
function partsFor(own: OwnPolicy, site: string | null): { part: PolicyPart; site: string | null }[] {
  const { sites = {} } = own;
  const isFor = (key: string) =>
    site !== null && (key === site || (key.startsWith('*.') && isSubdomain(site, key.slice(2))));
  const matching = Object.keys(sites).filter((key) => isFor(withoutRoot(key)));
  // An exact host before one with subdomains, a longer name before a shorter.
  const rank = (key: string) => (withoutRoot(key) === site ? Number.POSITIVE_INFINITY : key.length);
  matching.sort((a, b) => rank(b) - rank(a));
  return [
    ...matching.map((key) => ({ part: sites[key] ?? {}, site: key as string | null })),
    { part: own, site: null },
  ];
}

/** What a part says of media types, what it allows first. */
export function entriesOf(
  { disallow = [], allow = [] }: PolicyPart,
  by: By,
  site: string | null,
): PolicyEntry[] {
  const entry = ({ pattern, destinations = [] }: AllowedType, severity: Severity | null): PolicyEntry => ({
    pattern,
    destinations: destinations.length === 0 ? 'any' : destinations,
    severity,
    by,
    site,
  });
  return [
    ...allow.map((type) => entry(type, null)),
    ...disallow.map((type) => entry(type, type.severity ?? 'error')),
  ];
}

/**
 * The policy for the pages of one site. What the administrator says of a media type in a destination, or of a
 * rule, is final; else what the user says; else the defaults hold. Either's part for a site comes before what
 * they say of all sites.
 */
export function settle(
  { user = emptyPolicy, administrator = emptyPolicy }: { user?: OwnPolicy; administrator?: OwnPolicy },
  site: string | null,
): Policy {
  const owners: [By, OwnPolicy][] = [
    ['administrator', administrator],
    ['user', administrator.locked ? emptyPolicy : user],
  ];
  const types: PolicyEntry[] = [];
  const rules = new Map<string, { setting: RuleSetting; by: By; site: string | null }>();
  for (const [by, own] of owners) {
    for (const found of partsFor(own, site)) {
      types.push(...entriesOf(found.part, by, found.site));
      for (const [rule, setting] of Object.entries(found.part.rules ?? {})) {
        if (!rules.has(rule)) rules.set(rule, { setting, by, site: found.site });
      }
    }
  }
  types.push(...defaultEntries);
  return {
    types,
    rules: Object.fromEntries([...rules].map(([rule, { setting }]) => [rule, setting])),
    ruledBy: Object.fromEntries([...rules].map(([rule, { by, site: of }]) => [rule, { by, site: of }])),
  };
}

/** A media type as it was declared or as its bytes tell. */
export interface TypeToCheck {
  mimeType: MimeType;
  type: Disallowed['type'];
}

/** Patterns are parsed once, and policies are few. */
const parsed = new WeakMap<Policy['types'], readonly (Pattern | null)[]>();

function patternsOf({ types }: Policy): readonly (Pattern | null)[] {
  let patterns = parsed.get(types);
  if (patterns === undefined) {
    patterns = types.map(({ pattern }) => parsePattern(pattern));
    parsed.set(types, patterns);
  }
  return patterns;
}

type Disallowing = PolicyEntry & { severity: Severity };

const disallows = (entry: PolicyEntry | null): entry is Disallowing =>
  entry !== null && entry.severity !== null;

/** The entries that speak of a type, by whatever destination. */
function entriesAbout(policy: Policy, mimeType: MimeType): PolicyEntry[] {
  const patterns = patternsOf(policy);
  return policy.types.filter((_, at) => {
    const pattern = patterns[at];
    return pattern != null && matchesPattern(mimeType, pattern);
  });
}

/** Which of the entries about a type decides in one destination, if any. */
function decidingIn(matching: readonly PolicyEntry[], destination: Destination): PolicyEntry | null {
  const isHere = ({ destinations }: PolicyEntry) =>
    destinations === 'any' || destinations.includes(destination);
  const first = matching.find(isHere);
  if (!first) return null;
  // Who speaks first is alone heard; what they allow is an exception to what they disallow.
  const heard = matching.filter(
    (entry) => entry.by === first.by && entry.site === first.site && isHere(entry),
  );
  const allowing = heard.find(({ severity }) => severity === null);
  if (allowing) return allowing;
  return (heard as Disallowing[]).reduce((a, b) =>
    severityRank[b.severity] > severityRank[a.severity] ? b : a,
  );
}

/** The entry that decides what holds of a media type in one destination; null where nobody says anything. */
export function decidedBy(policy: Policy, essence: string, destination: Destination): PolicyEntry | null {
  const mimeType = parseMimeType(essence);
  return mimeType && decidingIn(entriesAbout(policy, mimeType), destination);
}

/**
 * Whether a policy disallows a data: URL in any of its destinations.
 *
 * @returns the gravest match, the declared type and the earlier destination first; null if it is allowed
 * everywhere
 */
export function disallowedBy(
  policy: Policy,
  types: readonly TypeToCheck[],
  used: ReadonlySet<Destination>,
): (Disallowed & { severity: Severity; essence: string }) | null {
  let gravest: ReturnType<typeof disallowedBy> = null;
  for (const { mimeType, type } of types) {
    const matching = entriesAbout(policy, mimeType);
    for (const destination of used) {
      const entry = decidingIn(matching, destination);
      if (!disallows(entry)) continue;
      if (gravest && severityRank[gravest.severity] >= severityRank[entry.severity]) continue;
      const { pattern, by, severity } = entry;
      gravest = { pattern, destination, type, by, severity, essence: mimeType.essence };
    }
  }
  return gravest;
}
