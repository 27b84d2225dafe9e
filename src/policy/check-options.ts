/** Checks the arguments of functions that programs call. Without types, programs can pass anything. */
import type { Policy } from './policy-types.ts';

/**
 * Checks the shape of a policy.
 *
 * @param what the function that takes it
 * @throws {TypeError} for anything else, such as the content of a configuration file
 */
export function checkPolicy(policy: Policy, what: string): void {
  if (!Array.isArray(policy?.types) || !policy.rules)
    throw new TypeError(`${what} takes a policy that mergePolicies() has returned.`);
}

/**
 * Checks that options are an object without unknown names.
 *
 * @param names the names of all options
 * @throws {TypeError} for anything else
 */
export function checkOptions(options: object, what: string, names: readonly string[]): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new TypeError(`${what} takes an object with options; these are ${names.join(', ')}.`);
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new TypeError(`${what} has no option "${unknown}"; these are ${names.join(', ')}.`);
}
