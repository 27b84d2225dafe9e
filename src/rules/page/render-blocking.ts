import { hasEnglish } from '../../has-english.ts';
import type { DataUrl } from '../../report/report.ts';
import { weightOf } from '../../report/totals.ts';
import { time } from '../severity.ts';
import { rfc } from '../texts.ts';
import { isInUse, pageRule, pageVerdict } from './page-rule.ts';

/** Bytes of a connection's first round trip: ten segments (RFC 6928). */
const window = 14_336;

export const renderBlocking = pageRule({
  id: 'render-blocking',
  category: 'performance',
  effect: 'costs',
  bytes: time,
  texts: hasEnglish && {
    title: 'Render-blocking style sheet',
    why: 'Browsers paint nothing until the style sheets in the head arrive with all their inline content.',
    fix: 'Move large images and all fonts from the style sheets into separate files.',
    source: rfc(6928, '2'),
    messages: {
      'render-blocking':
        '{cost} of data: URLs in style sheets can delay first paint. The first round trip carries {window}.',
    },
    examples: {
      bad: '<style>b { background: url("data:image/png;base64,…") }</style>',
      good: '<style>b { background: url("b.png") }</style>',
      left: { text: 'A', times: 20_000 },
    },
  },
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
});
