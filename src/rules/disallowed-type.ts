import { hasEnglish } from '../has-english.ts';
import { dangers } from '../policy/dangers.ts';
import { dangerOf } from '../policy/defaults.ts';
import { rule, verdict } from './rule.ts';
import { rfc } from './texts.ts';

/** Reports a media type that the configuration disallows (RFC 2397 section 6). */
export const disallowedType = rule({
  id: 'disallowed-type',
  category: 'policy',
  effect: 'not-allowed',
  texts: hasEnglish && {
    title: 'Disallowed media type',
    why: "Filters that check only addresses miss scripts with the page's rights, fake login forms, and programs in data: URLs.",
    fix: 'Serve the content as a file, or allow the type if you need it.',
    source: rfc(2397, '6'),
    messages: {
      'disallowed-declared': 'Your policy disallows {type} {destination}.',
      'disallowed-detected':
        'Your policy disallows {type} (detected type) {destination}. The declared type may differ.',
      'disallowed-declared-administrator': "Your administrator's policy disallows {type} {destination}.",
      'disallowed-detected-administrator':
        "Your administrator's policy disallows {type} (detected type) {destination}. The declared type may differ.",
      'disallowed-declared-default': '{why}: {type} {destination}. Disallowed by default.',
      'disallowed-detected-default':
        '{why}: {type} (detected type) {destination}. Disallowed by default. The declared type may differ.',
    },
    examples: {
      bad: '<iframe src="data:text/html,Hello"></iframe>',
      good: '<iframe src="hello.html"></iframe>',
    },
  },
  // A user's or administrator's policy is a cause of its own, separate from the content's dangers.
  yieldsTo: ({ disallowed }) =>
    disallowed?.by === 'default' ? ['type-mismatch', 'active-content', 'phishing', 'compressed-body'] : [],
  check(subject) {
    const { disallowed } = subject;
    if (!disallowed) return [];
    const { essence, destination, type, severity: policySeverity, by } = disallowed;
    const args = { type: essence, destination };
    if (by === 'user') return [verdict(subject, `disallowed-${type}`, args, { policySeverity })];
    if (by === 'administrator')
      return [verdict(subject, `disallowed-${type}-administrator`, args, { policySeverity })];
    const danger = dangerOf(disallowed);
    const effect = danger === 'runs' ? 'can-run' : 'not-allowed';
    const why = dangers[danger];
    return [verdict(subject, `disallowed-${type}-default`, { ...args, why }, { policySeverity, effect })];
  },
});
