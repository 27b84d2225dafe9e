import { isPassive, type Rule, verdict } from './rule.ts';

export const useDataUrl: Rule = {
  id: 'use-data-url',
  category: 'security',
  severity: 'warning',
  messageIds: ['use-data-url'],
  check(subject) {
    const { occurrences, inspection } = subject;
    if (occurrences.some(({ element }) => element === 'use')) return [verdict(subject, 'use-data-url')];
    const inside = inspection.payload?.references?.first.some(
      ({ element, kind }) => element === 'use' && kind === 'data',
    );
    if (!inside) return [];
    return [verdict(subject, 'use-data-url', {}, { severity: isPassive(subject) ? 'info' : 'warning' })];
  },
};
