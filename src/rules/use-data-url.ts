import { hasEnglish } from '../has-english.ts';
import { isPassive, rule, verdict } from './rule.ts';

export const useDataUrl = rule({
  id: 'use-data-url',
  category: 'security',
  effect: 'can-run',
  isCertain: false,
  texts: hasEnglish && {
    title: 'data: URL in SVG use element',
    why: 'The content becomes part of the document but bypasses filters, as in past attacks on webmail.',
    fix: 'Refer to an element in the same document or in a file from the same origin.',
    source: { name: 'CVE-2023-5631', url: 'https://nvd.nist.gov/vuln/detail/CVE-2023-5631' },
    messages: {
      'use-data-url':
        'SVG "use" elements no longer load data: URLs. Scripts in such URLs bypassed filters (CVE-2023-5631).',
    },
    examples: {
      bad: "<svg><use href=\"data:image/svg+xml,<svg id='a' xmlns='http://www.w3.org/2000/svg'/>#a\"/></svg>",
      good: '<svg><symbol id="a"/><use href="#a"/></svg>',
    },
  },
  check(subject) {
    const { occurrences, inspection } = subject;
    if (occurrences.some(({ element }) => element === 'use')) return [verdict(subject, 'use-data-url')];
    // Of the links to documents, only the links of a `use` element, or of its animation, load a document on every view.
    const inside = inspection.payload?.references?.first.some(
      ({ kind, destination, when }) => kind === 'data' && destination === 'document' && when === 'view',
    );
    if (!inside) return [];
    return [verdict(subject, 'use-data-url', {}, isPassive(subject) ? { effect: 'advice' } : {})];
  },
});
