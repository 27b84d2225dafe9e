/** The type of a rule about a whole page, and its subject. */

import type { CspPolicy } from '../../csp/csp.ts';
import type { DataUrl } from '../../report/report.ts';
import { clip } from '../../truncate.ts';
import { isWeak, type Occurrence } from '../../vocabulary.ts';
import { maxNamedPlaces } from '../limits.ts';
import type { RuleHead, Verdict } from '../rule.ts';
import type { Impact } from '../severity.ts';

/** data: URLs that a finding on the page names. */
const maxNamedUrls = 1000;

/** A page's data: URLs and its declarations about them. */
export interface PageSubject {
  url: string;
  dataUrls: readonly DataUrl[];
  /** The known policies; a page may have others. */
  csp: readonly CspPolicy[];
}

/** A rule about a whole page. */
export interface PageRule<Id extends string = string, MessageId extends string = string>
  extends RuleHead<Id, MessageId> {
  /** Yields now and then if it reads all occurrences. Must not throw; an error becomes a finding about the rule. */
  check(
    page: PageSubject,
  ): Verdict<NoInfer<MessageId>>[] | Generator<void, Verdict<NoInfer<MessageId>>[], void>;
}

/** The same as `rule`. */
export function pageRule<Id extends string, MessageId extends string>(
  own: PageRule<Id, MessageId>,
): PageRule<Id, MessageId> {
  return own;
}

/** A verdict on a page, without a position; `of` are the data: URLs that it is about, if any. */
export const pageVerdict = <MessageId extends string>(
  messageId: MessageId,
  args: Verdict['args'],
  { of = [], ...own }: Partial<Impact> & { of?: readonly Pick<DataUrl, 'sha256'>[] } = {},
): Verdict<MessageId> => ({
  ...{ messageId, args, start: 0, end: 0 },
  ...own,
  ...(of.length > 0 && { dataUrls: of.slice(0, maxNamedUrls).map(({ sha256 }) => sha256) }),
});

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
  occurrence.removedAt === undefined;
