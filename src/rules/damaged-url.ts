import { hasEnglish } from '../has-english.ts';
import { causeTexts } from '../repair/cause-texts.ts';
import { isMisspelling, mismatch } from './mismatch.ts';
import { declaresType, rule, verdict } from './rule.ts';
import { gif, rfc } from './texts.ts';

/** Reports damage to a URL before a browser reads it. The damage explains the URL's other problems. */
export const damagedUrl = rule({
  id: 'damaged-url',
  category: 'correctness',
  effect: 'not-shown',
  isCertain: false,
  isRefusal: true,
  texts: hasEnglish && {
    title: 'Damaged data: URL',
    why: 'A program that wrote or copied the URL changed it, so browsers decode different content or none.',
    fix: 'Copy the repaired URL, and correct the program that wrote it.',
    source: rfc(2397, '3'),
    messages: causeTexts,
    examples: {
      bad: `<img src="data:image/gif,${gif}">`,
      good: `<img src="data:image/gif;base64,${gif}">`,
    },
  },
  check(subject) {
    const { cause, problem } = subject.inspection;
    if (!cause) return [];
    const { code, args, start, end } = cause;
    const types = mismatch(subject);
    // The finding about the type is clearer, because it names both types.
    const isOfType = types !== null && (isMisspelling(types) || !declaresType(subject.inspection));
    if (code === 'type-misspelled' && isOfType) return [];
    // The finding is uncertain if the URL points to a server, which may answer with the picture.
    const isCertain = problem !== null && !code.endsWith('-before');
    return [verdict(subject, code, args, { start, end, isCertain })];
  },
});
