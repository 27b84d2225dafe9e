import { type TypeReason, unloadableFor } from '../outcome/loadable.ts';
import type { MessageId } from './messages.ts';
import { type Rule, verdict } from './rule.ts';

const messages = {
  'charset-not-token': 'unloadable-charset',
  'not-a-style-sheet': 'unloadable-style',
  'not-a-module': 'unloadable-module',
  'type-verbatim': 'unloadable-verbatim',
  'not-a-media-type': 'unloadable-media',
} as const satisfies Record<TypeReason, MessageId>;

/** A browser does not load the URL at one of its occurrences, although the URL follows the standards. */
export const unloadable: Rule = {
  id: 'unloadable',
  category: 'correctness',
  severity: 'warning',
  messageIds: Object.values(messages),
  check(subject) {
    const reason = unloadableFor(subject);
    if (reason === null) return [];
    const { essence, engines = [] } = subject.inspection;
    if (reason !== 'charset-not-token' && reason !== 'type-verbatim') {
      const args = { ...(reason === 'not-a-media-type' && { browser: 'Chromium' }), type: essence ?? '' };
      return [verdict(subject, messages[reason], args)];
    }
    const own = engines.find(({ fact }) => fact === reason);
    return [verdict(subject, messages[reason], { browser: own?.browser ?? '' }, own)];
  },
};
