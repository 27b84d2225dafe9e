import { type Rule, verdict } from './rule.ts';

export const xmlEntities: Rule = {
  id: 'xml-entities',
  category: 'security',
  severity: 'warning',
  title: 'Its document type declares dangerous entities.',
  why: 'Entities made of entities can expand beyond measure ("billion laughs", CWE-776), and external ones read files and servers (CWE-611). Browsers stop the first when they grow too large, and do not fetch the second; XML parsers of servers may be less careful.',
  fix: 'Remove the document type.',
  messageIds: ['xml-entities-nested', 'xml-entities-external'],
  check(subject) {
    const facts = subject.inspection.payload?.facts;
    if (facts?.kind !== 'markup' || facts.doctype === null) return [];
    const { first } = facts.doctype.entities;
    const nested = first.find(({ multiplies }) => multiplies);
    if (nested) return [verdict(subject, 'xml-entities-nested', { name: nested.name })];
    const external = first.find((entity) => entity.external);
    return external ? [verdict(subject, 'xml-entities-external', { name: external.name })] : [];
  },
};
