import type { reportedLintTexts } from '../data-url/lints/lint-texts.ts';
import type { Lint, LintCode } from '../data-url/lints.ts';
import { isText } from '../mime/charset.ts';
import type { Severity } from '../vocabulary.ts';
import { escapeInType } from './obfuscated-url.ts';
import { isRiskyCharset } from './risky-charset.ts';
import { type Rule, type Subject, type Verdict, verdict } from './rule.ts';

/**
 * The lints that are worth reporting: all except notes, such as spaces and angle brackets in SVG, and an
 * empty body, which only some types must not have. All browsers read these URLs alike, so none is an error; a
 * lint that changes the meaning is a warning.
 */
type Reported = Exclude<keyof typeof reportedLintTexts, 'empty-body'>;

const severities: Record<Reported, Severity> = {
  'fragment-cuts-body': 'warning',
  'comma-in-quotes': 'warning',
  'plus-for-space': 'warning',
  'double-slash': 'warning',
  slash: 'warning',
  'type-without-subtype': 'warning',
  'invalid-media-type': 'warning',
  'base64-not-last': 'warning',
  'base64-with-value': 'warning',
  'base64-escaped': 'warning',
  'base64-without-semicolon': 'warning',
  'base64-after-comma': 'warning',
  'base64-misspelled': 'warning',
  'base64-plus': 'warning',
  'unclosed-quote': 'warning',
  'character-in-media-type': 'warning',
  'lone-surrogate': 'warning',
  'charset-unknown': 'warning',
  'charset-missing': 'warning',
  'charset-not-ascii': 'warning',
  'charset-mismatch': 'warning',
  'charset-bom': 'info',
  'base64-repeated': 'info',
  'base64-missing-padding': 'info',
  'charset-without-name': 'info',
  'parameter-without-value': 'info',
  'parameter-without-name': 'info',
  'parameter-name': 'info',
  'duplicate-parameter': 'info',
  'empty-parameter': 'info',
  'malformed-escape': 'info',
  'double-escape': 'info',
  'control-in-body': 'info',
};

const isReported = (code: LintCode): code is Reported => Object.hasOwn(severities, code);

/** Types for which an empty body is useless; a text may be empty. */
const needsData = /^(?:image|font|audio|video)\//;

/** Lints about the charset, which a risky charset or binary data explains. */
const charsetCodes = [
  'charset-unknown',
  'charset-missing',
  'charset-not-ascii',
  'charset-bom',
  'charset-mismatch',
];

/** Whether another rule reports the cause of a lint, or the lint has a good reason. */
function isExplained({ code }: Lint, { inspection, detected }: Subject): boolean {
  const { charset, payload } = inspection;
  const isRisky = charset.declared !== null && isRiskyCharset(charset.declared);
  // If the type is escaped, that is its only mistake.
  if (code === 'type-without-subtype' || code === 'invalid-media-type')
    return escapeInType(inspection) !== null;
  // UTF-7 is written with "+".
  if (code === 'plus-for-space') return isRisky;
  // A URL within a URL is encoded twice.
  if (code === 'double-escape') return (payload?.references?.byKind.data ?? 0) > 0;
  if (!charsetCodes.includes(code)) return false;
  const isBinary = payload?.encodedAs != null || (detected !== null && !isText(detected));
  return isRisky || isBinary;
}

export const syntax: Rule = {
  id: 'syntax',
  category: 'correctness',
  severity: 'info',
  messageIds: [...Object.keys(severities), 'empty-body'],
  check(subject) {
    const { payload, essence } = subject.inspection;
    if (!payload) return [];
    const verdicts = payload.lints.flatMap((lint): Verdict[] => {
      const { code, args, start, end } = lint;
      if (!isReported(code) || isExplained(lint, subject)) return [];
      return [verdict(subject, code, args, { severity: severities[code], start, end })];
    });
    if (subject.inspection.size === 0 && essence !== null && needsData.test(essence)) {
      verdicts.push(verdict(subject, 'empty-body', { type: essence }));
    }
    return verdicts;
  },
};
