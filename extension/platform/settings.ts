/** The stored settings: the user's policy, and the administrator's policy, which the user cannot change. */

import { applyEdit, type PolicyEdit } from '../../src/policy/edit.ts';
import { emptyPolicy } from '../../src/policy/policy.ts';
import type { OwnPolicy } from '../../src/policy/policy-types.ts';
import {
  type PolicyProblem,
  type ReadOptions,
  type ReadPolicy,
  readPolicy,
} from '../../src/policy/read-policy.ts';
import { ruleIds } from '../../src/rules/index.ts';
import { browser } from './browser.ts';
import { watchSetting } from './watch-setting.ts';

const policyKey = 'policy';

export interface Policies {
  user: OwnPolicy;
  administrator: OwnPolicy;
  /** The errors in the administrator's policy. The policy applies without the invalid entries. */
  problems: PolicyProblem[];
}

/** Reads a stored policy. An absent one counts as empty. */
const read = (value: unknown, options?: ReadOptions): ReadPolicy => readPolicy(value ?? emptyPolicy, options);

export async function userPolicy(): Promise<OwnPolicy> {
  const { [policyKey]: value } = await browser.storage.local.get(policyKey);
  return read(value).policy;
}

async function administratorPolicy(): Promise<ReadPolicy> {
  // If no policy is set, Firefox rejects the promise, but Chromium returns an empty object.
  const value = await browser.storage.managed.get().catch(() => undefined);
  return read(value, { rules: ruleIds() });
}

export async function loadPolicies(): Promise<Policies> {
  const [user, { policy: administrator, problems }] = await Promise.all([
    userPolicy(),
    administratorPolicy(),
  ]);
  return { user, administrator, problems };
}

/** The user's policy before and after a change. */
export interface PolicyChange {
  before: OwnPolicy;
  after: OwnPolicy;
}

/**
 * Changes the user's policy. Changes from all documents of the extension run one after the other, so that each applies
 * to the current policy.
 *
 * @throws if the browser cannot store the policy, for lack of space
 */
export function changeUserPolicy(change: (policy: OwnPolicy) => OwnPolicy): Promise<PolicyChange> {
  return navigator.locks.request('user-policy', async () => {
    const before = await userPolicy();
    // The policy is stored in the form in which it will be read, so that it can be compared with the policy that is
    // read.
    const { policy: after } = read(change(before));
    await browser.storage.local.set({ [policyKey]: after });
    return { before, after };
  });
}

export const saveUserPolicy = (policy: OwnPolicy): Promise<PolicyChange> => changeUserPolicy(() => policy);

/**
 * Applies an edit to the user's policy. The worker and all other documents of the extension receive an event, and the
 * worker then judges again.
 *
 * @returns the edit that undoes it; null if the edit has changed nothing
 * @throws if the browser cannot store the policy
 */
export async function editUserPolicy(edit: PolicyEdit): Promise<PolicyEdit | null> {
  let undo: PolicyEdit | null = null;
  await changeUserPolicy((own) => {
    const edited = applyEdit(own, edit);
    undo = edited.undo;
    return edited.policy;
  });
  return undo;
}

/** Deletes the user's policy. Only the defaults and the administrator's policy then apply. */
export const resetUserPolicy = (): Promise<PolicyChange> => saveUserPolicy(emptyPolicy);

/** Reports every change of either policy, including changes by the worker itself. */
export const watchPolicies = (onChange: () => void): void => watchSetting(policyKey, onChange, 'managed');
