import { savings } from './base64-text.ts';
import type { Rule } from './rule.ts';

export const overEscaped: Rule = {
  id: 'over-escaped',
  category: 'performance',
  severity: 'info',
  messageIds: ['over-escaped', 'over-escaped-gzipped'],
  check(subject) {
    const { encoding, payload } = subject.inspection;
    if (encoding !== 'percent') return [];
    return savings(subject, payload?.cost ?? null, 'over-escaped', 'over-escaped-gzipped');
  },
};
