/** The parts of a page that were not scanned, for every surface and export. */
import type { Report, Unreachable } from './report.ts';
import { consequenceOf } from './unreachable-reasons.ts';

/**
 * Whether a part could be scanned if access to its site (for a frame without a site, to the page's site) were granted.
 * No access makes a style sheet at a `file:` or data: URL readable.
 */
export function isGrantable({ kind, url, reason }: Unreachable): boolean {
  const { grant } = consequenceOf(reason);
  return grant === kind || (grant === 'any' && (kind !== 'stylesheet' || /^https?:/.test(url)));
}

/**
 * The parts that should have been scanned and were not. Parts with a quiet reason don't count: the page view offers to
 * fetch headers that were not requested, and separately lists style sheets of which only the rules were read. Image
 * files come last, because a page may draw hundreds.
 */
export const unreadParts = (unreachable: readonly Unreachable[]): readonly Unreachable[] =>
  unreachable
    .filter(({ reason }) => !consequenceOf(reason).isQuiet)
    .toSorted((a, b) => Number(isImageFile(a)) - Number(isImageFile(b)));

/**
 * Whether every part was scanned, including the texts of style sheets, in which URLs may have been dropped. Headers that
 * were not requested don't count.
 */
export const isReadWhole = (unreachable: readonly Unreachable[]): boolean =>
  unreachable.every(({ reason }) => reason === 'not-asked');

/** The part that represents the page's own headers, if they are unknown. */
export const unknownHeaders = ({
  page,
  unreachable,
}: Pick<Report, 'page' | 'unreachable'>): Unreachable | undefined =>
  unreachable.find(({ kind, url }) => kind === 'headers' && url === page.url);

/** Whether a Report is that of an archive of which a part can't be read, rather than of a record in the archive. */
export const isOfDamagedArchive = ({ page }: Pick<Report, 'page'>): boolean =>
  page.archive !== undefined && page.url === page.archive && page.record === undefined;

/** The style sheets that were not searched for dropped CSS, because only their rules could be read. */
export const sheetsWithoutText = (unreachable: readonly Unreachable[]): readonly Unreachable[] =>
  unreachable.filter(({ reason }) => reason === 'unread-text');

export const isImageFile = ({ kind }: Unreachable): boolean => kind === 'image-file';

/** The location of a part, for display: its address and, for an element, its selector. */
export const partLocation = ({ url, selector }: Unreachable): string =>
  selector === undefined ? url : `${url} ${selector}`;
