import type { Cost } from '../data-url/cost.ts';
import type { MessageId } from './messages.ts';
import { type Rule, type Subject, severityOfBytes, type Verdict, verdict } from './rule.ts';

/** The verdict on the savings of a shorter URL, raw and, if measured, under gzip; none without such a URL. */
export function savings(subject: Subject, cost: Cost | null, id: MessageId, gzippedId: MessageId): Verdict[] {
  if (!cost?.better) return [];
  const args = { before: subject.inspection.length, after: cost.better.length };
  const { saved, gzipped: gzippedAfter } = cost.better;
  const severity = severityOfBytes(saved);
  if (cost.gzipped === null || gzippedAfter === null) return [verdict(subject, id, args, { severity })];
  const all = { ...args, gzippedBefore: cost.gzipped, gzippedAfter };
  return [verdict(subject, gzippedId, all, { severity })];
}

export const base64Text: Rule = {
  id: 'base64-text',
  category: 'performance',
  severity: 'info',
  messageIds: ['base64-text', 'base64-text-gzipped'],
  check(subject) {
    const { encoding, payload } = subject.inspection;
    if (encoding !== 'base64' || payload?.facts?.kind === 'source-map') return [];
    return savings(subject, payload?.cost ?? null, 'base64-text', 'base64-text-gzipped');
  },
};
