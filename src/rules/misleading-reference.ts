import { hasEnglish } from '../has-english.ts';
import type { Problem } from '../problem.ts';
import { rule, verdict } from './rule.ts';
import { rfc } from './texts.ts';

type Id =
  `reference-${'host-differs' | 'host-unseen' | 'password' | 'password-nowhere' | 'rare-ipv4' | 'userinfo'}`;

/**
 * The message for a problem, with the host, if any, to which browsers connect; null for problems that this rule doesn't
 * report.
 */
function messageOf({
  code,
  args: { host = '', other = '', ...rest },
}: Problem): [Id, Problem['args']] | null {
  if (code === 'uri-host-differs')
    return other === '' ? ['reference-host-unseen', { host }] : ['reference-host-differs', { host, other }];
  if (code === 'uri-password')
    return host === '' ? ['reference-password-nowhere', {}] : ['reference-password', { host }];
  const id = ids[code];
  return id === undefined ? null : [id, { host, ...rest }];
}

const ids: Record<string, Id> = {
  'uri-rare-ipv4': 'reference-rare-ipv4',
  'uri-userinfo-looks-like-host': 'reference-userinfo',
};

export const misleadingReference = rule({
  id: 'misleading-reference',
  category: 'security',
  effect: 'deceives',
  isCertain: false,
  texts: hasEnglish && {
    title: 'Misleading URL',
    why: 'Rare address forms mislead people and filters, as do user names or passwords that look like hosts.',
    fix: 'Write the address in its usual form, with two slashes and without user information.',
    source: rfc(3986, '7.6'),
    messages: {
      'reference-host-differs':
        'Misleading: browsers connect to {host}, but parsers that follow RFC 3986 find {other}.',
      'reference-host-unseen':
        'Misleading: browsers connect to {host}, but parsers that follow RFC 3986 find no host.',
      'reference-password': 'Readable password in a URL for {host}.',
      'reference-password-nowhere': 'Readable password in a URL that browsers reject.',
      'reference-rare-ipv4': 'Rare IPv4 form in a URL: {host} ({forms}) stands for {address}.',
      'reference-userinfo': 'Misleading: browsers connect to {host}. "{shown}" is only a user name.',
    },
    examples: {
      bad: '<iframe src="data:text/html,<a href=https://bank.example@example.com/>Your bank</a>"></iframe>',
      good: '<iframe src="data:text/html,<a href=https://bank.example/>Your bank</a>"></iframe>',
    },
  },
  check(subject) {
    const problems =
      subject.inspection.payload?.references?.first.flatMap(({ misleading }) => misleading) ?? [];
    // Only the first problem of each kind is reported, because a list of links may contain hundreds.
    const first = new Map(problems.toReversed().map((problem) => [problem.code, problem]));
    return [...first.values()].flatMap((problem) => {
      const message = messageOf(problem);
      return message === null ? [] : [verdict(subject, ...message)];
    });
  },
});
