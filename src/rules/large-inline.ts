import type { Occurrence } from '../vocabulary.ts';
import { maxInlineInCss, maxInlineInDocument } from './limits.ts';
import type { MessageId } from './messages.ts';
import { type Rule, severityOfBytes, verdict } from './rule.ts';

export const isInCss = ({ place }: Pick<Occurrence, 'place'>): boolean =>
  place === 'stylesheet' || place === 'style-attribute';

export const largeInline: Rule = {
  id: 'large-inline',
  category: 'performance',
  severity: 'info',
  messageIds: ['large-in-css', 'large-in-css-gzipped', 'large-in-document', 'large-in-document-gzipped'],
  yieldsTo: () => ['inline-font'],
  check(subject) {
    const { size, length, payload } = subject.inspection;
    if (size === null || size <= maxInlineInCss || payload?.facts?.kind === 'source-map') return [];
    // URLs in links and scripts are not loaded with the page, or cannot be moved to a file.
    const loaded = subject.occurrences.filter(
      ({ destination, place }) =>
        place !== 'network' && !['none', 'document', 'download', 'empty'].includes(destination),
    );
    const inCss = loaded.some(isInCss);
    if (loaded.length === 0 || (!inCss && size <= maxInlineInDocument)) return [];
    const id: MessageId = inCss ? 'large-in-css' : 'large-in-document';
    const severity = severityOfBytes(size);
    const gzipped = payload?.cost?.gzipped ?? null;
    if (gzipped === null) return [verdict(subject, id, { size, length }, { severity })];
    return [verdict(subject, `${id}-gzipped`, { size, length, gzipped }, { severity })];
  },
};
