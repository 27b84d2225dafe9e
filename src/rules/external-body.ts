import { hasEnglish } from '../has-english.ts';
import { rule, verdict } from './rule.ts';
import { rfc } from './texts.ts';

export const externalBody = rule({
  id: 'external-body',
  category: 'correctness',
  effect: 'not-shown',
  isCertain: false,
  texts: hasEnglish && {
    title: 'External body',
    why: 'The body is a MIME header: mail programs fetch the content from elsewhere, and browsers show none of it.',
    fix: 'Check the address, or correct the MIME header in the body of the data: URL.',
    source: rfc(2017, '3'),
    messages: {
      'external-body-elsewhere': 'Refers to {url} (access-type URL, {type}).',
      'external-body-outside': 'Refers to {url} (access-type {access}).',
      'external-body': 'Malformed message/external-body. {problem}',
    },
    examples: {
      bad: '<a href="data:message/external-body;access-type=URL,%0D%0A%0D%0A">Attachment</a>',
      good: '<a href="https://example.com/a">Attachment</a>',
    },
  },
  check(subject) {
    const facts = subject.inspection.payload?.facts;
    if (facts?.kind !== 'external-body') return [];
    const [problem] = facts.problems;
    if (problem) return [verdict(subject, 'external-body', { problem: problem.message })];
    const { access, type } = facts;
    const url = facts.url ?? '';
    const effect = { effect: 'advice' } as const;
    return [
      access === 'URL'
        ? verdict(subject, 'external-body-elsewhere', { url, type: type ?? 'text/plain' }, effect)
        : verdict(subject, 'external-body-outside', { url, access }, effect),
    ];
  },
});
