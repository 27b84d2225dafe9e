import { hasEnglish } from '../has-english.ts';
import { clip } from '../truncate.ts';
import { isUsedAs, rule, verdict } from './rule.ts';

export const externalReferences = rule({
  id: 'external-references',
  category: 'security',
  effect: 'advice',
  texts: hasEnglish && {
    title: 'References to other servers',
    why: 'Browsers contact other servers on every view, but images render without the referenced content.',
    fix: 'Include the referenced content in the data: URL, or remove the references.',
    source: {
      name: 'SVG 2 §2.2',
      url: 'https://www.w3.org/TR/SVG2/conform.html#processing-modes',
    },
    messages: {
      'external-references': {
        one: '{count} request to another server on every view: {first}.',
        other: '{count} requests to other servers on every view (first: {first}).',
      },
      'external-blocked': {
        one: "{count} reference to another server doesn't load: browsers block {first} inside an image.",
        other:
          "{count} references to other servers don't load: browsers block these inside an image (first: {first}).",
      },
    },
    examples: {
      bad: '<link rel="stylesheet" href="data:text/css,@import%20url(https://example.com/a.css)">',
      good: '<link rel="stylesheet" href="data:text/css,b{color:red}">',
    },
  },
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
});
