import { isPassive, type Rule, verdict } from './rule.ts';

export const useDataUrl: Rule = {
  id: 'use-data-url',
  category: 'security',
  severity: 'warning',
  title: 'An SVG use element refers to a data: URL.',
  why: 'The content became part of the document, past filters that look at the elements in it: CVE-2023-5631, by which mail was read through Roundcube. For that reason Chromium and Firefox no longer load it; older browsers and other programs may.',
  fix: 'Refer to an element of the same document, or of a file of the same origin.',
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
