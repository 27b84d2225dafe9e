import { hasEnglish } from '../has-english.ts';
import { isDangerous, isMedia, isMisspelling, isSvg, isUndeclared, mismatch } from './mismatch.ts';
import { rule, verdict } from './rule.ts';
import { png, rfc } from './texts.ts';

export const typeMismatch = rule({
  id: 'type-mismatch',
  category: 'security',
  effect: 'deceives',
  texts: hasEnglish && {
    title: 'Disguised content',
    why: 'A page, archive, or program declared as an image passes filters that trust the declared type.',
    fix: 'Check where the URL comes from, and then declare the real type or remove the URL.',
    source: rfc(2397, '6'),
    messages: {
      'type-mismatch': 'Disguised as {declared}, detected as {detected}.',
    },
    examples: {
      bad: '<img src="data:image/png,<html><script>start()</script></html>">',
      good: `<img src="data:image/png;base64,${png}">`,
    },
  },
  check(subject) {
    const types = mismatch(subject);
    if (!types || !isDangerous(types.declared, types.detected)) return [];
    // A typo or a missing type is not a disguise.
    if (isMisspelling(types) || isUndeclared(subject)) return [];
    const args = { declared: types.declared.essence, detected: types.detected.essence };
    const isHarmless = isMedia(types.declared) || types.declared.essence === 'text/css';
    const isHidden = isHarmless && !isSvg(types.detected);
    return [verdict(subject, 'type-mismatch', args, { isCertain: isHidden })];
  },
});
