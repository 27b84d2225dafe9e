/** Determines the rows that were added while no scan was running. They are marked for a moment. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ReportState } from '../ui/report-client.ts';

/** Number of milliseconds for which a row counts as new. */
const duration = 1200;

const none: ReadonlySet<string> = new Set();

export function useFreshRows({ rows, state }: Pick<ReportState, 'rows' | 'state'>): ReadonlySet<string> {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(none);
  const known = useRef({ isSettled: false, ids: none });
  const isSettled = state.kind === 'done' || state.kind === 'failed';
  useEffect(() => {
    const before = known.current;
    const ids = new Set(rows.map(({ sha256 }) => sha256));
    known.current = { isSettled, ids };
    if (!isSettled || !before.isSettled) return;
    const added = [...ids].filter((id) => !before.ids.has(id));
    if (added.length === 0) return;
    setFresh((marked) => new Set([...marked, ...added]));
    setTimeout(() => setFresh((marked) => without(marked, added)), duration);
  }, [rows, isSettled]);
  return fresh;
}

function without(ids: ReadonlySet<string>, removed: readonly string[]): ReadonlySet<string> {
  const kept = new Set(ids);
  for (const id of removed) kept.delete(id);
  return kept.size === 0 ? none : kept;
}
