/**
 * Provides the current policies, and the only way in which this page changes the user's policy. Each change is
 * announced and can be undone.
 */

import { useCallback, useEffect, useState } from 'preact/hooks';
import type { OwnPolicy } from '../../src/policy/policy-types.ts';
import { message } from '../platform/i18n.ts';
import {
  changeUserPolicy,
  loadPolicies,
  type Policies,
  type PolicyChange,
  watchPolicies,
} from '../platform/settings.ts';

/** Changes the user's policy. `done` is the sentence that announces the change. */
export type Change = (done: string, change: (own: OwnPolicy) => OwnPolicy) => Promise<void>;

/** The props of every component that edits policies. */
export interface EditorProps {
  policies: Policies;
  change: Change;
}

/** The message at the foot of the page. */
export interface Status {
  text: string;
  isError: boolean;
  undo: (() => Promise<void>) | null;
}

const isSame = (a: OwnPolicy, b: OwnPolicy): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Announces an action and how to undo it; null clears the announcement. */
export type Announce = (text: string | null, undo?: () => Promise<unknown>) => void;

export function usePolicies(): {
  policies: Policies | null;
  change: Change;
  status: Status | null;
  announce: Announce;
} {
  const [policies, setPolicies] = useState<Policies | null>(null);
  const [status, setStatus] = useState<(Status & { change: PolicyChange | null }) | null>(null);

  useEffect(() => {
    const load = () => void loadPolicies().then(setPolicies);
    load();
    watchPolicies(load);
  }, []);

  const announce = useCallback((text: string | null, back?: () => Promise<unknown>, made?: PolicyChange) => {
    const undo = async () => {
      await back?.();
      announce(message('undone'));
    };
    setStatus(
      text === null ? null : { text, isError: false, undo: back ? undo : null, change: made ?? null },
    );
  }, []);

  const change = useCallback<Change>(async (done, make) => {
    try {
      const made = await changeUserPolicy(make);
      // Undoes the change, unless the policy was changed elsewhere in the meantime.
      const back = () => changeUserPolicy((now) => (isSame(now, made.after) ? made.before : now));
      announce(done, back, made);
    } catch (error) {
      setStatus({ text: message('notSaved', String(error)), isError: true, undo: null, change: null });
    }
  }, []);

  // A change that another tab has overwritten can't be undone from here.
  const isLast = !status?.change || !policies || isSame(policies.user, status.change.after);
  return { policies, change, announce, status: status && { ...status, undo: isLast ? status.undo : null } };
}
