/** The policy that a program passes to an adapter. */
import type { Policy } from '../policy/policy-types.ts';

/**
 * Checks its shape, since programs without types pass anything.
 *
 * @param what the function that takes it
 * @throws {TypeError} for anything else, such as the content of a configuration file
 */
export function checkPolicy(policy: Policy, what: string): void {
  if (!Array.isArray(policy?.types) || !policy.rules)
    throw new TypeError(`${what} takes a policy that mergePolicies() has returned.`);
}
