import { isInGroup, type MimeType } from '../mime/mime-type.ts';
import { isInCss } from './large-inline.ts';
import { type Rule, severityOfBytes, verdict } from './rule.ts';

const isFont = (type: MimeType | null): boolean => type !== null && isInGroup(type, 'font');

export const inlineFont: Rule = {
  id: 'inline-font',
  category: 'performance',
  severity: 'info',
  messageIds: ['inline-font', 'inline-font-format'],
  check(subject) {
    const { size, payload } = subject.inspection;
    if (size === null || size === 0 || !(isFont(subject.detected) || isFont(subject.declared))) return [];
    if (!subject.occurrences.some((each) => isInCss(each) && each.destination !== 'none')) return [];
    const { facts = null } = payload ?? {};
    const severity = severityOfBytes(size);
    if (facts?.kind === 'font' && facts.format !== 'woff2') {
      return [verdict(subject, 'inline-font-format', { size, format: facts.format }, { severity })];
    }
    return [verdict(subject, 'inline-font', { size }, { severity })];
  },
};
