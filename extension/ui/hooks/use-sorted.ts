/** Sorts the rows. A long list is sorted in steps, between which the surface does other work. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Sorted, sorting, type Wanted } from '../list/sorting.ts';
import type { Texts } from '../list/view.ts';
import { fewRows } from '../report-client.ts';

/** @returns the sorted rows; while a long list is being sorted, the previous ones */
export function useSorted({ rows, pageFindings, repairable, order }: Wanted, texts: Texts): Sorted {
  const of = useMemo(
    () => ({ rows, pageFindings, repairable, order }),
    [rows, pageFindings, repairable, order],
  );
  const wanted = useRef(of);
  wanted.current = of;
  const latest = useRef<Sorted | null>(null);
  const before = latest.current;
  // The state is only a signal: it would keep rows that are no longer listed in memory.
  const [, show] = useState({});
  const isSorting = useRef(false);
  // An empty list must not be shown if there are rows.
  if (before?.of !== of && (rows.length <= fewRows || !before?.of.rows.length))
    for (const sorted of sorting(of, texts, before)) latest.current = sorted ?? before;
  useEffect(() => {
    if (isSorting.current) return;
    isSorting.current = true;
    void (async () => {
      // Changes wait for the end of the sorting. Otherwise, a list that changes often would never be completely sorted.
      while (latest.current?.of !== wanted.current) {
        const last: Sorted | null = latest.current;
        for (const sorted of sorting(wanted.current, texts, last)) {
          if (!sorted) await new Promise((resolve) => setTimeout(resolve));
          // The result is dropped if another list was sorted immediately in the meantime.
          else if (latest.current === last) {
            latest.current = sorted;
            show({});
          }
        }
      }
      isSorting.current = false;
    })();
  }, [of]);
  return latest.current as Sorted;
}
