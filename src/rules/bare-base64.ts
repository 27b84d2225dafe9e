import { hasEnglish } from '../has-english.ts';
import { rule, verdict } from './rule.ts';
import { png } from './texts.ts';

export const bareBase64 = rule({
  id: 'bare-base64',
  category: 'correctness',
  effect: 'advice',
  texts: hasEnglish && {
    title: 'Base64 without a data: URL',
    why: 'Code that adds the media type at run time hides the type from source code checks.',
    fix: 'Write the whole data: URL, or load the bytes from a file.',
    source: {
      name: 'MIME Sniffing Standard §6',
      url: 'https://mimesniff.spec.whatwg.org/#matching-a-mime-type-pattern',
    },
    messages: {
      'bare-base64': 'Base64 without a data: URL (detected type: {type}).',
    },
    examples: {
      bad: `const logo = "${png}";`,
      good: `const logo = "data:image/png;base64,${png}";`,
      language: 'script',
    },
  },
  check(subject) {
    const { inspection, occurrences } = subject;
    if (!occurrences.some(({ assumed }) => assumed === 'type')) return [];
    return [verdict(subject, 'bare-base64', { type: inspection.essence ?? '' })];
  },
});
