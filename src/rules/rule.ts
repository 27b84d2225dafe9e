/** What a rule is: metadata that surfaces show, and a pure function from one data: URL to what it finds. */

import { type Browser, documentIn } from '../mime/documents.ts';
import { type MimeType, parseMimeType } from '../mime/mime-type.ts';
import type { disallowedBy, Policy } from '../policy.ts';
import type { DataUrl, Finding, Inspection } from '../report/report.ts';
import type { Category, Destination, Occurrence, Severity } from '../vocabulary.ts';
import { englishText, type MessageId } from './messages.ts';

/** What is judged: one data: URL with the places where it stands. */
export interface ToJudge {
  inspection: Inspection;
  occurrences: readonly Occurrence[];
  policy: Policy;
}

/** The MIME types of a data: URL, parsed; null where there is none. */
export interface Types {
  declared: MimeType | null;
  detected: MimeType | null;
}

/** All that a rule may look at. */
export interface Subject extends ToJudge, Types {
  /** The data: URLs inside of it, judged. */
  nested: readonly DataUrl[];
  /** What the policy says of its types in all of these places. */
  disallowed: ReturnType<typeof disallowedBy>;
}

export const typesOf = ({ mimeType, detectedType }: Inspection): Types => ({
  declared: mimeType === null ? null : parseMimeType(mimeType),
  detected: detectedType === null ? null : parseMimeType(detectedType),
});

/** What a rule says of a subject; the rest of a Finding is the rule's own. */
export type Verdict = Pick<Finding, 'messageId' | 'args' | 'message' | 'start' | 'end'> & {
  severity?: Severity;
  dataUrls?: string[];
};

/** What a person can read of a rule. */
export interface RuleDocs {
  /** Stable, kebab-case. */
  id: string;
  category: Category;
  /** Of its findings, unless a verdict has its own. */
  severity: Severity;
  /** One sentence. */
  title: string;
  /** Why it matters, with the source. */
  why: string;
  fix: string;
  /** The messages of its findings. */
  messageIds: readonly string[];
}

export interface Rule extends RuleDocs {
  /** At most one verdict a cause. Must not throw; what it throws becomes a finding about the rule. */
  check(subject: Subject): Verdict[];
  /**
   * Rules whose findings tell more of the same cause: where there is one of them, at least as grave, there is
   * none of this one.
   */
  yieldsTo?(subject: Subject): readonly string[];
}

/** A verdict on the whole of a subject, or on the place in its written text that is given. */
export function verdict(
  { inspection }: Pick<Subject, 'inspection'>,
  messageId: MessageId,
  args: Verdict['args'] = {},
  { severity, start = 0, end = inspection.length }: Partial<Pick<Verdict, 'severity' | 'start' | 'end'>> = {},
): Verdict {
  const common = { messageId, args, message: englishText(messageId, args), start, end };
  return severity === undefined ? common : { ...common, severity };
}

/** Bytes that every visitor waits for: several round trips, wherever in the page they stand. */
const heavy = 100_000;

/** How grave it is that so many bytes are inlined, carried twice, or more than they need be: one measure for all rules. */
export const severityOfBytes = (bytes: number): Severity => (bytes > heavy ? 'warning' : 'info');

/** Whether any of the subject's places has one of these destinations. */
export const isUsedAs = (
  { occurrences }: Pick<Subject, 'occurrences'>,
  ...destinations: Destination[]
): boolean => occurrences.some(({ destination }) => destinations.includes(destination));

/** A subject as browsers read it when they load it as a document. */
export interface AsRead {
  subject: Subject;
  /** Those that run its scripts where it is a document. */
  runBy: readonly Browser[];
  /** Whether they read another URL in it than the standards do. */
  isOwn: boolean;
}

/** As each browser reads it that reads it otherwise than the standards, and then as those do. */
export function asRead(subject: Subject): AsRead[] {
  const { inspection } = subject;
  const otherwise = inspection.payload?.otherwise ?? [];
  const own = otherwise.flatMap(({ browser, inspection: read }): AsRead[] =>
    // Places are those of the URL that was written.
    read === null
      ? []
      : [
          {
            subject: { ...subject, ...typesOf(read), inspection: { ...read, length: inspection.length } },
            runBy: [browser],
            isOwn: true,
          },
        ],
  );
  const runBy = documentIn(inspection.essence ?? '').filter((each) =>
    otherwise.every(({ browser }) => browser !== each),
  );
  return [...own, { subject, runBy, isOwn: false }];
}

/** Destinations that make a document of it, in which scripts run. */
export const runsIn = (subject: Pick<Subject, 'occurrences'>): boolean =>
  isUsedAs(subject, 'iframe', 'frame', 'object', 'embed');
/** Destinations that lead to such a document, where the browser allows it, or save it. */
export const leadsTo = (subject: Pick<Subject, 'occurrences'>): boolean =>
  isUsedAs(subject, 'document', 'form', 'download');
/** Whether its places are all such as load pictures, style sheets, fonts and the like, where nothing runs. */
export const isPassive = (subject: Pick<Subject, 'occurrences'>): boolean =>
  !runsIn(subject) && !leadsTo(subject) && !isUsedAs(subject, 'script', 'worker');
