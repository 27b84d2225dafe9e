import { hasEnglish } from '../has-english.ts';
import { isInGroup, type MimeType } from '../mime/mime-type.ts';
import { isInCss } from '../vocabulary.ts';
import { rule, verdict } from './rule.ts';

const isFont = (type: MimeType | null): boolean => type !== null && isInGroup(type, 'font');

export const inlineFont = rule({
  id: 'inline-font',
  category: 'performance',
  effect: 'costs',
  texts: hasEnglish && {
    title: 'Inline font in a style sheet',
    why: "The font delays everything that the style sheet styles, and browsers can't load it on demand.",
    fix: 'Serve the font as a WOFF2 file and set font-display. Preload the font if first paint needs it.',
    source: { name: 'Web Font Data URIs', url: 'https://www.zachleat.com/web/web-font-data-uris/' },
    messages: {
      'inline-font': '{size} of font data in CSS delays all styled content, even text in other fonts.',
      'inline-font-format':
        '{size} of font data in CSS delays all styled content. WOFF2 is usually at least a fifth smaller than {format}.',
    },
    examples: {
      bad: '@font-face { font-family: f; src: url(data:font/woff2;base64,d09GMgABAAAAAAAA) }',
      good: '@font-face { font-family: f; src: url(f.woff2); font-display: swap }',
      language: 'css',
    },
  },
  check(subject) {
    const { size, payload } = subject.inspection;
    if (!size) return [];
    // The type of shorter bodies isn't detected.
    if (!isFont(subject.detected ?? (size < 16 ? subject.declared : null))) return [];
    if (!subject.occurrences.some((each) => isInCss(each) && each.destination !== 'none')) return [];
    const { facts = null } = payload ?? {};
    if (facts?.kind === 'font' && facts.format !== 'woff2') {
      return [verdict(subject, 'inline-font-format', { size, format: facts.format }, { bytes: size })];
    }
    return [verdict(subject, 'inline-font', { size }, { bytes: size })];
  },
});
