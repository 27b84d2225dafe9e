/** What a rule over a whole page is, and what it looks at. */
import type { CspPolicy } from '../../csp.ts';
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

/** Whether the page uses what stands there, or used it until it was changed. */
export const isInUse = (occurrence: Occurrence): boolean =>
  !occurrence.inert &&
  !isWeak(occurrence) &&
  occurrence.place !== 'network' &&
  occurrence.goneAt === undefined;
