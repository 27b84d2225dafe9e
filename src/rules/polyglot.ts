import { hasEnglish } from '../has-english.ts';
import type { SecondType } from '../payload/detect/two-in-one.ts';
import { rule, verdict } from './rule.ts';
import { cwe, gif } from './texts.ts';

/** Whether a body was deliberately made for two types. A tag inside metadata may be accidental. */
const isDeliberate = ({ type, where }: SecondType) =>
  where === 'front' || (where === 'after' && type !== 'application/pdf') || type === 'application/zip';

/** Reports bytes that are valid as two types at once. */
export const polyglot = rule({
  id: 'polyglot',
  category: 'security',
  effect: 'deceives',
  isCertain: false,
  texts: hasEnglish && {
    title: 'Two formats in one file',
    why: 'An image that is also a script, page, or archive passes type checks but acts as the other format.',
    fix: 'Re-encode the image without metadata.',
    source: cwe(434),
    messages: {
      polyglot: 'Also valid as {type} from byte {offset}: the same bytes match two formats.',
    },
    examples: {
      bad: '<img src="data:image/gif;base64,R0lGODlhLyoAAAAAAAAAACovPTE7YWxlcnQoMSkvLzs=">',
      good: `<img src="data:image/gif;base64,${gif}">`,
    },
  },
  check(subject) {
    const [first] = subject.inspection.payload?.polyglot ?? [];
    if (!first) return [];
    const { type, offset } = first;
    return [verdict(subject, 'polyglot', { type, offset }, { isCertain: isDeliberate(first) })];
  },
});
