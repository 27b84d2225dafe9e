import { hasEnglish } from '../has-english.ts';
import { escapeInType, rule, verdict } from './rule.ts';

/** The scheme as written, including its colon and any characters before it. */
const schemeIn = (head: string): string => /^[^:]{0,80}:/.exec(head)?.[0] ?? '';

/**
 * Whether a scheme is written in a way that filters may overlook: in mixed case, split, or after control characters.
 */
function isHidden(scheme: string): boolean {
  const name = scheme.trim().slice(0, -1);
  const isUsualCase = /^(?:data|DATA|Data)$/.test(name);
  return !isUsualCase || /[\0-\x08\x0e-\x1f]/.test(scheme);
}

export const obfuscatedUrl = rule({
  id: 'obfuscated-url',
  category: 'security',
  effect: 'deceives',
  isCertain: false,
  texts: hasEnglish && {
    title: 'Disguised data: URL',
    why: 'Chromium accepts tabs, line breaks, and any case in the scheme, but a search for "data:" misses these variants.',
    fix: 'Write "data:" and the media type plainly, and check where the URL comes from.',
    source: { name: 'URL Standard, URL parsing', url: 'https://url.spec.whatwg.org/#url-parsing' },
    messages: {
      'obfuscated-scheme': 'Disguised scheme "{scheme}": Chromium recognizes "data:", but filters may not.',
      'obfuscated-media-type':
        "Percent-encoded media type: browsers don't decode it, but filters that follow RFC 2397 may.",
    },
    examples: {
      bad: '<img src="d&#9;ata:image/svg+xml,<svg xmlns=\'http://www.w3.org/2000/svg\'/>">',
      good: '<img src="data:image/svg+xml,<svg xmlns=\'http://www.w3.org/2000/svg\'/>">',
    },
  },
  check(subject) {
    const { head, payload } = subject.inspection;
    if (!payload) return [];
    const scheme = schemeIn(head);
    if (scheme !== '' && isHidden(scheme)) {
      const place = { start: 0, end: scheme.length };
      // The message has its own quotes. Control characters are escaped.
      const shown = JSON.stringify(scheme.trim().slice(0, -1)).slice(1, -1);
      return [verdict(subject, 'obfuscated-scheme', { scheme: shown }, place)];
    }
    const escaped = escapeInType(subject.inspection);
    if (!escaped) return [];
    const { start, end } = escaped;
    return [verdict(subject, 'obfuscated-media-type', {}, { start, end })];
  },
});
