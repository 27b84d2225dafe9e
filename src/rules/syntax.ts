import { isMisread, isReportedLint, type Lint, type ReportedLint } from '../data-url/lints/index.ts';
import { reportedLintTexts } from '../data-url/lints/lint-texts.ts';
import { hasEnglish } from '../has-english.ts';
import { isRiskyCharset, isText } from '../mime/charset.ts';
import { declaredSvg, escapeInType, rule, type Subject, type Verdict, verdict } from './rule.ts';
import { rfc } from './texts.ts';

/**
 * The impact of content that differs from what the author meant. All browsers read these URLs alike, so the finding is
 * only a warning unless they refuse the result. A charset alone is no reason for that, unless bytes of XML are invalid.
 */
const misread = { effect: 'not-shown', isCertain: false } as const;

/** Matches types for which an empty body is useless, such as `application/font-woff2`. Text may be empty. */
const needsData = /^(?:image|audio|video)\/|font|[/+]json$/;

/** Whether another rule reports the cause of a lint, or the URL has a good reason to be written like that. */
function isExplained({ code, group }: Lint, { inspection, detected }: Subject): boolean {
  const { charset, payload } = inspection;
  const isRisky = charset.declared !== null && isRiskyCharset(charset.declared);
  // If the type is escaped, only the escapes are reported.
  if (code === 'type-without-subtype' || code === 'invalid-media-type')
    return escapeInType(inspection) !== null;
  // A URL within a URL is correctly encoded twice.
  if (code === 'double-escape') return (payload?.references?.byKind.data ?? 0) > 0;
  // A risky charset or binary data explains all lints of the charset.
  const isBinary = payload?.encodedAs != null || (detected !== null && !isText(detected));
  return group === 'charset' && (isRisky || isBinary);
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
  yieldsTo: () => ['damaged-url'],
  check(subject) {
    const { payload, essence, size } = subject.inspection;
    if (!payload) return [];
    // XML 1.0, 4.3.3. Other errors of the XML are reported as such.
    const fatal = declaredSvg(subject.inspection)?.malformed === null && 'charset-mismatch';
    const verdicts = payload.lints.flatMap((lint): Verdict<ReportedLint | 'empty-body'>[] => {
      const { code, group, args, start, end } = lint;
      if (!isReportedLint(code) || isExplained(lint, subject)) return [];
      const own = isMisread(code) && { ...misread, isRefusal: group !== 'charset' || code === fatal };
      return [verdict(subject, code, args, { start, end, ...own })];
    });
    if (size === 0 && essence !== null && needsData.test(essence)) {
      verdicts.push(verdict(subject, 'empty-body', { type: essence }));
    }
    return verdicts;
  },
});
