import { clip } from '../truncate.ts';
import { type Rule, verdict } from './rule.ts';

export const deadReference: Rule = {
  id: 'dead-reference',
  category: 'correctness',
  severity: 'warning',
  messageIds: ['dead-reference', 'dead-reference-more'],
  check(subject) {
    const { references = null } = subject.inspection.payload ?? {};
    if (!references) return [];
    const dead = references.first.filter((reference) => reference.dead);
    const [first] = dead;
    if (!first) return [];
    const isSeen = dead.some(({ when }) => when === 'view');
    const args = { count: dead.length, first: clip(first.written, 100) };
    // References beyond the listed ones are unknown.
    const messageId = references.count > references.first.length ? 'dead-reference-more' : 'dead-reference';
    return [verdict(subject, messageId, args, { severity: isSeen ? 'warning' : 'info' })];
  },
};
