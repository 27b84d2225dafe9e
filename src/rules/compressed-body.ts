import { hasEnglish } from '../has-english.ts';
import { rule, verdict } from './rule.ts';

/** Matches types that announce compressed data, or whose content may be anything. */
const saysSo = /gzip|zlib|compress|deflate|tgz|octet-stream/;

export const compressedBody = rule({
  id: 'compressed-body',
  category: 'security',
  effect: 'not-shown',
  isCertain: false,
  isRefusal: true,
  texts: hasEnglish && {
    title: 'Undeclared compression',
    why: 'A data: URL has no Content-Encoding header, so compressed content breaks in browsers and escapes filters.',
    fix: 'Store the data uncompressed. The server can compress the whole page.',
    source: {
      name: 'Fetch Standard, data: URL processor',
      url: 'https://fetch.spec.whatwg.org/#data-url-processor',
    },
    messages: {
      'compressed-body': "Compressed with {coding} (contains {type}): browsers don't decompress data: URLs.",
      'compressed-unknown': "Compressed with {coding}: browsers don't decompress data: URLs.",
    },
    examples: {
      bad: '<img src="data:image/svg+xml;base64,H4sIAAAAAAAAA7MpLktXqMjNySu2VcooKSmw0tcvLy/XKzfWyy9K1zcyMDDQLy5LV9K3AwDE95GTKQAAAA==">',
      good: `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>">`,
    },
  },
  check(subject) {
    const { payload, essence } = subject.inspection;
    if (!payload?.encodedAs || essence === null || saysSo.test(essence)) return [];
    const { coding, detectedType: type } = payload.encodedAs;
    if (type === null) return [verdict(subject, 'compressed-unknown', { coding })];
    return [verdict(subject, 'compressed-body', { coding, type })];
  },
});
