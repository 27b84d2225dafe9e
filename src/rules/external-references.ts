import { clip } from '../truncate.ts';
import { isUsedAs, type Rule, verdict } from './rule.ts';

export const externalReferences: Rule = {
  id: 'external-references',
  category: 'security',
  severity: 'info',
  messageIds: ['external-references', 'external-blocked'],
  check(subject) {
    const { payload } = subject.inspection;
    const { references = null } = payload ?? {};
    if (!references || references.requests === 0) return [];
    const first = references.first.find(({ kind, when }) => kind === 'external' && when === 'view');
    const args = { count: references.requests, first: clip(first?.written ?? '') };
    const isImage =
      payload?.facts?.kind === 'markup' &&
      subject.occurrences.every(({ destination }) => destination === 'image');
    if (isImage && isUsedAs(subject, 'image')) return [verdict(subject, 'external-blocked', args)];
    return [verdict(subject, 'external-references', args)];
  },
};
