/** What Content Security Policies would say of a page's data: URLs, and how they would have to read to serve it. */

import {
  chainOf,
  type Directives,
  decide,
  effectiveDirective,
  parsePolicies,
  smallestAddition,
} from './csp.ts';
import { maxNamedUrls, maxSourcesLength } from './limits.ts';
import type { DataUrl } from './report/report.ts';
import { clip } from './truncate.ts';
import { type Destination, isWeak } from './vocabulary.ts';

export type CspDecision = ReturnType<typeof decide>;

/** What the policies say of one destination, and which data: URLs of the page are used there. */
export interface CspUse {
  destination: Destination;
  decision: CspDecision;
  /** Of each policy, in their order. */
  byPolicy: {
    decision: CspDecision;
    /** The directives that could decide, in the order in which they are asked. */
    chain: readonly string[];
    /** The first of them that the policy has, and what it says; null where it says nothing. */
    directive: string | null;
    sources: string;
  }[];
  count: number;
  /** The first of them, by their ids. */
  first: { sha256: string; head: string }[];
}

export interface CspWhatIf {
  /** The policies that were asked, one a line. */
  text: string;
  uses: CspUse[];
  /** The smallest policies that block none but scripts and documents, one a line; null where they are so already. */
  serving: string | null;
}

/** With no policy at hand, one that most pages could begin with. */
const beginning = "default-src 'self'";

/** What could be said of any of these as a person does: nothing is fetched, or not by the page. */
const notFetched = new Set<Destination>(['none', 'download']);

/** @param text policies as headers have them, one a line or with commas between them */
export function whatIf(text: string, dataUrls: readonly DataUrl[]): CspWhatIf {
  const policies = parse(text);
  const used = byDestination(dataUrls);
  const uses = [...used].map(([destination, users]): CspUse => {
    const byPolicy = policies.map((directives) => {
      const chain = chainOf(destination);
      const directive = effectiveDirective(directives, chain);
      const sources = clip((directives.get(directive ?? '') ?? []).join(' '), maxSourcesLength);
      return { decision: decide(directives, destination), chain, directive, sources };
    });
    const first = users.slice(0, maxNamedUrls).map(({ sha256, head }) => ({ sha256, head }));
    return { destination, decision: gravest(byPolicy), byPolicy, count: users.length, first };
  });
  const before = policies.length > 0 ? policies : parse(beginning);
  const serving = before.map((directives) => extended(directives, new Set(used.keys())));
  const isChanged = policies.length === 0 || serving.some((policy, n) => policy !== written(policies[n]));
  return { text, uses: uses.sort(byGravity), serving: isChanged ? serving.join('\n') : null };
}

const parse = (text: string): Directives[] =>
  text.split('\n').flatMap((line) => parsePolicies({ source: 'header', text: line, reportOnly: false }));

/** Where the page uses data: URLs, or was seen to. */
function byDestination(dataUrls: readonly DataUrl[]): Map<Destination, DataUrl[]> {
  const used = new Map<Destination, DataUrl[]>();
  for (const dataUrl of dataUrls) {
    const places = dataUrl.occurrences.filter((each) => !each.inert && !isWeak(each) && !each.goneAt);
    const destinations = new Set([...places, ...(dataUrl.requests ?? [])].map((each) => each.destination));
    for (const destination of destinations) {
      if (notFetched.has(destination)) continue;
      const users = used.get(destination) ?? [];
      used.set(destination, users);
      users.push(dataUrl);
    }
  }
  return used;
}

const gravity: readonly CspDecision[] = ['blocks', 'unknown', 'allows'];

/** All policies must allow it. */
const gravest = (all: readonly { decision: CspDecision }[]): CspDecision =>
  gravity.find((decision) => all.some((each) => each.decision === decision)) ?? 'allows';

const byGravity = (a: CspUse, b: CspUse): number =>
  gravity.indexOf(a.decision) - gravity.indexOf(b.decision) || b.count - a.count;

const written = (directives: Directives = new Map()): string =>
  [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join('; ');

/** A policy with what it lacks to serve data: URLs in these destinations. */
function extended(directives: Directives, destinations: ReadonlySet<Destination>): string {
  const changed = new Map(directives);
  for (const addition of smallestAddition(directives, destinations)) {
    const [name = '', ...sources] = addition.split(' ');
    changed.set(name, sources);
  }
  return written(changed);
}
