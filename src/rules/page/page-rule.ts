/** The type of a rule about a whole page, and its subject. */

import type { CspPolicy } from '../../csp/csp.ts';
import { nameOf } from '../../report/name.ts';
import { nameText } from '../../report/name-text.ts';
import type { DataUrl } from '../../report/report.ts';
import { clip } from '../../truncate.ts';
import { isWeak, type Occurrence } from '../../vocabulary.ts';
import { maxNamedPlaces } from '../limits.ts';
import type { RuleHead, Verdict } from '../rule.ts';
import type { Impact } from '../severity.ts';

/** Maximum number of data: URLs listed in a page finding. */
const maxNamedUrls = 1000;

/** A page's data: URLs and its declarations about them. */
export interface PageSubject {
  url: string;
  dataUrls: readonly DataUrl[];
  /** The known policies of the page. There may be others. */
  csp: readonly CspPolicy[];
  /**
   * Number of milliseconds for which the page was watched without another data: URL becoming unused; 0 if the page is
   * not watched.
   */
  watchedMs: number;
}

/** A rule about a whole page. */
export interface PageRule<Id extends string = string, MessageId extends string = string>
  extends RuleHead<Id, MessageId> {
  /**
   * Checks a page. A rule that examines all occurrences yields now and then. Must not throw; an error becomes a finding
   * about the rule.
   */
  check(
    page: PageSubject,
  ): Verdict<NoInfer<MessageId>>[] | Generator<void, Verdict<NoInfer<MessageId>>[], void>;
}

/** Like `rule`, for rules about a page. */
export function pageRule<Id extends string, MessageId extends string>(
  own: PageRule<Id, MessageId>,
): PageRule<Id, MessageId> {
  return own;
}

/** Creates a verdict on a page, without a position. `of` contains the data: URLs that the verdict is about, if any. */
export const pageVerdict = <MessageId extends string>(
  messageId: MessageId,
  args: Verdict['args'],
  { of = [], ...own }: Partial<Impact> & { of?: readonly Pick<DataUrl, 'sha256'>[] } = {},
): Verdict<MessageId> => ({
  ...{ messageId, args, start: 0, end: 0 },
  ...own,
  ...(of.length > 0 && { dataUrls: of.slice(0, maxNamedUrls).map(({ sha256 }) => sha256) }),
});

/** An occurrence and its data: URL. */
export type PlaceOf = readonly [Occurrence, DataUrl];

/** The selector, or the page's own name if the selector is only a path of positions. */
function placeText([{ selector, element, name }, dataUrl]: PlaceOf): string {
  const own = selector.includes(':nth-child(') ? nameOf(dataUrl) : null;
  return clip(own ? nameText(own) : selector || element, 60) + (name && ` (${clip(name, 40)})`);
}

/** A list of texts, with the number of equal ones. `all` is the number of texts with those that are left out. */
function listOf(texts: readonly string[], all: number): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const counted = Array.from(counts, ([text, count]) => (count > 1 ? `${text} ×${count}` : text));
  return [...counted, ...(all > texts.length ? ['…'] : [])].join(', ');
}

/** Adds occurrences of a data: URL to the first places of a message, which are one more than it names. */
export function addPlaces(first: PlaceOf[], dataUrl: DataUrl, occurrences: readonly Occurrence[]): void {
  const added = occurrences.slice(0, maxNamedPlaces + 1 - first.length);
  first.push(...added.map((each): PlaceOf => [each, dataUrl]));
}

/** The first places, in words. */
export const placesText = (places: readonly PlaceOf[]): string =>
  listOf(places.slice(0, maxNamedPlaces).map(placeText), places.length);

/** The page's own names of some data: URLs. If one of them has no name, the first occurrences. */
export function whereText(of: readonly DataUrl[]): string {
  const names = of.slice(0, maxNamedPlaces).map(nameOf);
  const texts = names.flatMap((name) => (name ? [clip(nameText(name), 60)] : []));
  if (texts.length === names.length) return listOf(texts, of.length);
  const first: PlaceOf[] = [];
  for (const dataUrl of of) {
    if (first.length > maxNamedPlaces) break;
    addPlaces(first, dataUrl, dataUrl.occurrences);
  }
  return placesText(first);
}

/** The total cost of some data: URLs, and those that have a cost, most expensive first. */
export function* costOfEach(
  dataUrls: readonly DataUrl[],
  costOf: (dataUrl: DataUrl) => number,
): Generator<void, { cost: number; of: DataUrl[] }, void> {
  const found: { dataUrl: DataUrl; cost: number }[] = [];
  for (const dataUrl of dataUrls) {
    yield;
    const cost = costOf(dataUrl);
    if (cost > 0) found.push({ dataUrl, cost });
  }
  return {
    cost: found.reduce((sum, { cost }) => sum + cost, 0),
    of: found.sort((a, b) => b.cost - a.cost).map(({ dataUrl }) => dataUrl),
  };
}

/** Whether a document uses an occurrence now: it is not inert, quoted, only requested, or removed. */
export const isInUse = (occurrence: Occurrence): boolean =>
  !occurrence.inert &&
  !isWeak(occurrence) &&
  occurrence.place !== 'network' &&
  occurrence.removedAt === undefined;
