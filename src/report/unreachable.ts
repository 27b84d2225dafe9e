/** The parts of a page that were not scanned, for every surface and export. */
import type { Unreachable } from './report.ts';
import { consequenceOf } from './unreachable-reasons.ts';

/** Whether access to its site would open a part. */
export function isGrantable({ kind, reason }: Unreachable): boolean {
  const { grant } = consequenceOf(reason);
  return grant === 'any' || grant === kind;
}

/**
 * The parts that should have been scanned and were not. A Content Security Policy header that was not
 * requested does not count: the Report's JSON lists it, and the page view offers to fetch it. Image files come last: a
 * page may draw hundreds.
 */
export const unreadParts = (unreachable: readonly Unreachable[]): readonly Unreachable[] =>
  unreachable
    .filter(({ kind, reason }) => kind !== 'csp-header' || reason !== 'not-asked')
    .toSorted((a, b) => Number(isImageFile(a)) - Number(isImageFile(b)));

export const isImageFile = ({ kind }: Unreachable): boolean => kind === 'image-file';

/** The location of a part for a person: its address, and of an element its selector. */
export const partLocation = ({ url, selector }: Unreachable): string =>
  selector === undefined ? url : `${url} ${selector}`;
