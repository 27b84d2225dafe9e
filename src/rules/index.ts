/** All rules, and the function that applies them to one data: URL. */
import { isRefusedAt, useOf } from '../outcome/predict-outcome.ts';
import { bidiFileNameIn } from '../payload/bidi-name.ts';
import type { DataUrl, Disallowed, Finding, Nested } from '../report/report.ts';
import { checkObject } from '../url-text.ts';
import { isWeak, type Occurrence, runsInFrame, severityRank } from '../vocabulary.ts';
import { atOnce } from '../yield-to-event-loop.ts';
import { activeContent } from './active-content.ts';
import { bareBase64 } from './bare-base64.ts';
import { base64Text } from './base64-text.ts';
import { bidiFileName } from './bidi-file-name.ts';
import { bomb } from './bomb.ts';
import { compressedBody } from './compressed-body.ts';
import { cutOffFile } from './cut-off-file.ts';
import { damagedUrl } from './damaged-url.ts';
import { deadReference } from './dead-reference.ts';
import { disallowedIn } from './disallowed.ts';
import { disallowedType } from './disallowed-type.ts';
import { droppedCss } from './dropped-css.ts';
import { externalBody } from './external-body.ts';
import { externalReferences } from './external-references.ts';
import { bySeverity, findingOf, type Judged, judgedBy, severityIn } from './findings.ts';
import { inlineFont } from './inline-font.ts';
import { invalidDataUrl } from './invalid-data-url.ts';
import { largeInline } from './large-inline.ts';
import { malformedSvg } from './malformed-svg.ts';
import { misleadingReference } from './misleading-reference.ts';
import { nestedDataUrl } from './nested-data-url.ts';
import { obfuscatedUrl } from './obfuscated-url.ts';
import { overEscaped } from './over-escaped.ts';
import { pageRules } from './page/index.ts';
import { partlyRead } from './partly-read.ts';
import { phishing } from './phishing.ts';
import { polyglot } from './polyglot.ts';
import { riskyCharset } from './risky-charset.ts';
import { type Rule, type Subject, type ToJudge, typesOf } from './rule.ts';
import type { Use } from './severity.ts';
import { syntax } from './syntax.ts';
import { trailingBytes } from './trailing-bytes.ts';
import { typeMismatch } from './type-mismatch.ts';
import { shownAs, unloadable } from './unloadable.ts';
import { useDataUrl } from './use-data-url.ts';
import { wrongType } from './wrong-type.ts';
import { xmlEntities } from './xml-entities.ts';

const all = [
  damagedUrl,
  invalidDataUrl,
  droppedCss,
  phishing,
  useDataUrl,
  activeContent,
  typeMismatch,
  polyglot,
  disallowedType,
  nestedDataUrl,
  trailingBytes,
  bomb,
  xmlEntities,
  compressedBody,
  obfuscatedUrl,
  bidiFileName,
  riskyCharset,
  misleadingReference,
  syntax,
  deadReference,
  unloadable,
  wrongType,
  cutOffFile,
  malformedSvg,
  externalBody,
  externalReferences,
  inlineFont,
  largeInline,
  base64Text,
  overEscaped,
  bareBase64,
  partlyRead,
] as const;

/** All rules, in the order in which findings of the same severity are displayed. */
export const rules: readonly Rule[] = all;

/** The union of all rules' types, which contain the ids. */
export type AnyRule = (typeof all)[number];

/** The ids of all rules, including page rules, as used in policies. */
export const ruleIds = (): string[] => [...rules, ...pageRules].map(({ id }) => id);

/** The verdict on one data: URL. */
export interface Judgement {
  disallowed: Disallowed | null;
  /** The findings, most severe first. */
  findings: Finding[];
  /** The judged data: URLs in the body. */
  nested: DataUrl[];
}

/** Judges one data: URL with every rule. An error in a rule becomes a finding about that rule. */
export function judge(toJudge: ToJudge, by: readonly Rule[] = rules): Judgement {
  const expected = 'an object with an inspection, occurrences, and a policy';
  checkObject(toJudge, 'judge', expected, 'inspection', 'occurrences', 'policy');
  const { inspection, occurrences, policy } = toJudge;
  const nested = nestedIn(inspection).map((each) => judgedNested(each, policy, by));
  const types = { inspection, occurrences, policy, ...typesOf(inspection) };
  const disallowed = disallowedIn(types);
  const subject = { ...types, nested, disallowed };
  return {
    disallowed: disallowed && {
      pattern: disallowed.pattern,
      destination: disallowed.destination,
      type: disallowed.type,
      by: disallowed.by,
    },
    findings: findingsIn(subject, by),
    nested,
  };
}

/**
 * A key of the properties of an occurrence that rules use. For occurrences with equal keys, the verdicts of `judge` are
 * the same, except for an argument that quotes the occurrence. There are few different keys in a page, even if there
 * are many occurrences.
 */
export function verdictKey(occurrence: Occurrence): string {
  const { destination, place, inert, element, assumed, fileName, dropped } = occurrence;
  const { script, isUnmeasured } = useOf(occurrence, 'Chromium');
  const isDisguised = fileName !== undefined && atOnce(bidiFileNameIn(fileName)) !== null;
  return [
    ...[destination, place, inert, element === 'use', element === 'link', shownAs(occurrence), assumed],
    isDisguised,
    runsInFrame(occurrence),
    dropped && !dropped.hasFallback ? [dropped.cause, dropped.isMeant] : '',
    ...[script, isUnmeasured, useOf(occurrence, 'Firefox').script],
  ].join(' ');
}

/** The data: URLs in a body, each once, including those that only one browser's own reading contains. */
function nestedIn({ payload }: ToJudge['inspection']): readonly Nested[] {
  if (!payload || (payload.nested.length === 0 && payload.otherwise.length === 0)) return [];
  const nested = [...payload.nested];
  for (const { inspection } of payload.otherwise) nested.push(...(inspection?.payload?.nested ?? []));
  return [
    ...new Map(nested.toReversed().map((each) => [each.inspection.sha256, each])).values(),
  ].toReversed();
}

function judgedNested(
  { inspection, occurrences }: Nested,
  policy: Subject['policy'],
  by: readonly Rule[],
): DataUrl {
  return { ...inspection, occurrences, ...judge({ inspection, occurrences, policy }, by) };
}

/** The uses, each with a function that recognizes its occurrences. */
const uses: readonly [Use, (each: Occurrence) => boolean][] = [
  ['used', (each) => !each.inert && !isWeak(each)],
  ['inert', (each) => each.meant === true || (each.inert && !isWeak(each))],
  ['quoted', (each) => each.meant !== true && isWeak(each)],
];

/** The findings for the occurrences in use; for other occurrences, only findings of rules that have none so far. */
function findingsIn(subject: Subject, by: readonly Rule[]): Finding[] {
  const findings: Finding[] = [];
  for (const [use, holds] of uses) {
    const occurrences = subject.occurrences.filter(holds);
    // A URL without occurrences is judged as if it were in use.
    if (occurrences.length === 0 && !(use === 'used' && subject.occurrences.length === 0)) continue;
    const isAll = occurrences.length === subject.occurrences.length;
    const part = isAll
      ? subject
      : { ...subject, occurrences, disallowed: disallowedIn({ ...subject, occurrences }) };
    const seen = new Set(findings.map(({ rule }) => rule));
    const judged = judgedIn(part, by).filter(({ rule }) => !seen.has(rule.id));
    findings.push(...judged.map((each) => findingOf(each, subject.policy, use)));
  }
  return bySeverity(findings, by);
}

const isRefusal = ({ rule, verdict }: Judged): boolean | undefined => verdict.isRefusal ?? rule.isRefusal;

/** The verdicts on a subject, one per cause. Less specific verdicts are dropped. */
function judgedIn(subject: Subject, by: readonly Rule[]): Judged[] {
  const { policy, inspection, occurrences } = subject;
  const found: Judged[] = [];
  const yieldsTo = new Map<string, readonly string[] | undefined>();
  for (const rule of by) {
    const own = judgedBy(rule, () => rule.check(subject), policy, inspection.length);
    if (own.length === 0) continue;
    found.push(...own);
    yieldsTo.set(rule.id, rule.yieldsTo?.(subject));
  }
  const isCertain = found.some(isRefusal) && occurrences.some((each) => isRefusedAt(inspection, each));
  const judged = found.map((each) => {
    const own = isCertain && isRefusal(each) ? { ...each, verdict: { ...each.verdict, isCertain } } : each;
    return { ...own, rank: severityRank[severityIn(own, policy, 'used')] };
  });
  return judged.filter(({ rule, rank }) => {
    const others = yieldsTo.get(rule.id);
    return !judged.some((other) => others?.includes(other.rule.id) && other.rank >= rank);
  });
}

export { judgePage, judgingPage, type PageToJudge } from './page/index.ts';
