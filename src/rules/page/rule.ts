/** What a rule over a whole page is, and what it looks at. */
import type { CspPolicy } from '../../csp.ts';
import { clip } from '../../payload/bytes.ts';
import type { DataUrl, Finding } from '../../report/report.ts';
import { isWeak, type Occurrence } from '../../report/report.ts';
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
  /** Must not throw; what it throws becomes a finding about the rule. */
  check(page: PageSubject): Verdict[];
}

/** A verdict on a page, in which it has no position. */
export function pageVerdict(
  messageId: MessageId,
  args: Verdict['args'],
  severity?: Finding['severity'],
): Verdict {
  const common = { messageId, args, message: englishText(messageId, args), start: 0, end: 0 };
  return severity === undefined ? common : { ...common, severity };
}

/** Places that a finding names. */
export const mostPlaces = 5;

const placeText = ({ selector, element, name }: Occurrence) =>
  `${clip(selector === '' ? element : selector, 60)} (${clip(name, 40)})`;

/** The first of some places, by their selectors. */
export function placesText(places: readonly Occurrence[]): string {
  const texts = [...new Set(places.slice(0, mostPlaces).map(placeText))];
  return [...texts, ...(places.length > mostPlaces ? ['…'] : [])].join(', ');
}

/** Whether the page uses what stands there, or used it until it was changed. */
export const isInUse = (occurrence: Occurrence): boolean =>
  !occurrence.inert &&
  !isWeak(occurrence) &&
  occurrence.place !== 'network' &&
  occurrence.goneAt === undefined;
