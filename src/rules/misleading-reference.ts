import type { Problem } from '../problem.ts';
import type { MessageId } from './messages.ts';
import { type Rule, verdict } from './rule.ts';

/** The message, with the host that browsers connect to, if any; null for other problems. */
function messageOf({
  code,
  args: { host = '', other = '', ...rest },
}: Problem): [MessageId, Problem['args']] | null {
  if (code === 'uri-host-differs')
    return other === '' ? ['reference-host-unseen', { host }] : ['reference-host-differs', { host, other }];
  if (code === 'uri-password')
    return host === '' ? ['reference-password-nowhere', {}] : ['reference-password', { host }];
  const id = ids[code];
  return id === undefined ? null : [id, { host, ...rest }];
}

const ids: Record<string, MessageId> = {
  'uri-rare-ipv4': 'reference-rare-ipv4',
  'uri-userinfo-looks-like-host': 'reference-userinfo',
};

export const misleadingReference: Rule = {
  id: 'misleading-reference',
  category: 'security',
  severity: 'warning',
  messageIds: [
    'reference-host-differs',
    'reference-host-unseen',
    'reference-password',
    'reference-password-nowhere',
    ...Object.values(ids),
  ],
  check(subject) {
    const problems =
      subject.inspection.payload?.references?.first.flatMap(({ misleading }) => misleading) ?? [];
    // Only the first of each kind: a list of links may have hundreds.
    const first = new Map(problems.toReversed().map((problem) => [problem.code, problem]));
    return [...first.values()].flatMap((problem) => {
      const message = messageOf(problem);
      return message === null ? [] : [verdict(subject, ...message)];
    });
  },
};
