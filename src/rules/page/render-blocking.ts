import type { DataUrl } from '../../report/report.ts';
import { weightOf } from '../../report/totals.ts';
import { isInUse, type PageRule, pageVerdict } from './page-rule.ts';

/** Bytes of a connection's first round trip: ten segments (RFC 6928). */
const window = 14_336;

export const renderBlocking: PageRule = {
  id: 'render-blocking',
  category: 'performance',
  severity: 'warning',
  messageIds: ['render-blocking'],
  *check({ dataUrls }) {
    let total = 0;
    const of: { dataUrl: DataUrl; cost: number }[] = [];
    for (const dataUrl of dataUrls) {
      yield;
      const holding = dataUrl.occurrences.filter((each) => each.place === 'stylesheet' && isInUse(each));
      const { cost } = weightOf(holding);
      if (cost === 0) continue;
      total += cost;
      of.push({ dataUrl, cost });
    }
    // The most expensive is named first.
    const named = of.sort((a, b) => b.cost - a.cost).map(({ dataUrl }) => dataUrl);
    return total > window ? [pageVerdict('render-blocking', { cost: total, window }, { of: named })] : [];
  },
};
