import { type Rule, verdict } from './rule.ts';

export const bareBase64: Rule = {
  id: 'bare-base64',
  category: 'correctness',
  severity: 'info',
  messageIds: ['bare-base64'],
  check(subject) {
    const { inspection, occurrences } = subject;
    if (!occurrences.some(({ assumed }) => assumed === 'type')) return [];
    return [verdict(subject, 'bare-base64', { type: inspection.essence ?? '' })];
  },
};
