import type { SecondType } from '../payload/two-in-one.ts';
import { type Rule, verdict } from './rule.ts';

/** Whether a body was made for two types: a tag inside metadata may be an accident. */
const isDeliberate = ({ type, where }: SecondType) =>
  where === 'front' || (where === 'after' && type !== 'application/pdf') || type === 'application/zip';

/** Bytes that are valid as two types at once. */
export const polyglot: Rule = {
  id: 'polyglot',
  category: 'security',
  severity: 'warning',
  messageIds: ['polyglot'],
  check(subject) {
    const [first] = subject.inspection.payload?.polyglot ?? [];
    if (!first) return [];
    const { type, offset } = first;
    const severity = isDeliberate(first) ? 'error' : 'warning';
    return [verdict(subject, 'polyglot', { type, offset }, { severity })];
  },
};
