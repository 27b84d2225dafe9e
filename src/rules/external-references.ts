import { clip } from '../truncate.ts';
import { isUsedAs, type Rule, verdict } from './rule.ts';

export const externalReferences: Rule = {
  id: 'external-references',
  category: 'security',
  severity: 'info',
  title: 'It refers to other servers.',
  why: 'What stands in the page itself still asks other servers each time it is shown, and tells them so. In an image browsers do not follow such references (SVG 2, 2.2), so something is missing there.',
  fix: 'Put what it needs into it, or leave it out.',
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
