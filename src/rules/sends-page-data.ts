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

/** APIs that fail in a document of an opaque origin, as a data: URL is (HTML 7.1.1; Storage 4). */
const refused =
  /^(?:document\.cookie|cookieStore|localStorage|sessionStorage|indexedDB|(?:top|parent|opener)\.location)$/;

/** Whether a script in this occurrence runs in an opaque origin. */
const isOpaque = ({ destination, frame }: Occurrence): boolean =>
  destination === 'worker' || /^data:/i.test(frame);

/** The severity where it runs, where it may come to run, and where it is only stored; null where it never runs. */
function severityIn({ subject, runBy }: AsRead): Severity | null {
  // No browser decompresses the body.
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

/** Whether it has no occurrence, or one that does not load it. */
const isKept = (subject: Subject): boolean => subject.occurrences.length === 0 || isUsedAs(subject, 'none');

/** Whether the body is a script, rather than containing one. */
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
 * Reports a script that reads the page's data and sends a request to another site. This is severe if the data
 * is in the request, directly or through assigned variables. It is one level less severe if the address is
 * computed, or if both are merely in the same scripts. Of 241 scripts in saved pages, none had the first, and
 * one the last.
 */
export const sendsPageData: Rule = {
  id: 'sends-page-data',
  category: 'security',
  severity: 'error',
  messageIds: ['script-sends', 'script-sends-refused', 'script-may-send'],
  check: (subject) => asRead(subject).flatMap(ofRead).slice(0, 1),
};
