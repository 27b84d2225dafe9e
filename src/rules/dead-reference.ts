import { hasEnglish } from '../has-english.ts';
import { clip } from '../truncate.ts';
import { rule, verdict } from './rule.ts';

export const deadReference = rule({
  id: 'dead-reference',
  category: 'correctness',
  effect: 'not-shown',
  isCertain: false,
  texts: hasEnglish && {
    title: 'Unresolvable relative URLs',
    why: "A data: URL can't be a base URL, so relative URLs don't resolve and their resources are missing.",
    fix: 'Use absolute URLs, or include the referenced content in the data: URL.',
    source: { name: 'URL Standard, no scheme state', url: 'https://url.spec.whatwg.org/#no-scheme-state' },
    messages: {
      'dead-reference': {
        one: "{count} relative URL doesn't resolve ({first}): a data: URL can't be a base URL.",
        other: "{count} relative URLs don't resolve (first: {first}): a data: URL can't be a base URL.",
      },
      'dead-reference-more': {
        one: "{count} or more relative URLs don't resolve (first: {first}): a data: URL can't be a base URL.",
        other:
          "{count} or more relative URLs don't resolve (first: {first}): a data: URL can't be a base URL.",
      },
    },
    examples: {
      bad: '<link rel="stylesheet" href="data:text/css,b{background:url(a.png)}">',
      good: '<link rel="stylesheet" href="data:text/css,b{background:url(https://example.com/a.png)}">',
    },
  },
  check(subject) {
    const { references = null } = subject.inspection.payload ?? {};
    if (!references) return [];
    const dead = references.first.filter((reference) => reference.dead);
    const [first] = dead;
    if (!first) return [];
    const isSeen = dead.some(({ when }) => when === 'view');
    const args = { count: dead.length, first: clip(first.written, 100) };
    // Only some references are listed, so there may be more dead ones.
    const messageId = references.count > references.first.length ? 'dead-reference-more' : 'dead-reference';
    return [verdict(subject, messageId, args, isSeen ? {} : { effect: 'advice' })];
  },
});
