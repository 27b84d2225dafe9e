import { type Rule, verdict } from './rule.ts';

export const cutOffFile: Rule = {
  id: 'cut-off-file',
  category: 'correctness',
  severity: 'warning',
  messageIds: ['cut-off-file'],
  // A file that is made to be another, too, need not be a whole one.
  yieldsTo: () => ['polyglot'],
  check(subject) {
    const { payload } = subject.inspection;
    if (!payload?.isCutOff) return [];
    const { facts, detectedType: type } = payload;
    // Pages use the beginning of a file of one pixel as an empty picture.
    if (facts?.kind === 'image' && (facts.width ?? 0) * (facts.height ?? 0) === 1) return [];
    return [verdict(subject, 'cut-off-file', { type: type ?? '' })];
  },
};
