import type { DataUrl } from '../../report/report.ts';
import { isInUse, type PageRule, pageVerdict } from './rule.ts';

/** Bytes of a connection's first round trip: ten segments (RFC 6928). */
const window = 14_336;

export const renderBlocking: PageRule = {
  id: 'render-blocking',
  category: 'performance',
  severity: 'warning',
  title: 'data: URLs in style sheets can hold back the first paint.',
  why: 'Nothing is painted before the style sheets in the head that apply are there, and what is inlined in them is part of them: 14 kB is what the first round trip carries (RFC 6928); a large picture in base64 was measured to delay the first paint tenfold (csswizardry.com).',
  fix: 'Move large pictures and all fonts from the style sheets into files.',
  messageIds: ['render-blocking'],
  check({ dataUrls }) {
    let total = 0;
    const of: DataUrl[] = [];
    for (const dataUrl of dataUrls) {
      const { length, occurrences } = dataUrl;
      const holding = occurrences.filter((each) => each.place === 'stylesheet' && isInUse(each));
      if (holding.length === 0) continue;
      total += holding.length * length;
      of.push(dataUrl);
    }
    // What weighs most is named first.
    of.sort((a, b) => b.length - a.length);
    return total > window ? [pageVerdict('render-blocking', { length: total, window }, { of })] : [];
  },
};
