/**
 * Computes the effect of Content Security Policies on a page's data: URLs, and the smallest policies with which the
 * page would still work.
 */

import {
  chainOf,
  type Directives,
  decide,
  effectiveDirective,
  type IgnoredDirective,
  ignoredDirectives,
  parsePolicies,
  smallestAddition,
} from '../csp/csp.ts';
import { describeCodePoint } from '../data-url/problems.ts';
import { maxIgnoredDirectives } from '../limits.ts';
import type { Browser } from '../mime/documents.ts';
import { clip } from '../truncate.ts';
import { type Destination, isWeak, type Occurrence } from '../vocabulary.ts';
import type { DataUrl } from './report.ts';

/** Maximum length, in code units, of a directive's sources in the result. */
const maxSourcesLength = 500;

export type CspDecision = ReturnType<typeof decide>;

/** The policies' decision on one destination, and the page's data: URLs at that destination. */
export interface CspUse {
  destination: Destination;
  decision: CspDecision;
  /** The decision of each policy, in order. */
  byPolicy: {
    decision: CspDecision;
    /** The directives that could decide, in order of precedence. */
    chain: readonly string[];
    /** The first directive of the chain that the policy contains, or null; and the directive's value. */
    directive: string | null;
    sources: string;
  }[];
  /** The ids of the data: URLs. */
  dataUrls: string[];
  /** The bytes that these data: URLs add to the page at this destination. */
  cost: number;
}

export interface CspWhatIf {
  /** The policies that were evaluated, one per line. */
  text: string;
  /**
   * The directives that browsers ignore because they contain an invalid character, with that character and its position
   * in the line.
   */
  ignored: IgnoredDirective[];
  uses: CspUse[];
  /**
   * The smallest change: the directives to replace or add, each once, and, if there are several policies, the policy to
   * change.
   */
  additions: { policy: string | null; directives: string[] }[];
  /**
   * The policies with the smallest change that allows all data: URLs of the page except scripts and documents, one
   * policy per line; null if no change is needed.
   */
  serving: string | null;
  /** The most lenient decision of the policies in `serving` on scripts, workers and documents. */
  active: CspDecision;
}

/** The policy to start from if the page has no policy. */
const beginning = "default-src 'self'";

/** Destinations whose URLs are not fetched, or not by the page. */
const notFetched = new Set<Destination>(['none', 'download']);

/**
 * Evaluates policies for the data: URLs of a page.
 *
 * @param text policies, written as in headers, one per line or separated by commas
 * @param browser the browser that would enforce them
 */
export function whatIf(text: string, dataUrls: readonly DataUrl[], browser: Browser): CspWhatIf {
  const policies = headersIn(text).flatMap((each) => parsePolicies({ ...each, browser }));
  const ignored = headersIn(text)
    .flatMap(ignoredDirectives)
    .slice(0, maxIgnoredDirectives)
    .map((each) => ({ ...each, character: describeCodePoint(each.character.codePointAt(0) ?? 0) }));
  const used = byDestination(dataUrls);
  const uses = [...used].map(([destination, users]): CspUse => {
    const byPolicy = policies.map((directives) => {
      const chain = chainOf(destination);
      const directive = effectiveDirective(directives, chain);
      const sources = clip((directives.get(directive ?? '') ?? []).join(' '), maxSourcesLength);
      return { decision: decide(directives, destination), chain, directive, sources };
    });
    return {
      ...{ destination, decision: strictest(byPolicy), byPolicy },
      dataUrls: users.map(({ sha256 }) => sha256),
      cost: users.reduce((sum, { occurrences }) => sum + costIn(destination, occurrences), 0),
    };
  });
  const before = policies.length > 0 ? policies : parse(beginning);
  const additions = before.map((directives) => smallestAddition(directives, new Set(used.keys())));
  const serving = before.map((directives, n) => extended(directives, additions[n] ?? []));
  const isChanged = policies.length === 0 || serving.some((policy, n) => policy !== written(policies[n]));
  const active = laxest(parse(serving.join('\n')));
  return {
    text,
    ignored,
    uses: uses.sort(byGravity),
    additions: [
      ...new Map(
        before.flatMap((each, n) => {
          const directives = additions[n] ?? [];
          const policy = before.length > 1 ? clip(written(each), maxSourcesLength) : null;
          return directives.length > 0 ? [[`${policy}\n${directives}`, { policy, directives }]] : [];
        }),
      ).values(),
    ],
    serving: isChanged ? serving.join('\n') : null,
    active,
  };
}

const headersIn = (text: string) =>
  text.split('\n').map((line) => ({ source: 'header', text: line, reportOnly: false }) as const);

const parse = (text: string): Directives[] => headersIn(text).flatMap(parsePolicies);

/** Whether the page currently uses an occurrence. */
export const isUsed = (each: Occurrence): boolean =>
  !each.inert && !isWeak(each) && !each.removedAt && !each.dropped;

const costIn = (destination: Destination, occurrences: readonly Occurrence[]): number =>
  occurrences.reduce(
    (sum, each) => sum + (isUsed(each) && each.destination === destination ? each.cost : 0),
    0,
  );

/** The data: URLs, grouped by the destinations at which the page uses or has requested them. */
function byDestination(dataUrls: readonly DataUrl[]): Map<Destination, DataUrl[]> {
  const used = new Map<Destination, DataUrl[]>();
  for (const dataUrl of dataUrls) {
    // Browsers request a URL other than the intended data: URL.
    if (dataUrl.problem?.code === 'not-data-url') continue;
    const places = dataUrl.occurrences.filter(isUsed);
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

/** The strictest decision, because all policies must allow a URL. */
const strictest = (all: readonly { decision: CspDecision }[]): CspDecision =>
  gravity.find((decision) => all.some((each) => each.decision === decision)) ?? 'allows';

/** Destinations at which a data: URL may run scripts. */
const activeDestinations: readonly Destination[] = ['script', 'worker', 'iframe', 'object', 'embed'];

const laxest = (policies: readonly Directives[]): CspDecision => {
  const decisions = activeDestinations.map((destination) =>
    strictest(policies.map((directives) => ({ decision: decide(directives, destination) }))),
  );
  return gravity.findLast((decision) => decisions.includes(decision)) ?? 'allows';
};

const byGravity = (a: CspUse, b: CspUse): number =>
  gravity.indexOf(a.decision) - gravity.indexOf(b.decision) || b.dataUrls.length - a.dataUrls.length;

const written = (directives: Directives = new Map()): string =>
  [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join('; ');

/** The text of a policy in which directives are replaced or added. */
function extended(directives: Directives, additions: readonly string[]): string {
  const changed = new Map(directives);
  for (const addition of additions) {
    const [name = '', ...sources] = addition.split(' ');
    changed.set(name, sources);
  }
  return written(changed);
}
