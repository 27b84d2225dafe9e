/**
 * RFC 2397, section 6: "disallowed" media types, and the severity of each rule's findings. The administrator's policy
 * takes precedence over the user's, and the user's over the defaults. The first two have the form `OwnPolicy`.
 * `mergePolicies` merges them into the `Policy` by which one page is judged.
 */

import { type MimeType, parseMimeType } from '../mime/mime-type.ts';
import { isMatch, type Pattern, parsePattern } from '../mime/patterns.ts';
import type { Disallowed } from '../report/report.ts';
import { checkObject, checkText } from '../url-text.ts';
import { type Destination, type Severity, severityRank } from '../vocabulary.ts';
import { defaultEntries, isAboutRunning } from './defaults.ts';
import type {
  AllowedType,
  By,
  OwnPolicy,
  Policy,
  PolicyEntry,
  PolicyPart,
  RuleSetting,
} from './policy-types.ts';

export const ruleSettings = ['off', 'error', 'warning', 'info'] as const satisfies readonly RuleSetting[];

export const emptyPolicy: OwnPolicy = { version: 1 };

/** The policy without any settings of the user or the administrator. */
export const defaultPolicy: Policy = { types: defaultEntries, rules: {}, ruledBy: {} };

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * The site of a page, as in a policy: its host and port, even if that is the scheme's default (`example.com:443`), or
 * `file:`; null if the page has no site. A final dot is removed from the host, and a `blob:` URL belongs to its page's
 * site.
 */
export function siteOf(url: string): string | null {
  const parsed = URL.parse(url);
  if (parsed?.protocol === 'blob:')
    return parsed.pathname.startsWith('blob:') ? null : siteOf(parsed.pathname);
  if (parsed?.protocol === 'file:') return 'file:';
  const defaultPort = parsed && defaultPorts[parsed.protocol];
  return defaultPort ? `${withoutRoot(parsed.hostname)}:${parsed.port || defaultPort}` : null;
}

/** The host and port of a site; the port is '' if missing. */
export function splitSite(site: string): { host: string; port: string } {
  const at = site.lastIndexOf(':');
  const port = at < 0 ? '' : site.slice(at + 1);
  return /^\d+$/.test(port) ? { host: site.slice(0, at), port } : { host: site, port: '' };
}

/** Removes the dot of the DNS root, which does not change the host. */
const withoutRoot = (host: string): string => host.replace(/\.$/, '');

const isSubdomain = (host: string, of: string): boolean => host === of || host.endsWith(`.${of}`);

/** The parts of a policy for a site, the most specific first. */
function partsFor(own: OwnPolicy, site: string | null): { part: PolicyPart; site: string | null }[] {
  const { sites = {} } = own;
  const page = site === null ? null : splitSite(site);
  const matching = Object.keys(sites).flatMap((key) => {
    const { host: written, port } = splitSite(key);
    const host = withoutRoot(written);
    const isExact = host === page?.host;
    const isHost = isExact || (page && host.startsWith('*.') && isSubdomain(page.host, host.slice(2)));
    return isHost && (port === '' || port === page?.port) ? [{ key, isExact, host, port }] : [];
  });
  // Exact hosts come before hosts with subdomains, longer names before shorter ones, and keys with a port before keys
  // without.
  matching.sort(
    (a, b) =>
      Number(b.isExact) - Number(a.isExact) || b.host.length - a.host.length || b.port.length - a.port.length,
  );
  return [
    ...matching.map(({ key }) => ({ part: sites[key] ?? {}, site: key as string | null })),
    { part: own, site: null },
  ];
}

/** A part's entries about media types. Entries that allow a type come first. */
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
 * The policy for the pages of one site. The administrator's decision about a media type at a destination, or about a
 * rule, is final. Otherwise, the user's decision applies, and otherwise the default. In each policy, the part for a
 * site takes precedence over the part for all sites.
 *
 * @param site as `siteOf` returns it; a host without a port matches only keys that apply to any port
 */
export function mergePolicies(
  policies: { user?: OwnPolicy; administrator?: OwnPolicy },
  site: string | null,
): Policy {
  checkObject(policies, 'mergePolicies', 'the policies of a user and an administrator');
  if (site !== null) checkText(site, "mergePolicies's site");
  const { administrator = emptyPolicy } = policies;
  const owners: [By, OwnPolicy][] = [
    ['administrator', administrator],
    ['user', (!administrator.locked && policies.user) || emptyPolicy],
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

/** A media type, as declared or detected. */
export interface TypeToCheck {
  mimeType: MimeType;
  type: Disallowed['type'];
}

/** The parsed patterns of policies, each parsed once. */
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

/** The entries that match a type, at any destination. */
function entriesAbout(policy: Policy, mimeType: MimeType): PolicyEntry[] {
  const patterns = patternsOf(policy);
  return policy.types.filter((_, at) => {
    const pattern = patterns[at];
    return pattern != null && isMatch(mimeType, pattern);
  });
}

/** The entry that decides at one destination, where the content may run or never does; null if there is none. */
function decidingIn(
  matching: readonly PolicyEntry[],
  destination: Destination,
  mayRun = true,
): PolicyEntry | null {
  const isHere = (entry: PolicyEntry) =>
    entry.destinations === 'any' ||
    (entry.destinations.includes(destination) && (mayRun || !isAboutRunning(entry)));
  const first = matching.find(isHere);
  if (!first) return null;
  // Only entries with the owner and site of the first one decide; of these, entries that allow the type come first.
  const heard = matching.filter(
    (entry) => entry.by === first.by && entry.site === first.site && isHere(entry),
  );
  const allowing = heard.find(({ severity }) => severity === null);
  if (allowing) return allowing;
  return (heard as Disallowing[]).reduce((a, b) =>
    severityRank[b.severity] > severityRank[a.severity] ? b : a,
  );
}

/** The entry that decides about a media type at one destination; null if there is none. */
export function decidedBy(policy: Policy, essence: string, destination: Destination): PolicyEntry | null {
  const mimeType = parseMimeType(essence);
  return mimeType && decidingIn(entriesAbout(policy, mimeType), destination);
}

/**
 * The reason why a policy disallows a data: URL at any of its destinations.
 *
 * @param run those of the destinations where it may run; the defaults disallow scripts only there
 * @returns the most severe match; of equally severe ones, the declared type and the earlier destination come first;
 *   null if the type is allowed everywhere
 */
export function disallowedBy(
  policy: Policy,
  types: readonly TypeToCheck[],
  used: ReadonlySet<Destination>,
  run: ReadonlySet<Destination> = used,
): (Disallowed & { severity: Severity; essence: string }) | null {
  let mostSevere: ReturnType<typeof disallowedBy> = null;
  for (const { mimeType, type } of types) {
    const matching = entriesAbout(policy, mimeType);
    for (const destination of used) {
      const entry = decidingIn(matching, destination, run.has(destination));
      if (!disallows(entry)) continue;
      if (mostSevere && severityRank[mostSevere.severity] >= severityRank[entry.severity]) continue;
      const { pattern, by, severity } = entry;
      mostSevere = { pattern, destination, type, by, severity, essence: mimeType.essence };
    }
  }
  return mostSevere;
}
