import { hasEnglish } from '../has-english.ts';
import { hasSvgRoot } from '../outcome/predict-outcome.ts';
import { declaredSvg, isCutByFragment, rule, type Verdict, verdict } from './rule.ts';

/**
 * Reports an SVG image that isn't well-formed XML, or whose root is not SVG's `svg` element. Browsers don't show any of
 * it as an image.
 */
export const malformedSvg = rule({
  id: 'malformed-svg',
  category: 'correctness',
  effect: 'not-shown',
  isCertain: false,
  isRefusal: true,
  texts: hasEnglish && {
    title: 'Malformed SVG',
    why: "Browsers don't show an SVG image that isn't well-formed XML in the SVG namespace.",
    fix: 'Correct the XML: close every element, quote attribute values, and declare xmlns and all prefixes.',
    source: { name: 'SVG 2, 2.5', url: 'https://www.w3.org/TR/SVG2/conform.html' },
    messages: {
      'malformed-svg-unclosed': 'Incomplete SVG: the text ends within <{element}>.',
      'malformed-svg-mismatched':
        'Malformed SVG: </{found}> at character {at}, where </{expected}> is expected.',
      'malformed-svg-attribute': 'Malformed SVG: an attribute of <{element}> is invalid at character {at}.',
      'malformed-svg-prefix': 'Malformed SVG: the prefix "{prefix}" isn\'t declared (character {at}).',
      'malformed-svg-namespace':
        'Malformed SVG: the prefix "{prefix}" can\'t have this namespace (character {at}).',
      'malformed-svg-default-namespace': "Malformed SVG: xmlns can't have this namespace (character {at}).",
      'malformed-svg-reference':
        'Malformed SVG: "{reference}" at character {at} isn\'t a valid XML reference.',
      'malformed-svg-outside': 'Malformed SVG: content outside of the root element at character {at}.',
      'malformed-svg-empty': 'Not an SVG: the text contains no elements.',
      'malformed-svg-syntax': 'Malformed SVG: invalid XML at character {at}.',
      'malformed-svg-in': 'Malformed SVG in {browser}: invalid XML at character {at}.',
      'malformed-svg-root': "Not an SVG: the root isn't <svg> in the namespace http://www.w3.org/2000/svg.",
    },
    examples: {
      bad: `<img src="data:image/svg+xml,<svg viewBox='0 0 8 8'><path d='M0 0h8v8z'/></svg>">`,
      good: `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><path d='M0 0h8v8z'/></svg>">`,
    },
  },
  // For text that isn't markup at all, a finding about its type is more specific.
  yieldsTo: () => ['damaged-url', 'wrong-type', 'type-mismatch', 'cut-off-file'],
  check(subject) {
    const facts = declaredSvg(subject.inspection);
    if (!facts || subject.inspection.size === 0 || isCutByFragment(subject.inspection)) return [];
    const { malformed } = facts;
    if (malformed === null) return hasSvgRoot(facts) ? [] : [verdict(subject, 'malformed-svg-root')];
    const { code, at, name, open, browser } = malformed;
    if (browser && hasSvgRoot(facts)) return [verdict(subject, 'malformed-svg-in', { browser, at })];
    if (browser) return [verdict(subject, 'malformed-svg-root')];
    const message =
      code === 'namespace' && name === ''
        ? 'malformed-svg-default-namespace'
        : (`malformed-svg-${code}` as const);
    const args: Record<typeof code, Verdict['args']> = {
      unclosed: { element: name },
      mismatched: { at, found: name, expected: open },
      attribute: { at, element: name },
      prefix: { at, prefix: name },
      namespace: name === '' ? { at } : { at, prefix: name },
      reference: { at, reference: name },
      outside: { at },
      empty: {},
      syntax: { at },
    };
    return [verdict(subject, message, args[code])];
  },
});
