/** The parts of a page that were not scanned, for every surface and export. */
import type { Report, Unreachable } from './report.ts';
import { consequenceOf } from './unreachable-reasons.ts';

/**
 * Whether access to its site would open a part: of a frame without a site that of its page, but no access opens a style
 * sheet at a `file:` or data: URL.
 */
export function isGrantable({ kind, url, reason }: Unreachable): boolean {
  const { grant } = consequenceOf(reason);
  return grant === kind || (grant === 'any' && (kind !== 'stylesheet' || /^https?:/.test(url)));
}

/**
 * The parts that should have been scanned and were not. Quiet ones do not count: the page view offers to fetch headers
 * that were not requested, and sheets of which only the rules were read are named apart. Image files come last: a page
 * may draw hundreds.
 */
export const unreadParts = (unreachable: readonly Unreachable[]): readonly Unreachable[] =>
  unreachable
    .filter(({ reason }) => !consequenceOf(reason).isQuiet)
    .toSorted((a, b) => Number(isImageFile(a)) - Number(isImageFile(b)));

/** The part that stands for the headers of the page itself, where these are unknown. */
export const unknownHeaders = ({
  page,
  unreachable,
}: Pick<Report, 'page' | 'unreachable'>): Unreachable | undefined =>
  unreachable.find(({ kind, url }) => kind === 'headers' && url === page.url);

/** The style sheets in which dropped CSS was not looked for: only their rules could be read. */
export const sheetsWithoutText = (unreachable: readonly Unreachable[]): readonly Unreachable[] =>
  unreachable.filter(({ reason }) => reason === 'unread-text');

export const isImageFile = ({ kind }: Unreachable): boolean => kind === 'image-file';

/** The location of a part for a person: its address, and of an element its selector. */
export const partLocation = ({ url, selector }: Unreachable): string =>
  selector === undefined ? url : `${url} ${selector}`;
