/** Judges all pages again when the user's or the administrator's policy changes. */

import { loadPolicies } from '../../platform/settings.ts';
import { rejudgeAll } from '../model/overview.ts';
import { holdPolicies } from '../model/own-policies.ts';
import { tabs } from '../model/tab.ts';
import { postSoon } from '../posting.ts';

/** Loads the policies and judges all pages again. Must be called when the worker starts and when a policy changes. */
export function refreshPolicies(): Promise<void> {
  refreshing = refreshing.catch(() => {}).then(refresh);
  return refreshing;
}

/**
 * The latest refresh, running or finished. Refreshes run one after the other, so that the policies that were loaded
 * last apply.
 */
let refreshing = Promise.resolve();

async function refresh(): Promise<void> {
  // If the storage can't be read, the earlier policies still apply.
  holdPolicies(await loadPolicies().catch(() => null));
  for (const tab of tabs.values()) {
    await rejudgeAll(tab.scan);
    postSoon(tab, tab.scan.entries.byId.keys());
  }
}
