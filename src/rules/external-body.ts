import { type Rule, verdict } from './rule.ts';

export const externalBody: Rule = {
  id: 'external-body',
  category: 'correctness',
  severity: 'warning',
  title: 'The message/external-body is not well-formed.',
  why: 'RFC 2017 and RFC 2046, section 5.2.3, say what such a body must have, or nobody can fetch what it stands for.',
  fix: 'Correct the header in it.',
  messageIds: ['external-body'],
  check(subject) {
    const facts = subject.inspection.payload?.facts;
    const [problem] = facts?.kind === 'external-body' ? facts.problems : [];
    return problem ? [verdict(subject, 'external-body', { problem: problem.message })] : [];
  },
};
