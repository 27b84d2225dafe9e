import { ignoredDirectives } from '../../csp/csp.ts';
import { describeCodePoint } from '../../data-url/problems.ts';
import { hasEnglish } from '../../has-english.ts';
import { maxIgnoredDirectives } from '../../limits.ts';
import { clip } from '../../truncate.ts';
import type { Verdict } from '../rule.ts';
import { pageRule, pageVerdict } from './page-rule.ts';

export const cspIgnoredDirective = pageRule({
  id: 'csp-ignored-directive',
  category: 'security',
  effect: 'can-run',
  isCertain: false,
  texts: hasEnglish && {
    title: 'Ignored CSP directive',
    why: 'The directive protects nothing: browsers ignore directives with characters outside of printable ASCII.',
    fix: 'Remove or replace the character that the finding names, such as a pasted no-break space or curly quote.',
    source: {
      name: 'Content Security Policy Level 3 §2.2.1',
      url: 'https://www.w3.org/TR/CSP3/#parse-serialized-policy',
    },
    messages: {
      'csp-ignored-directive':
        "Browsers ignore {directive} in the page's CSP ({source}) because of {character} at position {at}.",
      'csp-ignored-directive-hides':
        "Browsers ignore {directive} in the page's CSP ({source}) because of {character} at position {at}. {browser} also ignores the later {directive}.",
    },
    examples: {
      bad: `<meta http-equiv="Content-Security-Policy" content="script-src 'self'; object-src \u2018none\u2019">`,
      good: `<meta http-equiv="Content-Security-Policy" content="script-src 'self'; object-src 'none'">`,
    },
  },
  check({ csp }) {
    const verdicts = new Map<string, Verdict<`csp-ignored-directive${'' | '-hides'}`>>();
    for (const policy of csp) {
      for (const { directive, character, at, hidesLater } of ignoredDirectives(policy)) {
        if (verdicts.size >= maxIgnoredDirectives) break;
        const named = describeCodePoint(character.codePointAt(0) ?? 0);
        const args = { directive: clip(directive, 40), source: policy.source, character: named, at };
        const verdict = hidesLater
          ? pageVerdict('csp-ignored-directive-hides', { ...args, browser: 'Chromium' })
          : pageVerdict('csp-ignored-directive', args);
        // The same policy is reported once, because frames often share one.
        verdicts.set(JSON.stringify(verdict.args), verdict);
      }
    }
    return [...verdicts.values()];
  },
});
