import { hasEnglish } from '../../has-english.ts';
import { weightOf } from '../../report/weights.ts';
import { time } from '../severity.ts';
import { rfc } from '../texts.ts';
import { costOfEach, isInUse, pageRule, pageVerdict } from './page-rule.ts';

/** Number of bytes that a server sends in a connection's first round trip: ten segments (RFC 6928). */
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
    const { cost, of } = yield* costOfEach(
      dataUrls,
      ({ occurrences }) =>
        weightOf(occurrences.filter((each) => each.place === 'stylesheet' && isInUse(each))).cost,
    );
    return cost > window ? [pageVerdict('render-blocking', { cost, window }, { of })] : [];
  },
});
