/** The policies that the worker judges by. */
import { emptyPolicy, type OwnPolicy, type Policy, settle, siteOf } from '../../src/policy.ts';

interface Own {
  user: OwnPolicy;
  administrator: OwnPolicy;
}

let held: Own = { user: emptyPolicy, administrator: emptyPolicy };
/** By site: few pages are open at once, and their data: URLs are judged by the same policy. */
let settled = new Map<string | null, Policy>();

let settleFirst = () => {};
const first = new Promise<void>((resolve) => {
  settleFirst = resolve;
});

/** Resolves when the policies are loaded: nothing is judged before. */
export const whenPolicies = (): Promise<void> => first;

/** Replaces the policies; null keeps the earlier ones, at first the defaults. */
export function holdPolicies(policies: Own | null): void {
  held = policies ?? held;
  settled = new Map();
  settleFirst();
}

/** The merged policy for a page. */
export function policyFor(pageUrl: string): Policy {
  const site = siteOf(pageUrl);
  let policy = settled.get(site);
  if (!policy) {
    policy = settle(held, site);
    settled.set(site, policy);
  }
  return policy;
}
