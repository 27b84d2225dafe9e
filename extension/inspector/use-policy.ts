import { useEffect, useState } from 'preact/hooks';
import { type Policy, settle } from '../../src/policy.ts';
import { loadPolicies, watchPolicies } from '../platform/settings.ts';

/** What is pasted is judged by, which is no site's; null until it is known. */
export function usePolicy(): Policy | null {
  const [policy, setPolicy] = useState<Policy | null>(null);
  useEffect(() => {
    const load = () => void loadPolicies().then((policies) => setPolicy(settle(policies, null)));
    load();
    watchPolicies(load);
  }, []);
  return policy;
}
