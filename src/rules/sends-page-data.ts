import { isInGroup } from '../mime/mime-type.ts';
import type { Sending } from '../payload/script-sends.ts';
import type { Occurrence, Severity } from '../vocabulary.ts';
import {
  type AsRead,
  asRead,
  isUsedAs,
  leadsTo,
  type Rule,
  runsIn,
  type Subject,
  type Verdict,
  verdict,
} from './rule.ts';

/** What a document of an opaque origin, as a data: URL is, does not have (HTML 7.1.1; Storage 4). */
const refused =
  /^(?:document\.cookie|cookieStore|localStorage|sessionStorage|indexedDB|(?:top|parent|opener)\.location)$/;

/** Whether the origin is opaque in which a script runs that stands here. */
const isOpaque = ({ destination, frame }: Occurrence): boolean =>
  destination === 'worker' || /^data:/i.test(frame);

/** How grave it is where it runs, where that may come to be, and where it is only kept; null where it never runs. */
function severityIn({ subject, runBy }: AsRead): Severity | null {
  // No browser undoes the compression.
  if (subject.inspection.payload?.encodedAs) return null;
  if (isScript(subject)) {
    if (isUsedAs(subject, 'script', 'worker')) return 'error';
    return isKept(subject) && isDeclaredScript(subject) ? 'info' : null;
  }
  if (runBy.length > 0 && runsIn(subject)) return 'error';
  if (leadsTo(subject)) return 'warning';
  return isKept(subject) ? 'info' : null;
}

const isDeclaredScript = ({ declared }: Subject): boolean =>
  declared !== null && isInGroup(declared, 'javascript');

/** Whether it stands nowhere, or where nothing loads it. */
const isKept = (subject: Subject): boolean => subject.occurrences.length === 0 || isUsedAs(subject, 'none');

/** Whether all of it is a script, and it holds none. */
function isScript({ inspection }: Subject): boolean {
  const facts = inspection.payload?.facts;
  return facts?.kind !== 'markup' || facts.elements === 0;
}

const milder: Record<Severity, Severity> = { error: 'warning', warning: 'info', info: 'info' };

function ofRead(read: AsRead): Verdict[] {
  const { subject } = read;
  const sending = subject.inspection.payload?.sending;
  const severity = severityIn(read);
  if (!sending || severity === null) return [];
  const { source, by, to, isDirect } = sending;
  const args = { source, request: to === null ? by : `${by}: ${to}` };
  if (!isDirect) return [verdict(subject, 'script-may-send', args, { severity: milder[severity] })];
  const id = isRefused(subject, sending) ? 'script-sends-refused' : 'script-sends';
  return [verdict(subject, id, args, { severity: to === null ? milder[severity] : severity })];
}

const isRefused = (subject: Subject, { source }: Sending): boolean =>
  refused.test(source) &&
  (!isScript(subject) || (subject.occurrences.length > 0 && subject.occurrences.every(isOpaque)));

/**
 * A script that names what the page holds, and a request to elsewhere. What is in the request, as written or by way of
 * names that were assigned, is grave; so it is a degree less where the address is computed, or where both merely stand in
 * the same scripts. Of 241 scripts in saved pages none had the first, and one the last.
 */
export const sendsPageData: Rule = {
  id: 'sends-page-data',
  category: 'security',
  severity: 'error',
  title: 'Script that sends page data elsewhere.',
  why: "A request gives its server all that stands in it: cookies, stored data, typed passwords. The code of a script element has those of the page. A data: document has an origin of its own (HTML, 7.1.1): browsers refuse it the page's cookies and storage, but not what people type into it.",
  fix: 'Remove the script unless you know the server and what it receives.',
  messageIds: ['script-sends', 'script-sends-refused', 'script-may-send'],
  check: (subject) => asRead(subject).flatMap(ofRead).slice(0, 1),
};
