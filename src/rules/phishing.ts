import { hasEnglish } from '../has-english.ts';
import type { References } from '../payload/references.ts';
import { clip } from '../truncate.ts';
import { type AsRead, asRead, isPassive, rule, type Verdict, verdict } from './rule.ts';

type Id = `phishing-${'address' | 'form' | 'padding' | 'password' | 'password-to'}`;

/** Maximum length, in code units, of one target, so that a long one does not hide the others. */
const maxTargetLength = 100;

/**
 * The hosts and paths to which forms and their buttons send data, as parsed by browsers; '' if there are none. They are
 * given without the scheme, so that no viewer makes links of them, and without the query, which may contain secrets.
 */
function targetsOf(references: References | null): string {
  const targets = references?.first.map(({ destination, when, resolved, written }) => {
    if (destination !== 'form' || when !== 'click') return '';
    const url = URL.parse(resolved ?? written);
    // A user name could look like the host.
    return url?.host ? clip(url.host + url.pathname, maxTargetLength) : '';
  });
  return clip([...new Set(targets)].filter(Boolean).join(', '));
}

/** Reports phishing pages. A known pattern, from 2017: data:text/html,https://accounts.example … <script> */
export const phishing = rule({
  id: 'phishing',
  category: 'security',
  effect: 'deceives',
  texts: hasEnglish && {
    title: 'Possible phishing page',
    why: 'A page in a data: URL has no verifiable address and can pretend to be any site.',
    fix: "Move the form to a page that has its own address. If the form isn't yours, report it as phishing.",
    source: {
      name: 'MDN, data: URLs, Security issues',
      url: 'https://developer.mozilla.org/en-US/docs/Web/URI/Reference/Schemes/data',
    },
    messages: {
      'phishing-password': {
        one: 'Asks for a password on a page without a verifiable address.',
        other: 'Asks for passwords in {count} fields on a page without a verifiable address.',
      },
      'phishing-password-to': {
        one: 'Asks for a password and sends form data to {targets} from a page without a verifiable address.',
        other:
          'Asks for passwords in {count} fields and sends form data to {targets} from a page without a verifiable address.',
      },
      'phishing-form': 'Sends form data to {targets} from a page without a verifiable address.',
      'phishing-address':
        "Fake address: the data starts with {address}, which is only text, not the page's address.",
      'phishing-padding': {
        one: 'Hidden content: {count} whitespace character pushes the content out of sight.',
        other: 'Hidden content: {count} whitespace characters push the content out of sight.',
      },
    },
    examples: {
      bad: '<a href="data:text/html,<form action=https://example.com/><input type=password></form>">Sign in</a>',
      good: '<a href="https://example.com/sign-in">Sign in</a>',
    },
  },
  check: (subject) =>
    asRead(subject)
      .map(ofPage)
      .find(({ length }) => length > 0) ?? [],
});

function ofPage({ subject }: AsRead): Verdict<Id>[] {
  const { payload } = subject.inspection;
  if (payload?.facts?.kind !== 'markup' || isPassive(subject)) return [];
  const { passwordFields: count } = payload.facts;
  const { address = null, padding = 0 } = payload.disguise ?? {};
  const hidden = padding > 0 ? [verdict(subject, 'phishing-padding', { count: padding })] : [];
  if (address !== null) return [verdict(subject, 'phishing-address', { address }), ...hidden];
  const targets = targetsOf(payload.references);
  if (count > 0)
    return targets
      ? [verdict(subject, 'phishing-password-to', { count, targets })]
      : [verdict(subject, 'phishing-password', { count })];
  if (targets) return [verdict(subject, 'phishing-form', { targets })];
  return hidden;
}
