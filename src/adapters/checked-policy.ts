/** The policy that a program passes to an adapter. */
import type { Policy } from '../policy/policy-types.ts';

/**
 * The policy itself.
 *
 * @param what the function that takes it
 * @throws {TypeError} for anything else, such as the content of a configuration file
 */
export function checkedPolicy(policy: Policy, what: string): Policy {
  if (Array.isArray(policy?.types) && policy.rules) return policy;
  throw new TypeError(`${what} takes a policy that mergePolicies() has returned.`);
}
