import { clip } from '../truncate.ts';
import { type Rule, verdict } from './rule.ts';

export const deadReference: Rule = {
  id: 'dead-reference',
  category: 'correctness',
  severity: 'warning',
  title: 'Relative references in it lead nowhere.',
  why: 'A data: URL is no base: against it every relative reference fails, but for fragments (URL Standard, "no scheme state"; RFC 3986, section 5.1).',
  fix: 'Write whole URLs, or put what they name into the data.',
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
