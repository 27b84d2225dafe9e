import { hasEnglish } from '../has-english.ts';
import { rule, verdict } from './rule.ts';
import { cwe } from './texts.ts';

export const xmlEntities = rule({
  id: 'xml-entities',
  category: 'security',
  effect: 'can-run',
  isCertain: false,
  texts: hasEnglish && {
    title: 'Dangerous XML entities',
    why: 'Nested entities can expand exponentially, and external entities can read data from files and internal servers.',
    fix: 'Remove the document type declaration.',
    source: cwe(776),
    messages: {
      'xml-entities-nested': 'The nested entity "{name}" can expand exponentially.',
      'xml-entities-external': 'The external entity "{name}" refers to another file or server.',
    },
    examples: {
      bad: `<img src="data:image/svg+xml,<!DOCTYPE svg [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><svg xmlns='http://www.w3.org/2000/svg'><text>%26a;</text></svg>">`,
      good: `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><text>a</text></svg>">`,
    },
  },
  check(subject) {
    const facts = subject.inspection.payload?.facts;
    if (facts?.kind !== 'markup' || facts.doctype === null) return [];
    const { first } = facts.doctype.entities;
    const nested = first.find(({ multiplies }) => multiplies);
    if (nested) return [verdict(subject, 'xml-entities-nested', { name: nested.name })];
    const external = first.find((entity) => entity.external);
    return external ? [verdict(subject, 'xml-entities-external', { name: external.name })] : [];
  },
});
