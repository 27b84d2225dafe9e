/** The type of a rule about a whole page, and its subject. */

import type { CspPolicy } from '../../csp/csp.ts';
import type { DataUrl, Finding } from '../../report/report.ts';
import { clip } from '../../truncate.ts';
import { isWeak, type Occurrence } from '../../vocabulary.ts';
import { maxNamedPlaces, maxNamedUrls } from '../limits.ts';
import { englishText, type MessageId } from '../messages.ts';
import type { RuleHead, Verdict } from '../rule.ts';

/** A page's data: URLs and its declarations about them. */
export interface PageSubject {
  url: string;
  dataUrls: readonly DataUrl[];
  /** The known policies; a page may have others. */
  csp: readonly CspPolicy[];
}

export interface PageRule extends RuleHead {
  /** Yields now and then if it reads all occurrences. Must not throw; an error becomes a finding about the rule. */
  check(page: PageSubject): Verdict[] | Generator<void, Verdict[], void>;
}

/** A verdict on a page, without a position; `of` are the data: URLs that it is about, if any. */
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

/** The selectors of the first occurrences. */
export function placesText(places: readonly Occurrence[]): string {
  const texts = [...new Set(places.slice(0, maxNamedPlaces).map(placeText))];
  return [...texts, ...(places.length > maxNamedPlaces ? ['…'] : [])].join(', ');
}

/** Whether a document uses an occurrence now: not inert, quoted, only requested or removed. */
export const isInUse = (occurrence: Occurrence): boolean =>
  !occurrence.inert &&
  !isWeak(occurrence) &&
  occurrence.place !== 'network' &&
  occurrence.goneAt === undefined;
