/** The user's and the administrator's policies, which the worker applies when it judges data: URLs. */

import type { OwnPolicies } from '../../../src/policy/exceptions.ts';
import { emptyPolicy, mergePolicies, siteOf } from '../../../src/policy/policy.ts';
import type { Policy } from '../../../src/policy/policy-types.ts';
import type { DataUrl } from '../../../src/report/report.ts';
import { decisionOn } from '../../platform/answers.ts';
import type { Decision, PagePolicy } from '../../platform/surface-updates.ts';

let held: OwnPolicies = { user: emptyPolicy, administrator: emptyPolicy };
/**
 * The merged policy of each site. Few pages are open at the same time, and all data: URLs of a page are judged by the
 * same policy.
 */
let merged = new Map<string | null, Policy>();

let resolveFirst = () => {};
const first = new Promise<void>((resolve) => {
  resolveFirst = resolve;
});

/** Resolves when the policies are loaded. The worker judges nothing before then. */
export const whenPolicies = (): Promise<void> => first;

/** Replaces the policies. Null keeps the current ones, which are initially the defaults. */
export function holdPolicies(policies: OwnPolicies | null): void {
  held = policies ?? held;
  merged = new Map();
  resolveFirst();
}

/** The merged policy for a page. */
export function policyFor(pageUrl: string): Policy {
  const site = siteOf(pageUrl);
  let policy = merged.get(site);
  if (!policy) {
    policy = mergePolicies(held, site);
    merged.set(site, policy);
  }
  return policy;
}

/** The part of a page's merged policy that surfaces show. */
export function pagePolicyFor(pageUrl: string): PagePolicy {
  const { rules, ruledBy } = policyFor(pageUrl);
  return { site: siteOf(pageUrl), rules, ruledBy, isLocked: held.administrator.locked === true };
}

/** The decision about a data: URL of a page, according to the policies. */
export const decisionFor = (pageUrl: string, dataUrl: DataUrl): Decision | null =>
  decisionOn(dataUrl, held, siteOf(pageUrl));
