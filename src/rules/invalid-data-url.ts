import { problemTexts } from '../data-url/problem-texts.ts';
import { browsers } from '../mime/documents.ts';
import { outcomeOf } from '../outcome/outcome-of.ts';
import type { Rule, Subject } from './rule.ts';

/** Whether a problem that stops only some uses stops one of this URL's occurrences. */
const isStopped = ({ inspection, occurrences }: Subject): boolean =>
  occurrences.some(({ destination }) =>
    browsers.some(
      (browser) => outcomeOf(inspection, destination, { browser }).reason === inspection.problem?.code,
    ),
  );

/** The problem of a rejected URL, as a finding. */
export const invalidDataUrl: Rule = {
  id: 'invalid-data-url',
  category: 'correctness',
  severity: 'error',
  messageIds: Object.keys(problemTexts),
  check(subject) {
    const { problem } = subject.inspection;
    if (!problem) return [];
    const { code, args, message, start, end, scope } = problem;
    const isLoaded = scope !== undefined && !isStopped(subject);
    return [{ messageId: code, args, message, start, end, ...(isLoaded ? { severity: 'info' } : {}) }];
  },
};
