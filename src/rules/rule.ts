/** The type of a rule: texts, an effect, and a pure function from a data: URL to verdicts. */
import type { Lint } from '../data-url/lints/index.ts';
import type { Cost } from '../data-url/rewrite.ts';
import { type Browser, documentIn } from '../mime/documents.ts';
import { type MimeType, parseMimeType } from '../mime/mime-type.ts';
import type { disallowedBy } from '../policy/policy.ts';
import type { Policy } from '../policy/policy-types.ts';
import type { DataUrl, Finding, Inspection } from '../report/report.ts';
import { type Category, type Destination, framed, type Occurrence, runsInFrame } from '../vocabulary.ts';
import type { Impact } from './severity.ts';
import type { RuleTexts } from './texts.ts';

/** The input of judging: one data: URL with its occurrences. */
export interface ToJudge {
  inspection: Inspection;
  occurrences: readonly Occurrence[];
  policy: Policy;
}

/** The parsed MIME types of a data: URL; null if there is none. */
export interface Types {
  declared: MimeType | null;
  detected: MimeType | null;
}

/** The input of a rule. */
export interface Subject extends ToJudge, Types {
  /** The data: URLs in the body, already judged. */
  nested: readonly DataUrl[];
  /** The policy's decision about the types of the data: URL, at all of these occurrences. */
  disallowed: ReturnType<typeof disallowedBy>;
}

export const typesOf = ({ mimeType, detectedType }: Inspection): Types => ({
  declared: mimeType === null ? null : parseMimeType(mimeType),
  detected: detectedType === null ? null : parseMimeType(detectedType),
});

/** A rule's result; the other properties of a Finding come from the rule. */
export interface Verdict<MessageId extends string = string>
  extends Pick<Finding, 'args' | 'start' | 'end' | 'dataUrls'>,
    Partial<Impact> {
  messageId: MessageId;
}

/**
 * The properties of all kinds of rules. The effect applies to each finding of the rule, unless the verdict contains its
 * own.
 */
export interface RuleHead<Id extends string = string, MessageId extends string = string> extends Impact {
  /** The id of the rule. It is stable, and in kebab-case. */
  id: Id;
  category: Category;
  /** The texts of the rule; absent in the worker. */
  texts: RuleTexts<MessageId>;
}

/** A rule about one data: URL. */
export interface Rule<Id extends string = string, MessageId extends string = string>
  extends RuleHead<Id, MessageId> {
  /** Returns at most one verdict per cause. Must not throw; an error becomes a finding about the rule. */
  check(subject: Subject): Verdict<NoInfer<MessageId>>[];
  /**
   * The rules with more specific findings about the same cause. A finding of this rule is dropped if one of those rules
   * reports a finding that is at least as severe.
   */
  yieldsTo?(subject: Subject): readonly string[];
}

/** The ids of a rule's messages. */
export type MessageIdOf<Each> = Each extends RuleHead<string, infer MessageId> ? MessageId : never;

/** Returns the rule unchanged. This lets the compiler infer its id and messages, and reject verdicts without a text. */
export function rule<Id extends string, MessageId extends string>(
  own: Rule<Id, MessageId>,
): Rule<Id, MessageId> {
  return own;
}

/** Creates a verdict on a whole subject, or on a position in its written text. */
export const verdict = <MessageId extends string>(
  { inspection }: Pick<Subject, 'inspection'>,
  messageId: MessageId,
  args: Verdict['args'] = {},
  { start = 0, end = inspection.length, ...own }: Partial<Impact & Pick<Verdict, 'start' | 'end'>> = {},
): Verdict<MessageId> => ({ messageId, args, start, end, ...own });

/**
 * The verdict on the savings of a shorter URL: uncompressed and, if measured, after gzip. Empty if there is no shorter
 * URL.
 */
export function savings<MessageId extends string>(
  subject: Subject,
  cost: Cost | null,
  id: MessageId,
  gzippedId: MessageId,
): Verdict<MessageId>[] {
  if (!cost?.better) return [];
  const args = { before: subject.inspection.length, after: cost.better.length };
  const { saved: bytes, gzipped: gzippedAfter } = cost.better;
  if (cost.gzipped === null || gzippedAfter === null) return [verdict(subject, id, args, { bytes })];
  const all = { ...args, gzippedBefore: cost.gzipped, gzippedAfter };
  return [verdict(subject, gzippedId, all, { bytes })];
}

/** Whether any of the subject's occurrences has one of these destinations. */
export const isUsedAs = (
  { occurrences }: Pick<Subject, 'occurrences'>,
  ...destinations: Destination[]
): boolean => occurrences.some(({ destination }) => destinations.includes(destination));

/** Whether the URL contains a type, valid or not, before its parameters. */
export const declaresType = ({ head }: Inspection): boolean => !/^[\0- ]*data:[\0- ]*[;,]/i.test(head);

/** The first escape in the type itself. In parameters, such as a file name, escapes are normal. */
export function escapeInType({ head, payload }: Inspection): Lint | null {
  const escaped = payload?.lints.find(({ code }) => code === 'escape-in-media-type');
  return escaped && !head.slice(0, escaped.start).includes(';') ? escaped : null;
}

/** Whether a "#" cuts off the data, which another rule reports as the cause. */
export const isCutByFragment = ({ payload }: Inspection): boolean =>
  payload?.lints.some(({ code }) => code === 'fragment-cuts-body') === true;

/** The facts about a body that is declared as SVG and isn't compressed. */
export const declaredSvg = ({ essence, payload }: Inspection) =>
  essence === 'image/svg+xml' &&
  payload?.facts?.kind === 'markup' &&
  payload.facts.language === 'svg' &&
  !payload.encodedAs
    ? payload.facts
    : null;

/** A subject as browsers read it when they load it as a document. */
export interface AsRead {
  subject: Subject;
  /** The browsers that run the URL's scripts if they load it as a document. */
  runBy: readonly Browser[];
  /** Whether these browsers read the URL differently from the standards. */
  isOwn: boolean;
}

/**
 * The readings of a subject. The readings of browsers that differ from the standards come first, then the reading of
 * the standards.
 */
export function asRead(subject: Subject): AsRead[] {
  const { inspection } = subject;
  const otherwise = inspection.payload?.otherwise ?? [];
  const own = otherwise.flatMap(({ browser, inspection: read }): AsRead[] =>
    // Positions must be those in the written URL.
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

const opened: readonly Destination[] = ['document', 'form', 'download'];
const active: ReadonlySet<Destination> = new Set([...framed, ...opened, 'script', 'worker']);

/** Whether an occurrence loads the data: URL as a document in which scripts run. */
export const runsIn = ({ occurrences }: Pick<Subject, 'occurrences'>): boolean =>
  occurrences.some(runsInFrame);
/** Whether an occurrence opens the data: URL as a document, if the browser allows that, or saves it. */
export const leadsTo = ({ occurrences }: Pick<Subject, 'occurrences'>): boolean =>
  occurrences.some(({ destination }) => opened.includes(destination));
/** Whether all occurrences of the data: URL load pictures, style sheets, fonts, and the like. */
export const isPassive = ({ occurrences }: Pick<Subject, 'occurrences'>): boolean =>
  !occurrences.some(({ destination }) => active.has(destination));
