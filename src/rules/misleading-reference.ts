import type { MessageId } from './messages.ts';
import { type Rule, verdict } from './rule.ts';

const idOf: Record<string, MessageId> = {
  'uri-rare-ipv4': 'reference-rare-ipv4',
  'uri-password': 'reference-password',
  'uri-userinfo-looks-like-host': 'reference-userinfo',
};

export const misleadingReference: Rule = {
  id: 'misleading-reference',
  category: 'security',
  severity: 'warning',
  title: 'A reference in it is not what it seems.',
  why: 'RFC 3986, sections 7.4 to 7.6: rare forms of addresses, passwords in URLs, and user names that look like hosts mislead people and filters.',
  fix: 'Write the address in its usual form, without user information.',
  messageIds: Object.values(idOf),
  check(subject) {
    const problems =
      subject.inspection.payload?.references?.first.flatMap(({ misleading }) => misleading) ?? [];
    // The first of each kind: a list of links may have hundreds.
    const first = new Map(problems.toReversed().map((problem) => [problem.code, problem]));
    return [...first.values()].flatMap(({ code, args }) =>
      idOf[code] ? [verdict(subject, idOf[code], args)] : [],
    );
  },
};
