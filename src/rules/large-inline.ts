import { hasEnglish } from '../has-english.ts';
import { maxInlineInCss } from '../limits.ts';
import { isInCss } from '../vocabulary.ts';
import { rule, verdict } from './rule.ts';

/** Maximum number of bytes that webpack inlines. */
const maxInlineInDocument = 8096;

export const largeInline = rule({
  id: 'large-inline',
  category: 'performance',
  effect: 'costs',
  texts: hasEnglish && {
    title: 'Large inline content',
    why: "Inline content delays the style sheet or document around it, and browsers can't cache it separately.",
    fix: 'Serve the content as a file, which browsers can cache and load on demand.',
    source: {
      name: 'Vite, build.assetsInlineLimit',
      url: 'https://vite.dev/config/build-options#build-assetsinlinelimit',
    },
    messages: {
      'large-in-css': '{size} in CSS delays all styled content. The URL has {length} characters.',
      'large-in-css-gzipped':
        '{size} in CSS delays all styled content. The URL has {length} characters ({gzipped} gzipped).',
      'large-in-document':
        "Browsers can't cache this {size} separately from the document. The URL has {length} characters.",
      'large-in-document-gzipped':
        "Browsers can't cache this {size} separately from the document. The URL has {length} characters ({gzipped} gzipped).",
    },
    examples: {
      bad: 'b { background: url("data:text/plain;base64,…") }',
      good: 'b { background: url("b.png") }',
      left: { text: 'A', times: 8000 },
      language: 'css',
    },
  },
  yieldsTo: () => ['inline-font'],
  check(subject) {
    const { size, length, payload } = subject.inspection;
    if (size === null || size <= maxInlineInCss || payload?.facts?.kind === 'source-map') return [];
    // Requests are not part of any text of the page, and URLs in scripts can't be moved to files.
    const inline = subject.occurrences.filter(
      ({ destination, place }) => place !== 'network' && destination !== 'none' && destination !== 'empty',
    );
    const inCss = inline.some(isInCss);
    if (inline.length === 0 || (!inCss && size <= maxInlineInDocument)) return [];
    const id = inCss ? 'large-in-css' : 'large-in-document';
    const gzipped = payload?.cost?.gzipped ?? null;
    if (gzipped === null) return [verdict(subject, id, { size, length }, { bytes: size })];
    return [verdict(subject, `${id}-gzipped`, { size, length, gzipped }, { bytes: size })];
  },
});
