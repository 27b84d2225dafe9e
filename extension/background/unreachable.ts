/** What of a page was not looked into, as it is noted: so many parts, and that there are more. */
import type { Unreachable } from '../../src/report/report.ts';
import { maxUnreachable } from '../platform/limits.ts';
import type { Session } from './session.ts';

/** Says once that a page holds more than is kept. */
export function sayLimit({ scan: { unreachable }, page: { url } }: Session): void {
  const isSaid = unreachable.some(({ kind, reason }) => kind === 'page' && reason === 'beyond-limit');
  if (!isSaid) unreachable.push({ kind: 'page', url, reason: 'beyond-limit' });
}

/** Takes back that a style sheet was not loaded: something else is known of it now. */
export function sheetCame({ scan }: Session, url: string): void {
  scan.unreachable = scan.unreachable.filter(
    (item) => item.kind !== 'stylesheet' || item.reason !== 'not-loaded' || item.url !== url,
  );
}

/** Notes one part, or that there are more. @returns whether it is among those that are noted */
export function addUnreachable(session: Session, item: Unreachable): boolean {
  const { unreachable } = session.scan;
  if (unreachable.length < maxUnreachable) return unreachable.push(item) > 0;
  sayLimit(session);
  return false;
}
