/** Waits until elements are in view, and not hidden by parents that were scrolled. */
import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Row } from '../../platform/surface-updates.ts';
import type { ReportClient } from '../report-client.ts';

const waiting = new WeakMap<Element, () => void>();

const observer = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) if (isIntersecting) waiting.get(target)?.();
});

/** Resolves when the element is in view. Never settles if the signal is aborted before that. */
export const whenInView = (element: Element, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const leave = () => {
      observer.unobserve(element);
      waiting.delete(element);
    };
    waiting.set(element, () => {
      leave();
      resolve();
    });
    signal.addEventListener('abort', leave, { once: true });
    observer.observe(element);
  });

/**
 * Asks about a row when its element is in view.
 *
 * @returns undefined until there is an answer about this row
 */
export function useAnswerInView<Result>(
  place: RefObject<Element | null>,
  row: Row,
  client: ReportClient,
  isWanted: boolean,
  ask: (row: Row, client: ReportClient, signal: AbortSignal) => Promise<Result>,
): Result | undefined {
  const [latest, setLatest] = useState<{ of: Row; result: Result } | null>(null);
  useEffect(() => {
    const element = place.current;
    if (!isWanted || !element) return undefined;
    const gone = new AbortController();
    const { signal } = gone;
    whenInView(element, signal)
      .then(() => ask(row, client, signal))
      .then((result) => signal.aborted || setLatest({ of: row, result }));
    return () => gone.abort();
  }, [row, isWanted, client]);
  return latest?.of === row ? latest.result : undefined;
}
