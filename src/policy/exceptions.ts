/** The exceptions with which a user may allow one data: URL that a policy disallows. */

import { patternFor } from '../mime/patterns.ts';
import { type Destination, destinations } from '../vocabulary.ts';
import { applyEdit, type PolicyEdit } from './edit.ts';
import { decidedBy, mergePolicies, splitSite } from './policy.ts';
import type { OwnPolicy, Policy } from './policy-types.ts';

/** An edit that allows a media type. */
export type Exception = Omit<Extract<PolicyEdit, { type: 'allow' }>, 'type' | 'on'>;

export interface ExceptionChoice {
  exception: Exception;
  /** The uses that the exception allows on this page, and that are disallowed without it. */
  uses: Destination[];
}

/** The policies of the user and the administrator. */
export interface OwnPolicies {
  user: OwnPolicy;
  administrator: OwnPolicy;
}

/**
 * The exceptions for a media type in one use on one site, the narrowest first: this use on this site; every use on this
 * site; this use on all ports of the site's host; this use on all sites.
 *
 * @param site as `siteOf` returns it; null for a page without a site, for which no exceptions are possible
 * @returns only exceptions that allow this use; none if the administrator decides, or for an essence with an asterisk
 */
export function exceptionsFor(
  own: OwnPolicies,
  site: string | null,
  essence: string,
  destination: Destination,
): ExceptionChoice[] {
  if (site === null || patternFor(essence) === null) return [];
  const here = [destination];
  const { host, port } = splitSite(site);
  const candidates: Exception[] = [
    { pattern: essence, destinations: here, site },
    { pattern: essence, site },
    ...(port === '' ? [] : [{ pattern: essence, destinations: here, site: host }]),
    { pattern: essence, destinations: here, site: null },
  ];
  const isAllowed = (policy: Policy, use: Destination) => !decidedBy(policy, essence, use)?.severity;
  const now = mergePolicies(own, site);
  const disallowed = destinations.filter((use) => !isAllowed(now, use));
  return candidates.flatMap((exception) => {
    const { policy: user } = applyEdit(own.user, { type: 'allow', ...exception, on: true });
    const then = mergePolicies({ ...own, user }, site);
    const uses = disallowed.filter((use) => isAllowed(then, use));
    // If only this use is disallowed, an exception for every use would be the same as the first one.
    const isWider = exception.destinations !== undefined || uses.length > 1;
    return isWider && uses.includes(destination) ? [{ exception, uses }] : [];
  });
}
