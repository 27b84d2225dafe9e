import { type Rule, verdict } from './rule.ts';

/** Types whose name says that they are compressed. */
const saysSo = /gzip|zlib|compress|deflate|tgz|octet-stream/;

export const compressedBody: Rule = {
  id: 'compressed-body',
  category: 'security',
  severity: 'warning',
  title: 'The body is compressed, and its type does not say so.',
  why: 'A data: URL has no Content-Encoding: browsers show compressed SVG or HTML as broken, while whatever unpacks it gets content that no filter has seen.',
  fix: 'Put the data in uncompressed: a server can compress the page as a whole.',
  messageIds: ['compressed-body', 'compressed-unknown'],
  check(subject) {
    const { payload, essence } = subject.inspection;
    if (!payload?.encodedAs || essence === null || saysSo.test(essence)) return [];
    const { coding, detectedType: type } = payload.encodedAs;
    if (type === null) return [verdict(subject, 'compressed-unknown', { coding })];
    return [verdict(subject, 'compressed-body', { coding, type })];
  },
};
