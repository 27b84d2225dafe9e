/** What a person has set, as the browser keeps it: the policy, beside the administrator's, which nobody here can change. */
import {
  type PolicyProblem,
  type ReadOptions,
  type ReadPolicy,
  readPolicy,
} from '../../src/policy/read-policy.ts';
import { emptyPolicy, type OwnPolicy } from '../../src/policy.ts';
import { ruleDocs } from '../../src/rules/index.ts';
import { browser } from './browser.ts';
import { watchSetting } from './watch-setting.ts';

const policyKey = 'policy';

export interface Policies {
  user: OwnPolicy;
  administrator: OwnPolicy;
  /** What is wrong in the administrator's, which holds without it. */
  problems: PolicyProblem[];
}

/** An absent policy is an empty one. */
const read = (value: unknown, options?: ReadOptions): ReadPolicy => readPolicy(value ?? emptyPolicy, options);

export async function userPolicy(): Promise<OwnPolicy> {
  const { [policyKey]: value } = await browser.storage.local.get(policyKey);
  return read(value).policy;
}

async function administratorPolicy(): Promise<ReadPolicy> {
  // Firefox rejects where nobody has set a policy, Chromium gives an empty object.
  const value = await browser.storage.managed.get().catch(() => undefined);
  return read(value, { rules: ruleDocs.map(({ id }) => id) });
}

export async function loadPolicies(): Promise<Policies> {
  const [user, { policy: administrator, problems }] = await Promise.all([
    userPolicy(),
    administratorPolicy(),
  ]);
  return { user, administrator, problems };
}

/** What a change made of the user's policy. */
export interface PolicyChange {
  before: OwnPolicy;
  after: OwnPolicy;
}

/**
 * Changes the user's policy: by what it is now, one change after the other, whichever of our documents asks
 * for it.
 *
 * @throws where the browser cannot keep it, for want of space
 */
export function changeUserPolicy(change: (policy: OwnPolicy) => OwnPolicy): Promise<PolicyChange> {
  return navigator.locks.request('user-policy', async () => {
    const before = await userPolicy();
    // As it will be read, so that two of them can be compared.
    const { policy: after } = read(change(before));
    await browser.storage.local.set({ [policyKey]: after });
    return { before, after };
  });
}

export const saveUserPolicy = (policy: OwnPolicy): Promise<PolicyChange> => changeUserPolicy(() => policy);

/** Takes away all that the user has said: the defaults and the administrator's policy hold. */
export const resetUserPolicy = (): Promise<PolicyChange> => saveUserPolicy(emptyPolicy);

/** Tells of every change of either policy, the worker's own too. */
export const watchPolicies = (onChange: () => void): void => watchSetting(policyKey, onChange, 'managed');
