import { type Rule, verdict } from './rule.ts';

export const xmlEntities: Rule = {
  id: 'xml-entities',
  category: 'security',
  severity: 'warning',
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
