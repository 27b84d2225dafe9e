import type { MessageId } from './messages.ts';
import { type Rule, type Verdict, verdict } from './rule.ts';

/** An SVG that isn't well-formed XML, or has another root: no browser shows any of it as an image. */
export const malformedSvg: Rule = {
  id: 'malformed-svg',
  category: 'correctness',
  severity: 'warning',
  messageIds: [
    'malformed-svg-unclosed',
    'malformed-svg-mismatched',
    'malformed-svg-attribute',
    'malformed-svg-prefix',
    'malformed-svg-reference',
    'malformed-svg-outside',
    'malformed-svg-syntax',
    'malformed-svg-root',
  ],
  // Text that isn't markup at all has another type.
  yieldsTo: () => ['wrong-type', 'type-mismatch'],
  check(subject) {
    const { payload, size } = subject.inspection;
    if (subject.declared?.essence !== 'image/svg+xml' || !payload || payload.encodedAs) return [];
    const { facts, lints } = payload;
    if (size === 0 || facts?.kind !== 'markup' || facts.language !== 'svg') return [];
    // The fragment that cuts off the data is the cause.
    if (lints.some(({ code }) => code === 'fragment-cuts-body')) return [];
    const { malformed, svg, unfollowed } = facts;
    if (malformed === null)
      return svg !== null || unfollowed.length > 0 ? [] : [verdict(subject, 'malformed-svg-root')];
    const { code, at, name, open } = malformed;
    const message: MessageId = `malformed-svg-${code}`;
    const args: Record<typeof code, Verdict['args']> = {
      unclosed: { element: name },
      mismatched: { at, found: name, expected: open },
      attribute: { at, element: name },
      prefix: { at, prefix: name },
      reference: { at, reference: name },
      outside: { at },
      syntax: { at },
    };
    return [verdict(subject, message, args[code])];
  },
};
