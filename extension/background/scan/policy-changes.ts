/** Judges all pages again when a policy of media types changes. */

import { loadPolicies } from '../../platform/settings.ts';
import { rejudgeAll } from '../model/overview.ts';
import { holdPolicies } from '../model/policy.ts';
import { tabs } from '../model/tab.ts';
import { postSoon, updateBadge } from '../posting.ts';

/** Loads the policies and judges again. Must be called when the worker starts and when a policy changes. */
export function refreshPolicies(): Promise<void> {
  refreshing = refreshing.catch(() => {}).then(refresh);
  return refreshing;
}

/** Refreshes run one after the other, so that the policies loaded last are the ones that apply. */
let refreshing = Promise.resolve();

async function refresh(): Promise<void> {
  // If the storage fails, the earlier policies still apply.
  holdPolicies(await loadPolicies().catch(() => null));
  for (const tab of tabs.values()) {
    await rejudgeAll(tab.scan);
    postSoon(tab, tab.scan.entries.byId.keys());
    if (tab.scan.state.kind === 'done') void updateBadge(tab);
  }
}
