import type { Lint, LintCode } from '../data-url/lints/index.ts';
import { reportedLintTexts } from '../data-url/lints/lint-texts.ts';
import { hasEnglish } from '../has-english.ts';
import { isText } from '../mime/charset.ts';
import { escapeInType } from './obfuscated-url.ts';
import { isRiskyCharset } from './risky-charset.ts';
import { rule, type Subject, type Verdict, verdict } from './rule.ts';
import { rfc } from './texts.ts';

/**
 * The lints that are worth reporting: all except notes, such as spaces and angle brackets in SVG, and an
 * empty body, which only some types must not have. All browsers read these URLs alike, so none is an error; a
 * lint that changes the meaning is a warning.
 */
type Reported = Exclude<keyof typeof reportedLintTexts, 'empty-body'>;

const changesMeaning: Record<Reported, boolean> = {
  'fragment-cuts-body': true,
  'comma-in-quotes': true,
  'plus-for-space': true,
  'double-slash': true,
  slash: true,
  'type-without-subtype': true,
  'invalid-media-type': true,
  'base64-not-last': true,
  'base64-with-value': true,
  'base64-escaped': true,
  'base64-without-semicolon': true,
  'base64-after-comma': true,
  'base64-misspelled': true,
  'base64-plus': true,
  'unclosed-quote': true,
  'character-in-media-type': true,
  'lone-surrogate': true,
  'charset-unknown': true,
  'charset-missing': true,
  'charset-not-ascii': true,
  'charset-mismatch': true,
  'charset-bom': false,
  'base64-repeated': false,
  'base64-missing-padding': false,
  'charset-without-name': false,
  'parameter-without-value': false,
  'parameter-without-name': false,
  'parameter-name': false,
  'duplicate-parameter': false,
  'empty-parameter': false,
  'malformed-escape': false,
  'double-escape': false,
  'control-in-body': false,
};

/** The content is not what its author meant. */
const lost = { effect: 'not-shown', isCertain: false } as const;

const isReported = (code: LintCode): code is Reported => Object.hasOwn(changesMeaning, code);

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

export const syntax = rule({
  id: 'syntax',
  category: 'correctness',
  effect: 'advice',
  texts: hasEnglish && {
    title: 'Unintended syntax',
    why: 'Browsers accept the URL but parse it differently than the author intended or than other programs do.',
    fix: 'Correct the URL at the marked position.',
    source: rfc(2397, '3'),
    messages: reportedLintTexts,
    examples: {
      bad: "<img src=\"data:image/svg+xml;utf8,<svg xmlns='http://www.w3.org/2000/svg' fill='#fff'/>\">",
      good: "<img src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' fill='%23fff'/>\">",
    },
  },
  check(subject) {
    const { payload, essence } = subject.inspection;
    if (!payload) return [];
    const verdicts = payload.lints.flatMap((lint): Verdict<Reported | 'empty-body'>[] => {
      const { code, args, start, end } = lint;
      if (!isReported(code) || isExplained(lint, subject)) return [];
      return [verdict(subject, code, args, { start, end, ...(changesMeaning[code] && lost) })];
    });
    if (subject.inspection.size === 0 && essence !== null && needsData.test(essence)) {
      verdicts.push(verdict(subject, 'empty-body', { type: essence }));
    }
    return verdicts;
  },
});
