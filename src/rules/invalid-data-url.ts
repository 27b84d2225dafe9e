import { problemCodes } from '../data-url/problems.ts';
import type { Rule } from './rule.ts';

/** The core's fatal problem, as a finding. */
export const invalidDataUrl: Rule = {
  id: 'invalid-data-url',
  category: 'correctness',
  severity: 'error',
  title: 'The data: URL is broken.',
  why: 'Browsers reject it with a network error (Fetch Standard, data: URL processor), so what it should bring is missing.',
  fix: 'Correct the URL at the marked place.',
  messageIds: problemCodes,
  check({ inspection: { problem } }) {
    if (!problem) return [];
    const { code, args, message, start, end } = problem;
    return [{ messageId: code, args, message, start, end }];
  },
};
