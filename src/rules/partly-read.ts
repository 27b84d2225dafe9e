import { type Rule, type Verdict, verdict } from './rule.ts';

export const partlyRead: Rule = {
  id: 'partly-read',
  category: 'security',
  severity: 'info',
  messageIds: ['partly-read-body', 'partly-read-inflated', 'partly-read-damaged', 'partly-read-nested'],
  yieldsTo: () => ['bomb'],
  check(subject) {
    const { payload } = subject.inspection;
    if (!payload) return [];
    const verdicts = payload.unread.map(({ what, read, size }): Verdict => {
      if (what === 'body') return verdict(subject, 'partly-read-body', { read, size: size ?? 0 });
      return verdict(subject, what === 'inflated' ? 'partly-read-inflated' : 'partly-read-damaged', { read });
    });
    if (payload.nestedLeft > 0)
      verdicts.push(verdict(subject, 'partly-read-nested', { count: payload.nestedLeft }));
    return verdicts;
  },
};
