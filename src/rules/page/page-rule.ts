/** What a rule over a whole page is, and what it looks at. */

import type { CspPolicy } from '../../csp.ts';
import type { DataUrl, Finding } from '../../report/report.ts';
import { clip } from '../../truncate.ts';
import { isWeak, type Occurrence } from '../../vocabulary.ts';
import { maxNamedPlaces, maxNamedUrls } from '../limits.ts';
import { englishText, type MessageId } from '../messages.ts';
import type { RuleDocs, Verdict } from '../rule.ts';

/** A page's data: URLs and what it declares about them. */
export interface PageSubject {
  url: string;
  dataUrls: readonly DataUrl[];
  /** Those that are known; a page may have others. */
  csp: readonly CspPolicy[];
}

export interface PageRule extends RuleDocs {
  /** Yields now and then where it looks at all places. Must not throw; what it throws becomes a finding about the rule. */
  check(page: PageSubject): Verdict[] | Generator<void, Verdict[], void>;
}

/** A verdict on a page, in which it has no position; `of` are the data: URLs that it speaks of, if of any. */
export function pageVerdict(
  messageId: MessageId,
  args: Verdict['args'],
  { severity, of = [] }: { severity?: Finding['severity']; of?: readonly Pick<DataUrl, 'sha256'>[] } = {},
): Verdict {
  return {
    ...{ messageId, args, message: englishText(messageId, args), start: 0, end: 0 },
    ...(severity && { severity }),
    ...(of.length > 0 && { dataUrls: of.slice(0, maxNamedUrls).map(({ sha256 }) => sha256) }),
  };
}

const placeText = ({ selector, element, name }: Occurrence) =>
  `${clip(selector === '' ? element : selector, 60)} (${clip(name, 40)})`;

/** The first of some places, by their selectors. */
export function placesText(places: readonly Occurrence[]): string {
  const texts = [...new Set(places.slice(0, maxNamedPlaces).map(placeText))];
  return [...texts, ...(places.length > maxNamedPlaces ? ['…'] : [])].join(', ');
}

/** Whether the page uses what stands there, or used it until it was changed. */
export const isInUse = (occurrence: Occurrence): boolean =>
  !occurrence.inert &&
  !isWeak(occurrence) &&
  occurrence.place !== 'network' &&
  occurrence.goneAt === undefined;
