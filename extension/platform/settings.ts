/**
 * The policies as the browser keeps them: the user's own, and the administrator's, which nobody here can
 * change.
 */

import { type PolicyProblem, type ReadPolicy, readPolicy } from '../../src/policy/read.ts';
import { emptyPolicy, type OwnPolicy } from '../../src/policy.ts';
import { browser } from './browser.ts';

const key = 'policy';

export interface Policies {
  user: OwnPolicy;
  administrator: OwnPolicy;
  /** What is wrong in the administrator's, which holds without it. */
  problems: PolicyProblem[];
}

/** An absent policy is an empty one. */
const read = (value: unknown): ReadPolicy => readPolicy(value ?? emptyPolicy);

export async function userPolicy(): Promise<OwnPolicy> {
  const { [key]: value } = await browser.storage.local.get(key);
  return read(value).policy;
}

async function administratorPolicy(): Promise<ReadPolicy> {
  // Firefox rejects where nobody has set a policy, Chromium gives an empty object.
  return read(await browser.storage.managed.get().catch(() => undefined));
}

export async function loadPolicies(): Promise<Policies> {
  const [user, { policy: administrator, problems }] = await Promise.all([
    userPolicy(),
    administratorPolicy(),
  ]);
  return { user, administrator, problems };
}

/**
 * Changes the user's policy: by what it is now, one change after the other, whichever of our documents asks
 * for it.
 */
export async function changeUserPolicy(change: (policy: OwnPolicy) => OwnPolicy): Promise<void> {
  await navigator.locks.request('user-policy', async () => {
    await browser.storage.local.set({ [key]: change(await userPolicy()) });
  });
}

export const saveUserPolicy = (policy: OwnPolicy): Promise<void> => changeUserPolicy(() => policy);

/** Takes away all that the user has said: the defaults and the administrator's policy hold. */
export const resetUserPolicy = (): Promise<void> => saveUserPolicy(emptyPolicy);

/** Tells of every change of either policy, the worker's own too. */
export function watchPolicies(onChange: () => void): void {
  browser.storage.onChanged.addListener((changes, area) => {
    if (area === 'managed' || (area === 'local' && key in changes)) onChange();
  });
}
