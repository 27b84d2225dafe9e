import { hasEnglish } from '../has-english.ts';
import { rule, savings } from './rule.ts';
import { rfc } from './texts.ts';

export const overEscaped = rule({
  id: 'over-escaped',
  category: 'performance',
  effect: 'costs',
  texts: hasEnglish && {
    title: 'Needless escapes',
    why: 'In 83 measured SVG files, encodeURIComponent adds 42% to the size, while the necessary escapes add 17%.',
    fix: 'Use the shorter URL, which keeps only the necessary escapes.',
    source: rfc(3986, '2.4'),
    messages: {
      'over-escaped': 'Needless escapes: {before} characters where {after} are enough.',
      'over-escaped-gzipped':
        'Needless escapes: {before} characters ({gzippedBefore} gzipped) where {after} ({gzippedAfter} gzipped) are enough.',
    },
    examples: {
      bad: '<img src="data:image/svg+xml,%3Csvg%20xmlns%3D%22http%3A%2F%2Fwww.w3.org%2F2000%2Fsvg%22%3E%3Cpath%20d%3D%22M0…%200h9%22%2F%3E%3C%2Fsvg%3E">',
      good: `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><path d='M0 0,9 0,9 0h9'/></svg>">`,
      left: { text: '%200%2C9', times: 50 },
    },
  },
  check(subject) {
    const { encoding, payload } = subject.inspection;
    if (encoding !== 'percent') return [];
    return savings(subject, payload?.cost ?? null, 'over-escaped', 'over-escaped-gzipped');
  },
});
