import { type Rule, verdict } from './rule.ts';

/** Types that are compressed, or may be anything. */
const saysSo = /gzip|zlib|compress|deflate|tgz|octet-stream/;

export const compressedBody: Rule = {
  id: 'compressed-body',
  category: 'security',
  severity: 'warning',
  messageIds: ['compressed-body', 'compressed-unknown'],
  check(subject) {
    const { payload, essence } = subject.inspection;
    if (!payload?.encodedAs || essence === null || saysSo.test(essence)) return [];
    const { coding, detectedType: type } = payload.encodedAs;
    if (type === null) return [verdict(subject, 'compressed-unknown', { coding })];
    return [verdict(subject, 'compressed-body', { coding, type })];
  },
};
