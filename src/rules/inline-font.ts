import { isInGroup, type MimeType } from '../mime/mime-type.ts';
import { isInCss } from './large-inline.ts';
import { type Rule, severityOfBytes, verdict } from './rule.ts';

const isFont = (type: MimeType | null): boolean => type !== null && isInGroup(type, 'font');

export const inlineFont: Rule = {
  id: 'inline-font',
  category: 'performance',
  severity: 'info',
  title: 'A font is inlined in a style sheet.',
  why: 'It delays all that the CSS styles for the sake of one typeface, and browsers cannot choose another format or load it when it is needed (zachleat.com, "Web Font Data URIs"); WOFF is about 30 % larger than WOFF2.',
  fix: 'Serve it as a WOFF2 file, with font-display and a preload if it is needed at once.',
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
