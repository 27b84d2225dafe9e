import { type Rule, verdict } from './rule.ts';

/** Megapixels above which decoding alone takes more memory than a page has for all. */
const mostMegapixels = 100;
/** Bytes for one byte: deflate makes at most 1032, and an honest file hardly 100. */
const mostRatio = 200;

export const bomb: Rule = {
  id: 'bomb',
  category: 'security',
  severity: 'warning',
  title: 'It takes far more memory than its size tells.',
  why: 'A few bytes that decode to gigabytes bring down what opens them: browsers, mail scanners, image servers (CWE-409).',
  fix: 'Do not open it. If it is meant, make the picture smaller.',
  messageIds: ['bomb-image', 'bomb-compressed', 'bomb-archive'],
  check(subject) {
    const { payload, size } = subject.inspection;
    if (!payload || size === null) return [];
    const { facts, encodedAs } = payload;
    const sample = encodedAs?.sample;
    if (sample && sample.size > sample.packed * mostRatio) {
      return [verdict(subject, 'bomb-compressed', { ...sample })];
    }
    if (facts?.kind === 'image' && (facts.megapixels ?? 0) > mostMegapixels) {
      const { width, height, megapixels } = facts;
      const megabytes = Math.round((megapixels ?? 0) * 4);
      return [verdict(subject, 'bomb-image', { width: width ?? 0, height: height ?? 0, megabytes })];
    }
    const promises =
      facts?.kind === 'archive' && (facts.overlapping > 0 || facts.totalSize > size * mostRatio);
    return promises ? [verdict(subject, 'bomb-archive', { packed: size, size: facts.totalSize })] : [];
  },
};
