import { problemTexts } from '../data-url/problem-texts.ts';
import { hasEnglish } from '../has-english.ts';
import { browsers } from '../mime/documents.ts';
import { outcomeOf } from '../outcome/predict-outcome.ts';
import { rule, type Subject, verdict } from './rule.ts';
import { png } from './texts.ts';

/** Whether a problem that affects only some uses affects one of this URL's occurrences. */
const isStopped = ({ inspection, occurrences }: Subject): boolean =>
  occurrences.some(({ destination }) =>
    browsers.some(
      (browser) => outcomeOf(inspection, destination, { browser }).reason === inspection.problem?.code,
    ),
  );

/** Reports the problem for which browsers reject a URL. */
export const invalidDataUrl = rule({
  id: 'invalid-data-url',
  category: 'correctness',
  effect: 'not-shown',
  texts: hasEnglish && {
    title: 'Broken data: URL',
    why: 'Browsers reject the URL with a network error, so the content is missing from the page.',
    fix: 'Correct the URL at the marked position.',
    source: {
      name: 'Fetch Standard, data: URL processor',
      url: 'https://fetch.spec.whatwg.org/#data-url-processor',
    },
    messages: problemTexts,
    examples: {
      bad: '<img src="data:image/png;base64,iVBO*w0KGgo=">',
      good: `<img src="data:image/png;base64,${png}">`,
    },
  },
  yieldsTo: () => ['damaged-url'],
  check(subject) {
    const { problem, cause } = subject.inspection;
    // Another rule reports the data: URL that was meant. A server may accept the written URL.
    if (!problem || (problem.code === 'not-data-url' && cause)) return [];
    const { code, args, start, end, scope } = problem;
    const isLoaded = scope !== undefined && !isStopped(subject);
    const place = { start, end, ...(isLoaded && { effect: 'advice' as const }) };
    return [verdict(subject, code as keyof typeof problemTexts, args, place)];
  },
});
