import { hasEnglish } from '../has-english.ts';
import { rule, verdict } from './rule.ts';
import { rfc } from './texts.ts';

export const externalBody = rule({
  id: 'external-body',
  category: 'correctness',
  effect: 'not-shown',
  isCertain: false,
  texts: hasEnglish && {
    title: 'Malformed message/external-body',
    why: "If required parameters are missing, mail programs can't fetch the content that the body refers to.",
    fix: 'Correct the MIME header inside the body of the data: URL.',
    source: rfc(2017, '3'),
    messages: {
      'external-body': 'Malformed message/external-body. {problem}',
    },
    examples: {
      bad: '<a href="data:message/external-body;access-type=URL,%0D%0A%0D%0A">Attachment</a>',
      good: '<a href="data:message/external-body;access-type=URL;URL=%22https://example.com/a%22,Content-Type:%20text/plain%0D%0A%0D%0A">Attachment</a>',
    },
  },
  check(subject) {
    const facts = subject.inspection.payload?.facts;
    const [problem] = facts?.kind === 'external-body' ? facts.problems : [];
    return problem ? [verdict(subject, 'external-body', { problem: problem.message })] : [];
  },
});
