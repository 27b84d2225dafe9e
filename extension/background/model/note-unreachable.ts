/** The list of parts of a page that were not scanned. At its limit, an entry shows that there are more. */

import type { Unreachable } from '../../../src/report/report.ts';
import { consequenceOf, type UnreachableReason } from '../../../src/report/unreachable-reasons.ts';
import { maxUnreachable } from '../../platform/limits.ts';
import type { Scan } from './model.ts';

/** Notes, once, that a page contains more than is kept. */
export function noteLimit({ unreachable, page: { url } }: Scan): void {
  const isNoted = unreachable.some(({ kind, reason }) => kind === 'page' && reason === 'beyond-limit');
  if (!isNoted) unreachable.push({ kind: 'page', url, reason: 'beyond-limit' });
}

/** Removes the notes that a style sheet was not loaded, or not for this reason: there is a newer result. */
export function sheetCame(scan: Scan, url: string, reason: UnreachableReason = 'not-loaded'): void {
  scan.unreachable = scan.unreachable.filter(
    (item) =>
      item.kind !== 'stylesheet' ||
      item.url !== url ||
      (item.reason !== reason && consequenceOf(item.reason).awaits !== 'load'),
  );
}

/** Notes one part, or at the limit only that there are more. @returns whether the part itself was noted */
export function addUnreachable(scan: Scan, item: Unreachable): boolean {
  const { unreachable } = scan;
  if (unreachable.length < maxUnreachable) return unreachable.push(item) > 0;
  noteLimit(scan);
  return false;
}
