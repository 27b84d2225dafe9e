import { hasEnglish } from '../has-english.ts';
import { rule, savings } from './rule.ts';

export const base64Text = rule({
  id: 'base64-text',
  category: 'performance',
  effect: 'costs',
  texts: hasEnglish && {
    title: 'Text in base64',
    why: 'In 83 measured SVG files, base64 adds 34% to the size (70% after gzip), while percent-encoding adds 17% (5%).',
    fix: 'Use percent-encoding instead of base64.',
    source: {
      name: "Probably Don't Base64 SVG",
      url: 'https://css-tricks.com/probably-dont-base64-svg/',
    },
    messages: {
      'base64-text': 'Longer in base64: {before} characters, but {after} when percent-encoded.',
      'base64-text-gzipped':
        'Longer in base64: {before} characters ({gzippedBefore} gzipped), but {after} when percent-encoded ({gzippedAfter} gzipped).',
    },
    examples: {
      bad: '<img src="data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciPjxwYXRoIGQ9Ik0w…IDBoOSIvPjwvc3ZnPg==">',
      good: `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><path d='M0… 0h9'/></svg>">`,
      left: { text: 'IDBo', times: 200 },
    },
  },
  check(subject) {
    const { encoding, payload } = subject.inspection;
    if (encoding !== 'base64' || payload?.facts?.kind === 'source-map') return [];
    return savings(subject, payload?.cost ?? null, 'base64-text', 'base64-text-gzipped');
  },
});
