import { type Rule, verdict } from './rule.ts';

export const externalBody: Rule = {
  id: 'external-body',
  category: 'correctness',
  severity: 'warning',
  messageIds: ['external-body'],
  check(subject) {
    const facts = subject.inspection.payload?.facts;
    const [problem] = facts?.kind === 'external-body' ? facts.problems : [];
    return problem ? [verdict(subject, 'external-body', { problem: problem.message })] : [];
  },
};
